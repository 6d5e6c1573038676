import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import * as comments from '#server/catalogue/comments/comments.ts'
import * as feeds from '#server/catalogue/feeds/feeds.ts'
import { block, follow, member, openHouse, picture, review, subscribe } from '#server/catalogue/feeds/testing.ts'
import type { NoticeKind, NoticeLetters } from '#contract/talk/notice-names.ts'
import { secretFor, useSecret } from '#server/platform/config/keys.ts'
import type { movableClock } from '#server/platform/clock/clock.ts'
import { sql, type Database } from '#server/platform/db/db.ts'
import type { Member } from '#server/platform/http/viewer.ts'
import { letters, useWishes, writeLetter } from '#server/platform/mail/mail.ts'
import { afterQuiet, nextDigest } from '#server/talk/notifications/hours.ts'
import { mailDue } from '#server/talk/notifications/mailing.ts'
import * as notifications from '#server/talk/notifications/notifications.ts'
import { hear } from '#server/talk/notifications/testing.ts'
import { noticeKinds } from '#contract/talk/notice-names.ts'
import { unsubscribeToken } from '#server/talk/notifications/unsubscribing.ts'

let db: Database
let clock: ReturnType<typeof movableClock>
let close: () => Promise<void>
let lan: Member
let mei: Member
let post: string
beforeAll(async () => {
  useSecret(Buffer.alloc(32, 7))
  ;({ db, clock, close } = await openHouse())
  await review(db, 'after')
  useWishes(notifications.wishOf)
})
afterAll(async () => {
  useWishes(async () => ({ isWanted: true }))
  await close()
})
beforeEach(async () => {
  lan = await verified('Lan', await member(db, 'performer'))
  mei = await verified('Mei', await member(db, 'user'))
  post = await publish({ text: 'Lanterns' })
  await hear(db)
})

async function verified(name: string, who: Member): Promise<Member> {
  await db.transaction((tx) =>
    tx.run(sql`
      update accounts.accounts set name = ${name}, email_verified_at = ${tx.now}, locale = 'en-US', timezone = 'Asia/Taipei' where id = ${who.accountId}`),
  )
  await prefer(who, { isDiscreet: false })
  return who
}

const publish = (draft: feeds.Draft = {}) =>
  db.transaction((tx) => feeds.publish(tx, lan.accountId, { type: draft.media ? 'photo' : 'text', text: 'Lanterns', ...draft }))
async function comment(who = mei): Promise<void> {
  await db.transaction((tx) =>
    comments.write(tx, { viewer: who, country: undefined }, { objectId: post, objectType: 'feed' }, 'How lovely.'),
  )
  await hear(db)
}
const prefer = (who: Member, wish: notifications.Wish) => db.transaction((tx) => notifications.prefer(tx, who.accountId, wish))
const wants = (who: Member, kind: NoticeKind, email: NoticeLetters) => prefer(who, { kinds: [{ kind, email }] })
async function got(who: Member) {
  await mailDue(db)
  return letters(db, 'https://stage.example', { recipient: `${who.username}@stagedoor.example`, limit: 20 })
}
/** Until the clock in Taipei shows this hour the next time. */
function until(hour: number): void {
  const now = new Date(db.now.getTime() + 8 * 3_600_000)
  const minutes = ((hour * 60 - (now.getUTCHours() * 60 + now.getUTCMinutes()) + 24 * 60) % (24 * 60)) + 1
  clock.advance({ minutes })
}

test('a letter at once says what happened, and how to have no more like it', async () => {
  await wants(lan, 'comment', 'now')
  await comment()
  const [letter, ...others] = await got(lan)
  expect(others).toEqual([])
  expect(letter).toMatchObject({ subject: 'Mei commented on “Lanterns”' })
  expect(letter?.text).toMatch(
    /https:\/\/stage\.example\/posts\/.*\n\nNotification settings\nhttps:\/\/stage\.example\/settings\/notifications\n\nStop e-mails like this\nhttps:\/\/stage\.example\/unsubscribe\//s,
  )
  await mailDue(db)
  expect(await got(lan)).toHaveLength(1)
})

