// Finding performers, and a performer's page with all that it gathers (calls.md sections 4 and 11).
// Promises: somebody hidden by a block, a country or their state is not found and not listed; lists cost the same few questions
// whatever their length.
// Leaves to others: the works under a profile (their kinds), changing a profile (profiles, me).
import { byTotal, type Total } from '#contract/catalogue/kind-names.ts'
import type { PerformerListing } from '#contract/people/person.ts'
import type { PerformerProfile } from '#contract/windows/directory.ts'
import type { Reader } from '#server/catalogue/access/access.ts'
import * as reactions from '#server/catalogue/reactions/reactions.ts'
import * as works from '#server/catalogue/works/works.ts'
import * as accounts from '#server/people/accounts/accounts.ts'
import * as blocks from '#server/people/blocks/blocks.ts'
import * as follows from '#server/people/follows/follows.ts'
import * as profiles from '#server/people/profiles/profiles.ts'
import type { Db } from '#server/platform/db/db.ts'
import * as finding from '#server/platform/finding/finding.ts'
import { idOf } from '#server/platform/http/viewer.ts'
import { refuse } from '#server/platform/refusals/refusal.ts'
import { fromHundredths } from '#server/platform/units/units.ts'
import { automaticPercent } from '#server/talk/automations/automations.ts'
import * as settings from '#server/site/settings/settings.ts'
import { refuseProhibited } from '#server/site/terms/terms.ts'
import * as subscriptions from '#server/money/subscriptions/subscriptions.ts'
import { nextShow } from '#server/stage/live/live.ts'
import * as queries from '#server/windows/directory/queries.ts'

/** Performers as they look in browse, in the order given; those who may not be shown are left out. Blocks are the caller's to apply. */
export async function listings(db: Db, reader: Reader, ids: readonly string[]): Promise<PerformerListing[]> {
  if (ids.length === 0) return []
  const site = await settings.current(db)
  return (await lookUp(db, reader, ids)).map((looked) => listingOf(looked, site))
}

/** One performer, with all that a listing is made of. */
interface Looked {
  face: profiles.Face
  profile: profiles.Profile
  shown: works.Totals | undefined
  ties: queries.Ties
}

async function lookUp(db: Db, { viewer }: Reader, ids: readonly string[]): Promise<Looked[]> {
  const [faces, details, shown, ties] = await Promise.all([
    profiles.faces(db, ids),
    profiles.findAll(db, ids),
    works.totalsOf(db, ids),
    queries.ties(db, idOf(viewer), ids),
  ])
  const tiesOf = new Map(ties.map((each) => [each.id, each]))
  return ids.flatMap((id) => {
    const [face, profile, of] = [faces.get(id), details.get(id), tiesOf.get(id)]
    return face && profile && of ? [{ face, profile, shown: shown.get(id), ties: of }] : []
  })
}

type Site = Awaited<ReturnType<typeof settings.current>>

function listingOf({ face, profile, shown, ties }: Looked, { currency, freeSubscriptionEnabled }: Site): PerformerListing {
  return {
    ...face.card,
    ...(face.cover && { cover: face.cover }),
    bio: face.bio,
    ...(face.country && { country: face.country }),
    // Nobody is asked for what was never said, or in another currency.
    monthlyPrice: profiles.sellsFor(profile, currency) ? fromHundredths(profile.monthlyPrice) : 0,
    isFreeSubscription: freeSubscriptionEnabled && profile.hasFreeTrial,
    totalFeeds: shown?.ofKind.get('feed') ?? 0,
    totalFollowers: ties.followers,
    totalSubscribers: ties.subscribers,
    isFollowed: ties.isFollowed,
    isSubscribed: ties.isSubscribed,
    isLive: ties.liveId !== null,
    ...(ties.liveId !== null && { liveId: ties.liveId }),
  }
}

/** A performer's page. @throws not_found; also when they blocked the viewer or hide from the viewer's country */
export async function profile(db: Db, reader: Reader, usernameOrId: string): Promise<PerformerProfile> {
  const account = (await accounts.findByName(db, usernameOrId)) ?? refuse('not_found')
  const { id } = account
  const [isBlocked, [looked], counters, { likes, welcomeId }, tint, site, announced] = await Promise.all([
    blockedOrRefused(db, reader, id),
    lookUp(db, reader, [id]),
    reactions.countersOf(db, idOf(reader.viewer), [id]),
    queries.likesAndWelcome(db, id),
    profiles.tintOf(db, id),
    settings.current(db),
    nextShow(db, id, idOf(reader.viewer)),
  ])
  if (!looked) return refuse('not_found')
  const { profile: details, shown, ties } = looked
  const listing = listingOf(looked, site)
  const freeTrialDays = freeTrialFor(reader, ties, site)
  const sold = profiles.sellsFor(details, site.currency)
  const automatic = site.showAutomationShare ? await automaticPercent(db, id) : undefined
  return {
    ...listing,
    tagline: details.tagline,
    ...(tint && { tint }),
    ...(account.gender && { gender: account.gender }),
    languages: details.languages,
    tags: details.tags,
    bodyInfo: details.body,
    socials: details.socials,
    ...(sold && details.threeMonthPrice !== null && { threeMonthPrice: fromHundredths(details.threeMonthPrice) }),
    ...(sold && details.sixMonthPrice !== null && { sixMonthPrice: fromHundredths(details.sixMonthPrice) }),
    ...(sold && details.yearlyPrice !== null && { yearlyPrice: fromHundredths(details.yearlyPrice) }),
    ...(sold && freeTrialDays !== undefined && details.hasFreeTrial && { freeTrialDays }),
    isBlocked,
    isBookmarked: counters(id).isBookmarked,
    stats: {
      ...totalsByKind(shown),
      totalPhotos: shown?.pictures ?? 0,
      totalVideos: shown?.films ?? 0,
      totalLikes: likes,
      totalFollowers: listing.totalFollowers,
      totalSubscribers: listing.totalSubscribers,
    },
    ...(automatic !== undefined && { automatic }),
    ...(details.takesRequests && { requests: { minimum: fromHundredths(details.requestMinimum) } }),
    ...(announced &&
      !listing.isLive && { nextShow: { _id: announced.id, title: announced.title, scheduledAt: announced.scheduledAt.toISOString() } }),
    ...(welcomeId !== null && { welcomeVideoId: welcomeId }),
    joinedAt: account.createdAt.toISOString(),
  }
}

