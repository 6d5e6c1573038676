// Posts and events of the town, told in the order in which they happened, each by the door that it would have gone through.
import * as access from '#server/catalogue/access/access.ts'
import * as feeds from '#server/catalogue/feeds/feeds.ts'
import * as videos from '#server/catalogue/videos/videos.ts'
import * as reactions from '#server/catalogue/reactions/reactions.ts'
import * as catalogue from '#server/catalogue/works/works.ts'
import * as earnings from '#server/money/earnings/earnings.ts'
import * as payments from '#server/money/payments/payments.ts'
import * as renewals from '#server/money/renewals/renewals.ts'
import * as subscriptions from '#server/money/subscriptions/subscriptions.ts'
import * as wallet from '#server/money/wallet/wallet.ts'
import * as blocks from '#server/people/blocks/blocks.ts'
import * as follows from '#server/people/follows/follows.ts'
import * as admin from '#server/office/admin/admin.ts'
import type { Database, Tx } from '#server/platform/db/db.ts'
import { toHundredths } from '#server/platform/units/units.ts'
import type { Cast } from '#database/town/build/cast.ts'
import { campaignChapters } from '#database/town/build/campaigns.ts'
import { couponChapters } from '#database/town/build/coupons.ts'
import { order, orderStep, shelfChapters, type Shop } from '#database/town/build/shop.ts'
import { eveningChapters } from '#database/town/build/evenings.ts'
import { galleryChapters, openToAll } from '#database/town/build/galleries.ts'
import { at, type Chapter } from '#database/town/build/one-transaction.ts'
import { letterChapters } from '#database/town/build/letters.ts'
import { newsChapters } from '#database/town/build/news.ts'
import { reportChapters } from '#database/town/build/reports.ts'
import { visitChapters } from '#database/town/build/referrals.ts'
import { requestStep, takerChapters } from '#database/town/build/requests.ts'
import { privateShow, showChapters, type Stage } from '#database/town/build/shows.ts'
import { priceChapters } from '#database/town/build/streams.ts'
import { payoutChapters } from '#database/town/build/payouts.ts'
import { walletChapters } from '#database/town/build/wallets.ts'
import * as mishaps from '#database/town/build/mishaps.ts'
import { type Event, historyUntil } from '#database/town/history.ts'
import { type Film, films } from '#database/town/films.ts'
import { type Post, posts } from '#database/town/posts.ts'

interface Story {
  cast: Cast
  /** The files of each post, by its key. */
  filesOf: ReadonlyMap<string, readonly string[]>
  /** The footage of each film, by its key. */
  filmOf: ReadonlyMap<string, string>
  /** The works that were published so far, by their post's key. */
  works: Map<string, string>
  packages: ReadonlyMap<string, string>
  shop: Shop
  /** The house's own database: doors that open transactions get this one. */
  db: Database
  stage: Stage
  /** What was asked of creators so far, by its key. */
  requests: Map<string, string>
  /** Where the newest top-up of each fan was paid at the sandbox. */
  pages: Map<string, string>
}

const hourMs = 3_600_000

/**
 * @param tx at the instant that the town is built for: ages count back from it
 * @param db the house's own, for doors that open transactions: inside this one
 */
export async function tell(
  tx: Tx,
  cast: Cast,
  filesOf: ReadonlyMap<string, readonly string[]>,
  filmOf: ReadonlyMap<string, string>,
  soundOf: ReadonlyMap<string, string>,
  shop: Shop,
  db: Database,
  stage: Stage,
): Promise<void> {
  earnings.useTippedPosts(feeds.tippedPost)
  const packages = new Map((await payments.packages(tx)).map(({ key, id }) => [key, id]))
  const story: Story = { cast, filesOf, filmOf, works: new Map(), packages, shop, db, stage, requests: new Map(), pages: new Map() }
  const chapters: Chapter[] = [
    ...posts.map((post) => ({ hoursAgo: post.hoursAgo, happen: (then: Tx) => publish(then, story, post) })),
    ...films.map((film) => ({ hoursAgo: film.hoursAgo, happen: (then: Tx) => screen(then, story, film) })),
    ...[...posts, ...films].filter(isLookedAt).map((post) => ({
      hoursAgo: post.hoursAgo - untilLookedAt,
      happen: (then: Tx) => catalogue.approve(then, workOf(story.works, post.key), cast.staffId),
    })),
    ...posts
      .filter(({ front }) => front === 'open')
      .map((post) => ({ hoursAgo: openedOf(post), happen: (then: Tx) => open(then, story, post) })),
    ...galleryChapters(cast, filesOf),
    ...eveningChapters({ cast, filmOf, soundOf, works: story.works }, tx.now),
    ...shelfChapters(cast, shop),
    ...priceChapters(cast),
    ...showChapters(stage),
    ...payoutChapters(cast),
    ...couponChapters(cast),
    ...newsChapters(cast, filesOf),
    ...walletChapters(cast),
    ...letterChapters(cast, db, filesOf),
    ...campaignChapters(cast),
    ...takerChapters(cast),
    ...visitChapters(cast),
    ...reportChapters({ cast, works: story.works }),
    ...historyUntil(tx.now).map((event) => ({ hoursAgo: event.hoursAgo, happen: (then: Tx) => happen(then, story, event) })),
  ]
  for (const { hoursAgo, happen } of chapters.toSorted((a, b) => b.hoursAgo - a.hoursAgo))
    await happen(at(tx, new Date(tx.now.getTime() - hoursAgo * hourMs)))
}