test('what goes on while a letter lies unread is one more after an hour, not ten', async () => {
  await wants(lan, 'comment', 'now')
  await comment()
  expect(await got(lan)).toHaveLength(1)
  for (let each = 0; each < 9; each++) await comment()
  expect(await got(lan)).toHaveLength(1)
  clock.advance({ minutes: 61 })
  expect((await got(lan)).map(({ subject }) => subject)).toEqual(['“Lanterns” has 10 new comments', 'Mei commented on “Lanterns”'])
})

test('the digest comes once a day at its reader’s hour, with what they have not read, and not at all where there is nothing', async () => {
  until(10)
  await prefer(lan, { digestHour: 19 })
  await comment()
  expect(await got(lan)).toEqual([])
  until(18)
  expect(await got(lan)).toEqual([])
  until(19)
  expect((await got(lan)).map(({ subject }) => subject)).toEqual(['Mei commented on “Lanterns”'])
  until(19)
  expect(await got(lan)).toHaveLength(1)
  await comment()
  await db.transaction((tx) => notifications.markRead(tx, lan.accountId, {}))
  until(19)
  expect(await got(lan)).toHaveLength(1)
})

test('nothing is mailed in quiet hours; what waited is one letter when they end', async () => {
  await prefer(lan, {
    quietHours: { from: '22:00', to: '07:00' },
    kinds: [
      { kind: 'comment', email: 'now' },
      { kind: 'reply', email: 'now' },
    ],
  })
  until(23)
  await comment()
  const yu = await verified('Yu', await member(db, 'user'))
  await comment(yu)
  expect(await got(lan)).toEqual([])
  until(6)
  expect(await got(lan)).toEqual([])
  until(7)
  expect((await got(lan)).map(({ subject }) => subject)).toEqual(['“Lanterns” has 2 new comments'])
})

test.each(['off', 'now', 'digest'] as const)('a letter of a slice’s own is written when its reader wants it so: %s', async (email) => {
  await wants(mei, 'order', email)
  await db.transaction((tx) =>
    writeLetter(tx, {
      to: `${mei.username}@stagedoor.example`,
      subject: 'Sent',
      paragraphs: [],
      about: { accountId: mei.accountId, kind: 'order' },
    }),
  )
  await db.transaction((tx) => writeLetter(tx, { to: `${mei.username}@stagedoor.example`, subject: 'Refunded', paragraphs: [] }))
  const subjects = (await got(mei)).map(({ subject }) => subject)
  expect(subjects.toSorted()).toEqual(email === 'now' ? ['Refunded', 'Sent'] : ['Refunded'])
})

test('who takes no letters at all, and whose address nobody verified, get none of ours', async () => {
  const yu = await member(db, 'performer')
  for (const who of [lan, yu]) await wants(who, 'comment', 'now')
  await prefer(lan, { emails: false })
  await comment()
  post = await db.transaction((tx) => feeds.publish(tx, yu.accountId, { type: 'text', text: 'Neon' }))
  await comment()
  expect([await got(lan), await got(yu)]).toEqual([[], []])
})

test('no word of what is locked stands in a letter, nor is anything said of whom a block keeps from its reader', async () => {
  await wants(mei, 'post', 'now')
  await follow(db, mei, lan)
  await publish({ text: 'Behind the curtain', audience: 'subscription', media: [await picture(db, lan)] })
  await hear(db)
  const [letter] = await got(mei)
  expect(letter).toMatchObject({ subject: 'Lan published something new' })
  expect(letter?.text).not.toMatch(/curtain/)
  const yu = await verified('Yu', await member(db, 'user'))
  await wants(yu, 'post', 'now')
  await subscribe(db, yu, lan, new Date(db.now.getTime() + 30 * 86_400_000))
  await publish({ text: 'Once more' })
  await hear(db)
  await block(db, lan, yu)
  expect(await got(yu)).toEqual([])
})

