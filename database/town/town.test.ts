// Replays the demo town as a bookkeeper would: what is sold here must also be possible in the product.
import { expect, test } from 'vitest'
import { drawAvatar, drawCover, drawPicture, drawSvg, scenes, sizes } from './art/draw.ts'
import { costOf, historyUntil, inTokens, reckon } from './history.ts'
import { pages } from './pages.ts'
import { applicant, creators, fans, staff } from './people.ts'
import { posts } from './posts.ts'
import { requests, takers } from './requests.ts'
import { evenings } from './posts/evenings.ts'

const today = new Date()
const now = today.getTime()
const history = historyUntil(today)
const everyone = [...creators, ...fans, applicant, staff]
const postOf = new Map(posts.map((post) => [post.key, post]))
const everyPost = [...posts, ...evenings]
const wordings = [...everyPost.flatMap(({ text, tagline }) => [text, tagline]), ...creators.flatMap(({ tagline, bio }) => [tagline, bio])]

test('no wallet is ever overdrawn, at any moment of the town’s history', () => {
  // Months are not equally long, so the same history is told at the ends of several.
  for (const day of [today, new Date('2027-02-28T23:00:00Z'), new Date('2027-03-31T01:00:00Z'), new Date('2028-01-01T12:00:00Z')]) {
    const { debts, balances } = reckon(historyUntil(day))
    expect(debts).toEqual([])
    expect(balances.size).toBe(fans.length)
    expect(balances.get('xiaoman')).toBe(128_000)
  }
})

test('小滿 ends with 1,280 tokens and has 《零點之後》 still before her', () => {
  expect(reckon(history).balances.get('xiaoman')).toBe(128_000)
  expect(history.some((event) => event.kind === 'unlock' && event.fan === 'xiaoman' && event.post === 'radio-after-zero')).toBe(false)
  expect(postOf.get('radio-after-zero')).toMatchObject({ audience: 'ppv', price: 120 })
})

test('only priced posts are unlocked, once each, after they were published and refunded only after they were unlocked', () => {
  const unlocked = new Set<string>()
  for (const event of history) {
    if (event.kind !== 'unlock' && event.kind !== 'refund') continue
    const receipt = `${event.fan} ${event.post}`
    expect(postOf.get(event.post), event.post).toMatchObject({ audience: 'ppv' })
    expect(postOf.get(event.post)?.hoursAgo, receipt).toBeGreaterThan(event.hoursAgo)
    expect(unlocked.has(receipt), receipt).toBe(event.kind === 'refund')
    if (event.kind === 'unlock') unlocked.add(receipt)
    else unlocked.delete(receipt)
  }
  expect(unlocked.size).toBeGreaterThan(40)
})

test('nobody likes, saves or tips what is not yet there, and followers-only posts are liked by followers', () => {
  const follows = new Set<string>()
  const likes = new Set<string>()
  for (const event of history) {
    if (event.kind === 'follow') follows.add(`${event.fan} ${event.creator}`)
    if (event.kind !== 'like' && event.kind !== 'bookmark' && event.kind !== 'tip') continue
    const post = event.post === undefined ? undefined : postOf.get(event.post)
    if (event.post !== undefined) expect(post?.hoursAgo, event.post).toBeGreaterThan(event.hoursAgo)
    if (event.kind === 'tip') expect(event.tokens).toBeGreaterThanOrEqual(10)
    else expect(likes.has(`${event.kind} ${event.fan} ${event.post}`)).toBe(false)
    if (event.kind === 'like' && post?.audience === 'followers') expect(follows).toContain(`${event.fan} ${post.creator}`)
    if (event.kind !== 'tip') likes.add(`${event.kind} ${event.fan} ${event.post}`)
  }
})