const untilLookedAt = 5

/** Staff have seen to all but the newest, so that a queue is left in the office and no mountain. */
const isLookedAt = ({ hoursAgo }: { hoursAgo: number }): boolean => hoursAgo > 24

/** After it was looked at; for the front they look at the newest too. */
const openedOf = (post: Post): number => (isLookedAt(post) ? post.hoursAgo - untilLookedAt - 1 : post.hoursAgo / 2)

async function open(tx: Tx, { cast, works }: Story, post: Post): Promise<void> {
  const id = workOf(works, post.key)
  if (!isLookedAt(post)) await catalogue.approve(tx, id, cast.staffId)
  await openToAll(tx, cast, id)
}

async function publish(tx: Tx, { cast, filesOf, works }: Story, post: Post): Promise<void> {
  const { type, text, tagline, tags, audience, key, pinned = false, front } = post
  const isForFront = front !== undefined
  const sale = post.audience === 'ppv' ? { price: toHundredths(post.price) } : {}
  const media = filesOf.get(key) ?? []
  const { accountId } = cast.of(post.creator).member
  works.set(key, await feeds.publish(tx, accountId, { type, text, tagline, tags, audience, pinned, media, isForFront, ...sale }))
}

async function screen(tx: Tx, { cast, filmOf, works }: Story, film: Film): Promise<void> {
  const { key, creator, title, description, tags, sale, with: others = [], greets = false } = film
  const participants = others.map((username) => cast.of(username).member.accountId)
  const price = sale.audience === 'ppv' ? toHundredths(sale.price) : 0
  const { accountId } = cast.of(creator).member
  const id = await videos.publish(tx, accountId, {
    title,
    description,
    tags,
    audience: sale.audience,
    price,
    participants,
    video: filmOf.get(key),
  })
  for (const performerId of participants) await catalogue.answerNaming(tx, id, performerId, 'agreed')
  if (greets) await videos.chooseWelcome(tx, accountId, id)
  works.set(key, id)
}

type Told<Kind extends Event['kind']> = Extract<Event, { kind: Kind }>
type Replay = { [Kind in Event['kind']]: (tx: Tx, story: Story, event: Told<Kind>) => Promise<void> }

/** At the sandbox, as a visitor would; its report is heard within the minute. */
async function pays(
  tx: Tx,
  { cast, packages, pages }: Story,
  { fan, package: key, coupon: couponCode }: { fan: string; package: string; coupon?: string },
  end: 'paid' | 'kept' | 'declined',
): Promise<void> {
  const { member, locale } = cast.of(fan)
  const begun = await payments.topUp(tx, { accountId: member.accountId, packageId: packages.get(key), couponCode }, locale)
  if (begun.status === 'redirect') pages.set(fan, begun.paymentUrl.split('/').at(-1) ?? '')
  const { transactionId } = begun
  await payments.settleAtOnce(at(tx, new Date(tx.now.getTime() + 40_000)), transactionId, end)
}