test('whoever wants to be discreet reads only that there is news, and so does whoever has not chosen, whatever else they decided', async () => {
  await prefer(lan, { isDiscreet: true, kinds: [{ kind: 'comment', email: 'now' }] })
  await comment()
  expect((await got(lan)).map(({ subject }) => subject)).toEqual(['Stagedoor: you have news'])
  await db.transaction((tx) => tx.run(sql`delete from notifications.readers where account_id = ${lan.accountId}`))
  await prefer(lan, { digestHour: 8 })
  expect(await notifications.preferencesOf(db, lan.accountId)).toMatchObject({ isDiscreet: true })
  clock.advance({ minutes: 61 })
  await db.transaction((tx) => notifications.markRead(tx, lan.accountId, {}))
  await comment()
  expect((await got(lan)).map(({ subject }) => subject)).toEqual(['Stagedoor: you have news', 'Stagedoor: you have news'])
})

test('the link stops letters of its kind, once and again; another’s stay, and one that was changed or is too old stops nothing', async () => {
  const leave = (token: string) => db.transaction((tx) => notifications.unsubscribe(tx, token))
  const token = await unsubscribeToken(db, lan.accountId, 'comment')
  for (let each = 0; each < 2; each++) expect(await leave(token)).toEqual({ kind: 'comment', isStopped: true, emails: true })
  const emailOf = async (who: Member) =>
    (await notifications.preferencesOf(db, who.accountId)).kinds.find(({ kind }) => kind === 'comment' || kind === 'post')?.email
  expect([await emailOf(lan), await emailOf(mei)]).toEqual(['off', 'digest'])
  const bytes = Buffer.from(token, 'base64url')
  bytes.writeUInt8(bytes.readUInt8(0) ^ 1, 0)
  await expect(leave(bytes.toString('base64url'))).rejects.toMatchObject({ code: 'link_expired' })
  clock.advance({ days: 366 })
  await expect(leave(token)).rejects.toMatchObject({ code: 'link_expired' })

  expect(await leave(await unsubscribeToken(db, mei.accountId, undefined))).toEqual({ isStopped: true, emails: false })
  expect(await notifications.preferencesOf(db, mei.accountId)).toMatchObject({ emails: false })
})

test('links of letters that are out lead on after the site was given another secret; those from before they had a key of their own until then', async () => {
  const leave = (token: string) => db.transaction((tx) => notifications.unsubscribe(tx, token))
  const token = await unsubscribeToken(db, lan.accountId, 'comment')
  const body = Buffer.from(token, 'base64url').subarray(0, 21)
  const ofBefore = Buffer.concat([body, createHmac('sha256', secretFor('unsubscribe')).update(body).digest()]).toString('base64url')
  expect(await leave(ofBefore)).toMatchObject({ kind: 'comment', isStopped: true })
  useSecret(Buffer.alloc(32, 8))
  try {
    await expect(leave(ofBefore)).rejects.toMatchObject({ code: 'link_expired' })
    expect(await leave(token)).toMatchObject({ kind: 'comment', isStopped: true })
  } finally {
    useSecret(Buffer.alloc(32, 7))
  }
})

test('plain SQL neither changes what letters are signed with nor takes it away', async () => {
  for (const statement of [
    sql`update notifications.letter_key set key = decode(repeat('00', 32), 'hex')`,
    sql`delete from notifications.letter_key`,
    sql`insert into notifications.letter_key (is_only, key) values (false, decode(repeat('00', 32), 'hex'))`,
  ])
    await expect(db.transaction((tx) => tx.run(statement))).rejects.toMatchObject({ code: expect.stringMatching(/^23/) as string })
})