test('a subscription is opened once, renewed and cancelled only while it stands, and a blocked fan keeps away', () => {
  const subscribed = new Set<string>()
  const onTrial = new Set<string>()
  const blocked = new Set<string>()
  const seen = new Set<string>()
  for (const event of history) {
    if (event.kind === 'blockFan') {
      blocked.add(`${event.fan} ${event.creator}`)
      expect(subscribed.has(`${event.fan} ${event.creator}`)).toBe(false)
    }
    if (!('creator' in event) || !('fan' in event)) continue
    const pair = `${event.fan} ${event.creator}`
    if (event.kind !== 'blockFan') expect(blocked.has(pair), pair).toBe(false)
    if (event.kind === 'subscribe') expect(subscribed.has(pair) && !onTrial.has(pair), pair).toBe(false)
    if (event.kind === 'renew' || event.kind === 'cancel' || event.kind === 'lapse' || event.kind === 'refundPeriod')
      expect(subscribed.has(pair), `${pair} ${event.kind}`).toBe(true)
    if (event.kind === 'subscribe') subscribed.add(pair)
    if (event.kind === 'subscribe' && event.by === 'trial') onTrial.add(pair)
    else if (event.kind === 'subscribe') onTrial.delete(pair)
    if (event.kind === 'lapse' || event.kind === 'refundPeriod') subscribed.delete(pair)
    seen.add(event.kind === 'subscribe' ? `subscribe ${event.period} ${event.by}` : event.kind)
  }
  expect([...seen]).toEqual(
    expect.arrayContaining([
      'subscribe monthly wallet',
      'subscribe monthly card',
      'subscribe yearly card',
      'subscribe monthly trial',
      'cancel',
      'lapse',
      'renew',
      'blockFan',
      'refundPeriod',
    ]),
  )
})

test('a request goes on step by step, is accepted by whoever can pay for it, and says what nobody has to read twice', () => {
  const next: Record<string, readonly string[]> = {
    '': ['asked'],
    asked: ['quoted', 'declined', 'withdrawn'],
    quoted: ['accepted', 'declined', 'withdrawn', 'expired'],
    accepted: ['delivered', 'declined', 'overdue'],
  }
  const stands = new Map<string, string>()
  for (const event of history) {
    if (event.kind !== 'request') continue
    expect(next[stands.get(event.request) ?? ''], `${event.request} ${event.step}`).toContain(event.step)
    stands.set(event.request, event.step)
  }
  expect(new Set(stands.values())).toEqual(
    new Set(['asked', 'quoted', 'accepted', 'delivered', 'declined', 'withdrawn', 'expired', 'overdue']),
  )
  const minimums = new Map(takers.map(({ creator, minimum }) => [creator, minimum]))
  for (const { key, creator, budget, quote, text } of requests) {
    for (const tokens of [budget, quote?.price])
      if (tokens !== undefined) expect(tokens, key).toBeGreaterThanOrEqual(minimums.get(creator) ?? Infinity)
    expect(text + (quote?.note ?? ''), key).not.toMatch(/[!！]/)
  }
  expect(new Set(requests.map(({ text }) => text)).size).toBe(requests.length)
})

test('whose payment is disputed buys nothing until that is decided, and what goes wrong with a payment comes after it', () => {
  const paying = new Set<string>()
  const disputing = new Set<string>()
  const seen = new Set<string>()
  for (const event of history) {
    if (!('fan' in event)) continue
    const { fan, kind } = event
    if (kind === 'topUp') paying.add(fan)
    if (kind === 'disputed' || kind === 'gaveBack') expect(paying, `${fan} ${kind}`).toContain(fan)
    else if (costOf(event) > 0) expect(disputing, `${fan} ${kind}`).not.toContain(fan)
    if (kind === 'disputeLost') expect(disputing.delete(fan), fan).toBe(true)
    if (kind === 'disputed') disputing.add(fan)
    seen.add(kind)
  }
  expect(disputing).toEqual(new Set())
  for (const kind of ['disputeLost', 'gaveBack']) expect(seen).toContain(kind)
})

test('everyone was an adult on the day they joined, with a valid name of their own', () => {
  const reserved = [
    'admin',
    'home',
    'auth',
    'api',
    'creator',
    'explore',
    'wallet',
    'messages',
    'settings',
    'search',
    'live',
    'studio',
    'office',
    'about',
    'terms',
    'privacy',
  ]
  for (const person of everyone) {
    const joined = now - ('joinedDaysAgo' in person ? person.joinedDaysAgo : 0) * 86_400_000
    expect((joined - Date.parse(person.birthDate)) / 86_400_000 / 365, person.username).toBeGreaterThanOrEqual(18)
    expect(person.username).toMatch(/^[a-z0-9._]{3,30}$/)
    expect(reserved).not.toContain(person.username)
  }
  expect(new Set(everyone.map((person) => person.username)).size).toBe(everyone.length)
  expect(new Set(everyone.map((person) => person.email)).size).toBe(everyone.length)
  const faces = [...creators, ...fans, applicant].map((person) => `${person.avatar.mark} ${person.avatar.palette}`)
  expect(new Set(faces).size).toBe(faces.length)
  expect(creators).toHaveLength(12)
  expect(fans.length).toBeGreaterThanOrEqual(30)
})