const replays: Replay = {
  async follow(tx, { cast }, { fan, creator }) {
    const { member, country } = cast.of(fan)
    await follows.follow(tx, member.accountId, cast.of(creator).member.accountId, country)
  },

  topUp: (tx, story, event) => pays(tx, story, event, event.keepsCard ? 'kept' : 'paid'),

  declined: (tx, story, event) => pays(tx, story, event, 'declined'),

  async subscribe(tx, { cast }, { fan, creator, period, by }) {
    const { member, country } = cast.of(fan)
    const performerId = cast.of(creator).member.accountId
    const type = by === 'trial' ? 'free' : period
    const begun = await subscriptions.subscribe(tx, member, country, { performerId, type, gateway: by === 'wallet' ? by : undefined })
    if (begun.status !== 'succeeded') await payments.settleAtOnce(tx, begun.transactionId)
  },

  async renew(tx, { cast }, { fan, creator, by }) {
    await renewals.renewAtOnce(tx, cast.of(fan).member.accountId, cast.of(creator).member.accountId, by)
  },

  async cancel(tx, { cast }, { fan, creator }) {
    const { member } = cast.of(fan)
    const performerId = cast.of(creator).member.accountId
    const running = (await subscriptions.runningBetween(tx, member.accountId, [performerId])).get(performerId)
    if (!running) throw new Error(`${fan} does not subscribe to ${creator} and cannot cancel`)
    await subscriptions.cancel(tx, member, running.id)
  },

  async lapse(tx, { cast }, { fan, creator }) {
    await renewals.lapse(tx, cast.of(fan).member.accountId, cast.of(creator).member.accountId)
  },

  async unlock(tx, { cast, works }, { fan, post }) {
    const { member, country } = cast.of(fan)
    await access.buy(tx, member, country, workOf(works, post))
  },

  async refund(tx, { cast, works }, { fan, post, reason }) {
    const receipt = await wallet.receiptFor(tx, cast.of(fan).member.accountId, access.referenceOf(workOf(works, post)))
    if (!receipt) throw new Error(`${fan} has not bought ${post} and cannot be refunded`)
    await admin.refund(tx, receipt.transferId, { by: cast.staffId, reason, ip: '127.0.0.1' })
  },

  refundPeriod: (tx, { cast }, event) => mishaps.refundPeriod(tx, cast, event),
  disputed: (tx, { pages }, { fan }) => mishaps.dispute(tx, pages.get(fan)),
  disputeLost: (tx, { pages }, { fan }) => mishaps.loseDispute(tx, pages.get(fan)),
  gaveBack: (tx, { pages }, { fan, dollars }) => mishaps.giveBackUnheard(tx, pages.get(fan), dollars),

  async tip(tx, { cast, works, stage }, { fan, creator, tokens, message, post, show }) {
    const { member, country } = cast.of(fan)
    const performerId = cast.of(creator).member.accountId
    const feedId = post === undefined ? undefined : workOf(works, post)
    const streamId = show === undefined ? undefined : stage.shows.get(show)
    await earnings.tip(tx, member, country, { performerId, amount: toHundredths(tokens), message, feedId, streamId })
  },

  order: (tx, { cast, shop }, event) => order(tx, cast, shop, event),
  orderStep: (tx, { cast, shop }, event) => orderStep(tx, cast, shop, event),

  request: (tx, story, event) => requestStep(tx, story, event),
  privateShow: (tx, { stage }, event) => privateShow(tx, stage, event),

  like: (tx, story, event) => react(tx, story, event),
  bookmark: (tx, story, event) => react(tx, story, event),

  async blockFan(tx, { cast }, { creator, fan, reason }) {
    await blocks.block(tx, cast.of(creator).member.accountId, { targetId: cast.of(fan).member.accountId, reason })
  },

  async blockCountry(tx, { cast }, { creator, country }) {
    const { accountId } = cast.of(creator).member
    await blocks.setCountries(tx, accountId, [...(await blocks.countriesOf(tx, accountId)), country])
  },
}

async function react(tx: Tx, { cast, works }: Story, { kind: action, fan, post }: Told<'like' | 'bookmark'>): Promise<void> {
  const { accountId: by } = cast.of(fan).member
  const targetId = workOf(works, post)
  // Whoever likes a post has opened it.
  await reactions.seen(tx, by, targetId, 'feed')
  await reactions.react(tx, { by, targetId, targetKind: 'feed', action })
}

function happen(tx: Tx, story: Story, event: Event): Promise<void> {
  const replay = replays[event.kind] as (tx: Tx, story: Story, event: Event) => Promise<void>
  return replay(tx, story, event)
}

function workOf(works: ReadonlyMap<string, string>, key: string): string {
  const id = works.get(key)
  if (!id) throw new Error(`the post ${key} is not published yet`)
  return id
}