test('the same link takes it back, once and again, and starts nothing that was not stopped; an old or changed one does nothing', async () => {
  const back = (token: string) => db.transaction((tx) => notifications.resubscribe(tx, token))
  const emailOf = async () => (await notifications.preferencesOf(db, lan.accountId)).kinds.find(({ kind }) => kind === 'comment')?.email
  const token = await unsubscribeToken(db, lan.accountId, 'comment')
  await wants(lan, 'comment', 'digest')
  expect(await back(token)).toEqual({ kind: 'comment', isStopped: false, emails: true })
  expect(await emailOf()).toBe('digest')
  await db.transaction((tx) => notifications.unsubscribe(tx, token))
  expect(await notifications.letterLink(db, token)).toEqual({ kind: 'comment', isStopped: true, emails: true })
  for (let each = 0; each < 2; each++) expect(await back(token)).toEqual({ kind: 'comment', isStopped: false, emails: true })
  expect(await emailOf()).toBe('now')

  // Of one kind alone: whoever takes no letters at all still takes none, and is told so.
  await prefer(lan, { emails: false })
  expect(await back(token)).toEqual({ kind: 'comment', isStopped: true, emails: false })
  expect(await back(await unsubscribeToken(db, lan.accountId, undefined))).toEqual({ isStopped: false, emails: true })

  await db.transaction((tx) => notifications.unsubscribe(tx, token))
  for (const ask of [back, (each: string) => notifications.letterLink(db, each)])
    await expect(ask(`${token.slice(0, -4)}AAAA`)).rejects.toMatchObject({ code: 'link_expired' })
  clock.advance({ days: 366 })
  for (const ask of [back, (each: string) => notifications.letterLink(db, each)])
    await expect(ask(token)).rejects.toMatchObject({ code: 'link_expired' })
  expect(await emailOf()).toBe('off')
})

test('a letter about the account offers to stop what can be stopped: all that only tell, not its own kind', async () => {
  const token = await unsubscribeToken(db, lan.accountId, 'account')
  expect(await db.transaction((tx) => notifications.unsubscribe(tx, token))).toEqual({ isStopped: true, emails: false })
})

test('letters about the account’s safety cannot be switched off, and of what one never hears nothing is decided', async () => {
  await expect(wants(mei, 'account', 'off')).rejects.toMatchObject({ code: 'invalid', fields: [{ field: 'kinds.0.email' }] })
  await expect(wants(mei, 'sale', 'off')).rejects.toMatchObject({ code: 'invalid', fields: [{ field: 'kinds.0.kind' }] })
  await expect(prefer(mei, { quietHours: { from: '22:00', to: '22:00' } })).rejects.toMatchObject({
    code: 'invalid',
    fields: [{ field: 'quietHours.to', code: 'same_time' }],
  })
})

test('quiet hours and the digest follow the reader’s clock, also in the nights in which it is changed', () => {
  const berlin = { timeZone: 'Europe/Berlin', quietFrom: 23 * 60, quietTo: 7 * 60, digestHour: 8 }
  const at = (iso: string) => new Date(iso)
  // In the night to 29 March 2026 the clock skips an hour, in the night to 25 October it shows one twice.
  expect(afterQuiet(at('2026-03-28T22:30:00Z'), berlin)).toEqual(at('2026-03-29T05:00:00Z'))
  expect(afterQuiet(at('2026-10-24T21:30:00Z'), berlin)).toEqual(at('2026-10-25T06:00:00Z'))
  expect(afterQuiet(at('2026-03-29T05:00:00Z'), berlin)).toEqual(at('2026-03-29T05:00:00Z'))
  expect(nextDigest(at('2026-03-28T12:00:00Z'), berlin)).toEqual(at('2026-03-29T06:00:00Z'))
  expect(nextDigest(at('2026-10-24T12:00:00Z'), berlin)).toEqual(at('2026-10-25T07:00:00Z'))
  // A digest in the night waits for its end; within one day, too.
  expect(nextDigest(at('2026-06-01T12:00:00Z'), { ...berlin, digestHour: 3 })).toEqual(at('2026-06-02T05:00:00Z'))
  expect(afterQuiet(at('2026-06-01T12:00:00Z'), { ...berlin, quietFrom: 13 * 60, quietTo: 15 * 60 })).toEqual(at('2026-06-01T13:00:00Z'))
})

test('a link that lasts a year means the same kind all the while, wherever its kind stands in a list', async () => {
  const carried = new Map<NoticeKind, number>()
  for (const kind of noticeKinds) carried.set(kind, Buffer.from(await unsubscribeToken(db, lan.accountId, kind), 'base64url').readUInt8(16))
  // Numbers in letters that went out: a new kind takes the next one, and none is ever another's.
  expect(Object.fromEntries(carried)).toEqual({
    message: 0,
    comment: 1,
    reply: 2,
    post: 3,
    sale: 4,
    tip: 5,
    subscriber: 6,
    order: 7,
    request: 8,
    subscription: 9,
    payout: 10,
    review: 11,
    campaign: 12,
    account: 255,
  })
})