function totalsByKind(totals: works.Totals | undefined): Record<Total, number> {
  return byTotal((kind) => totals?.ofKind.get(kind) ?? 0)
}

/** Whom one blocked oneself can be looked at, to lift the block; whoever else is hidden is not found. */
async function blockedOrRefused(db: Db, { viewer, country }: Reader, performerId: string): Promise<boolean> {
  if (viewer.kind === 'member' && viewer.role === 'staff') return false
  const viewerId = idOf(viewer)
  if (!(await blocks.isHidden(db, viewerId, country, [performerId])).has(performerId)) return false
  const isHiddenFromAll = (await blocks.isHidden(db, undefined, country, [performerId])).has(performerId)
  if (!viewerId || isHiddenFromAll) return refuse('not_found')
  const isTheirs = (await blocks.blockedAmong(db, performerId, [viewerId])).has(viewerId)
  return isTheirs ? refuse('not_found') : true
}

/** A trial is for those who never subscribed to this performer, and performers subscribe to nobody (calls.md section 0). */
function freeTrialFor(
  { viewer }: Reader,
  { hasSubscribed }: queries.Ties,
  { freeSubscriptionEnabled, freeSubscriptionDuration }: Site,
): number | undefined {
  if (!freeSubscriptionEnabled) return undefined
  if (viewer.kind === 'visitor') return freeSubscriptionDuration
  return viewer.role !== 'user' || hasSubscribed ? undefined : freeSubscriptionDuration
}

export interface Asked extends queries.Search {
  /** Tolerant search by name and self-description; without an order, exact matches first and the newest of them. */
  text?: string | undefined
}

/** From so many on, what was found is taken for what was meant, and no letter is forgiven. */
const enough = 5

/** Performers who are active and approved, without those hidden from the reader. @throws prohibited_term for words or a tag that nobody may look for */
export async function search(
  db: Db,
  reader: Reader,
  { text, isFreeSubscription, ...rest }: Asked,
  page: { limit: number; offset: number },
): Promise<{ data: PerformerListing[]; total: number }> {
  await refuseProhibited(db, { q: text, tags: rest.tags })
  // Where the site offers no trials nobody does, whatever they said while it did.
  const offersTrials = (await settings.current(db)).freeSubscriptionEnabled
  const asked = { ...rest, ...(offersTrials && { isFreeSubscription }) }
  const reading = text ? finding.reading(db, 'performer', text) : undefined
  if ((isFreeSubscription && !offersTrials) || (text && !reading)) return { data: [], total: 0 }
  const viewerId = idOf(reader.viewer)
  const within = { viewerId, hidden: await blocks.hiddenFrom(db, viewerId, reader.country), ...page }
  const exact = await queries.performers(db, asked, { ...within, ...(reading && { found: [reading.exact] }) })
  const { ids, total } =
    reading && exact.total < enough
      ? await queries.performers(db, asked, { ...within, found: [reading.exact, await reading.forgiven()] })
      : exact
  return { data: await listings(db, reader, ids), total }
}

/** A handful to discover: not oneself, nobody one follows already, nobody hidden. */
export async function random(db: Db, reader: Reader, limit: number): Promise<PerformerListing[]> {
  const viewerId = idOf(reader.viewer)
  const hidden = await blocks.hiddenFrom(db, viewerId, reader.country)
  return listings(db, reader, await queries.anyOf(db, viewerId, hidden, limit))
}

const rankedAtOnce = 100
const rankingMs = 10 * 60_000
let ranking: { of: Db; madeAt: number; ids: string[] } | undefined

/** The ranking of the last 30 days, made anew every ten minutes, without those hidden from the reader. */
export async function top(db: Db, reader: Reader, limit: number): Promise<(PerformerListing & { rank: number })[]> {
  const now = db.now.getTime()
  if (!ranking || ranking.of !== db || now - ranking.madeAt >= rankingMs)
    ranking = { of: db, madeAt: now, ids: await queries.ranked(db, rankedAtOnce) }
  const { ids } = ranking
  const hidden = await blocks.isHidden(db, idOf(reader.viewer), reader.country, ids)
  const shown = await listings(db, reader, ids.filter((id) => !hidden.has(id)).slice(0, limit))
  return shown.map((listing, place) => ({ ...listing, rank: place + 1 }))
}

/** A performer's followers, newest first. */
export async function followers(db: Db, performerId: string, page: { limit: number; offset: number }) {
  const { rows, total } = await follows.followersOf(db, performerId, page)
  const fans = rows.map(({ fanId }) => fanId)
  const [cards, subscribers] = await Promise.all([profiles.userCards(db, fans), subscriptions.subscribersAmong(db, performerId, fans)])
  const data = rows.flatMap(({ fanId, since }) => {
    const user = cards.get(fanId)
    return user ? { user, since: since.toISOString(), isSubscribed: subscribers.has(fanId) } : []
  })
  return { data, total }
}