test('nothing happens to a person before they joined', () => {
  const joined = new Map([...creators, ...fans].map((person) => [person.username, person.joinedDaysAgo * 24]))
  for (const event of history)
    if ('fan' in event) expect(joined.get(event.fan), `${event.fan} ${event.kind}`).toBeGreaterThan(event.hoursAgo)
  for (const post of posts) expect(joined.get(post.creator), post.key).toBeGreaterThan(post.hoursAgo)
})

test('every post has a type that fits its pictures, a price where it is sold, and pictures of its own', () => {
  const specs: string[] = []
  for (const post of posts) {
    if (post.type === 'text') continue
    expect(post.pictures.length, post.key).toBeGreaterThanOrEqual(1)
    expect(post.pictures.length, post.key).toBeLessThanOrEqual(6)
    if (post.audience === 'ppv') expect(post.price >= 10 && post.price <= 400, post.key).toBe(true)
    specs.push(...post.pictures.map((spec) => JSON.stringify(spec)))
  }
  expect(new Set(specs).size).toBe(specs.length)
  expect(new Set(posts.map((post) => post.key)).size).toBe(posts.length)
  expect(posts.filter((post) => post.hoursAgo < 12).length).toBeGreaterThanOrEqual(5)
  expect(Math.max(...posts.map((post) => post.hoursAgo))).toBeLessThanOrEqual(60 * 24)
})

test('every post says in one line, in its creator’s language, what a visitor would sign in for, and keeps its text for those who do', () => {
  const languageOf = new Map(creators.map(({ username, locale }) => [username, locale]))
  for (const { key, creator, tagline, text } of everyPost) {
    expect(tagline, key).toMatch(/\S/)
    // One line on a phone's card, two at most.
    expect(tagline.length, key).toBeLessThanOrEqual(languageOf.get(creator) === 'en-US' ? 48 : 24)
    expect(/\p{Script=Han}/u.test(tagline), key).toBe(languageOf.get(creator) !== 'en-US')
    expect(tagline, key).not.toMatch(/[。.]$/)
    expect(text.replace(/[。.]$/, ''), key).not.toBe(tagline)
  }
  expect(new Set(everyPost.map(({ tagline }) => tagline)).size).toBe(everyPost.length)
})

test('both languages are spoken, creators charge within the bounds, and no one shouts', () => {
  const chinese = wordings.filter((text) => /\p{Script=Han}/u.test(text)).length
  expect(chinese).toBeGreaterThan(60)
  expect(wordings.length - chinese).toBeGreaterThan(15)
  for (const text of [...wordings, ...pages.flatMap((page) => [...page.paragraphs['zh-TW'], ...page.paragraphs['en-US']])])
    expect(text).not.toMatch(/[!！]/)
  for (const { monthlyPrice, yearlyPrice } of [...creators, applicant])
    for (const price of [monthlyPrice, yearlyPrice])
      expect(price >= 2.95 && price <= 300 && Number.isInteger(Math.round(price * 1000) / 10)).toBe(true)
  expect(inTokens(4.35)).toBe(43.5)
  expect(inTokens(2.955)).toBe(29.55)
})

test('every scene draws the same picture twice, another one for another seed, without a word of text in it', () => {
  for (const scene of Object.keys(scenes) as (keyof typeof scenes)[]) {
    const drawing = { scene, palette: 'tide', seed: 'a', width: 600, height: 400 } as const
    expect(drawSvg(drawing)).toBe(drawSvg(drawing))
    expect(drawSvg(drawing), scene).not.toBe(drawSvg({ ...drawing, seed: 'b' }))
    expect(drawSvg(drawing), scene).not.toMatch(/<text|<filter|NaN|undefined/)
  }
})

test('pictures, covers and avatars come out as JPEG in their promised sizes', async () => {
  const { default: sharp } = await import('sharp')
  const read = async (picture: Buffer) => sharp(picture).metadata()
  expect(await read(await drawPicture({ scene: 'arches', palette: 'rose', seed: 'a', ratio: '4:5' }))).toMatchObject({
    format: 'jpeg',
    ...sizes['4:5'],
  })
  expect(await read(await drawCover({ scene: 'weave', palette: 'rose', seed: 'a' }))).toMatchObject({
    format: 'jpeg',
    width: 1500,
    height: 500,
  })
  expect(await read(await drawAvatar({ mark: 'moon', palette: 'violet' }))).toMatchObject({ format: 'jpeg', width: 512, height: 512 })
})
