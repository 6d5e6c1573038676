// Oneself, gathered from everywhere: who I am on every page, and a performer's own profile to edit.
// Promises: nothing of anybody else, and no secret of one's own (no password, of documents their status, of bank details what is masked).
// Leaves to others: every change (accounts, profiles, automations), which this only brings together.
import type { Becoming, CurrentUser, OwnProfile, Waiting } from '#contract/windows/me.ts'
import * as shop from '#server/catalogue/shop/shop.ts'
import * as videos from '#server/catalogue/videos/videos.ts'
import * as works from '#server/catalogue/works/works.ts'
import { accountsOf as payoutAccountsOf, maskedBankOf } from '#server/money/destinations/destinations.ts'
import * as wallet from '#server/money/wallet/wallet.ts'
import * as accounts from '#server/people/accounts/accounts.ts'
import * as blocks from '#server/people/blocks/blocks.ts'
import * as follows from '#server/people/follows/follows.ts'
import * as identity from '#server/people/identity/identity.ts'
import * as profiles from '#server/people/profiles/profiles.ts'
import type { Db, Tx } from '#server/platform/db/db.ts'
import type { Member } from '#server/platform/http/viewer.ts'
import { refuse } from '#server/platform/refusals/refusal.ts'
import { fromHundredths, toHundredths } from '#server/platform/units/units.ts'
import * as settings from '#server/site/settings/settings.ts'
import { refuseProhibited } from '#server/site/terms/terms.ts'
import * as live from '#server/stage/live/live.ts'
import * as automations from '#server/talk/automations/automations.ts'
import * as messaging from '#server/talk/messaging/messaging.ts'
import * as notifications from '#server/talk/notifications/notifications.ts'
import * as requests from '#server/talk/requests/requests.ts'
import * as subscriptions from '#server/money/subscriptions/subscriptions.ts'

/** calls.md section 1. @param country where they call from: creators hide from countries */
export async function currentUser(db: Db, viewer: Member, country: string | undefined): Promise<CurrentUser> {
  const id = viewer.accountId
  const [account, pictures, balance, states, messages, notices] = await Promise.all([
    accounts.find(db, id),
    profiles.picturesOf(db, [id]),
    wallet.balanceOf(db, id),
    identity.statesOf(db, [id]),
    messaging.totalUnread(db, viewer),
    notifications.totalUnread(db, { viewer, country }),
  ])
  if (!account) return refuse('not_found')
  const isPerformer = account.role === 'performer'
  return {
    _id: id,
    name: account.name,
    username: account.username,
    email: account.email,
    ...pictures.get(id),
    balance: fromHundredths(balance),
    roles: [account.role],
    isPerformer,
    ...(isPerformer && { performerId: id }),
    emailVerified: account.emailVerifiedAt !== null,
    ageVerified: viewer.isAdult,
    mustAssureAge: viewer.mustAssure === true,
    kycStatus: states.get(id) ?? 'none',
    unread: { messages, notifications: notices },
    ...present({ gender: account.gender, country: account.country, timezone: account.timezone, locale: account.locale }),
    bio: account.bio,
    ...present({ dateOfBirth: account.birthDate }),
    notificationPrefs: { email: account.notificationPreferences.email ?? true },
    hidesPresence: account.hidesPresence,
    createdAt: account.createdAt.toISOString(),
    ...(viewer.actorId && { impersonatedBy: viewer.actorId }),
  }
}

/** The steps to perform, whichever of their accounts asks. */
export async function becoming(db: Db, { accountId, role }: Member): Promise<Becoming> {
  const account = role === 'performer' ? await accounts.find(db, accountId) : await accounts.heldBy(db, accountId)
  if (!account) return { state: 'none', documents: [], hasAgreed: false, hasPayout: false, hasPost: false }
  const { id, name, username, state } = account
  const [application, documents, bank, payoutAccounts, shown] = await Promise.all([
    identity.find(db, id),
    identity.documentsOf(db, [id]),
    maskedBankOf(db, id),
    payoutAccountsOf(db, id),
    works.totalsOf(db, [id]),
  ])
  const { reason, submittedAt, decidedAt, legalName, phone, country } = application ?? {}
  return {
    state: application?.state ?? 'none',
    account: { _id: id, name, username, isOpen: state === 'active' },
    ...present({
      reason: reason ?? null,
      submittedAt: submittedAt?.toISOString() ?? null,
      decidedAt: decidedAt?.toISOString() ?? null,
    }),
    documents: (documents.get(id) ?? []).map(({ type, sentAt }) => ({ type, sentAt: sentAt.toISOString() })),
    ...(legalName && phone && country && { sent: { legalName, phone, country, ...present({ gender: account.gender }) } }),
    hasAgreed: application !== undefined,
    hasPayout: bank.details !== undefined || payoutAccounts.length > 0,
    hasPost: [...(shown.get(id)?.ofKind.values() ?? [])].some((count) => count > 0),
  }
}

/** calls.md section 11, GET /performers/me. @throws not_found when there is no profile */
export async function ownProfile(db: Db, performer: Member): Promise<OwnProfile> {
  const id = performer.accountId
  const { currency } = await settings.current(db)
  const [
    account,
    profile,
    pictures,
    states,
    documents,
    { details: banking },
    commission,
    countries,
    shown,
    followers,
    subscribers,
    rules,
    minutes,
    welcomeVideo,
  ] = await Promise.all([
    accounts.find(db, id),
    profiles.find(db, id),
    profiles.picturesOf(db, [id]),
    identity.statesOf(db, [id]),
    identity.documentsOf(db, [id]),
    maskedBankOf(db, id),
    commissionOf(db, id),
    blocks.countriesOf(db, id),
    works.totalsOf(db, [id]),
    follows.followerCounts(db, [id]),
    subscriptions.countsFor(db, [id]).then((counts) => counts.get(id) ?? 0),
    automations.list(db, id),
    live.minutePricesOf(db, id),
    videos.ownWelcome(db, performer),
  ])
  if (!account || !profile) return refuse('not_found')
  return {
    _id: id,
    name: account.name,
    username: account.username,
    email: account.email,
    ...pictures.get(id),
    tagline: profile.tagline,
    bio: account.bio,
    ...present({ gender: account.gender, country: account.country, dateOfBirth: account.birthDate }),
    languages: profile.languages,
    tags: profile.tags,
    bodyInfo: profile.body,
    socials: profile.socials,
    monthlyPrice: fromHundredths(profile.monthlyPrice),
    ...(profile.threeMonthPrice !== null && { threeMonthPrice: fromHundredths(profile.threeMonthPrice) }),
    ...(profile.sixMonthPrice !== null && { sixMonthPrice: fromHundredths(profile.sixMonthPrice) }),
    ...(profile.yearlyPrice !== null && { yearlyPrice: fromHundredths(profile.yearlyPrice) }),
    ...(profile.pricedAt === null && { needsPrice: true }),
    ...(profile.pricedAt !== null && profile.currency !== currency && { pricesIn: profile.currency }),
    isFreeSubscription: profile.hasFreeTrial,
    messagePrice: fromHundredths(profile.messagePrice),
    takesRequests: profile.takesRequests,
    requestMinimum: fromHundredths(profile.requestMinimum),
    ...minutes,
    welcomeMessage: rules.find(({ occasion, isOn }) => occasion === 'subscriber' && isOn)?.text ?? '',
    ...(welcomeVideo && { welcomeVideo }),
    showsInRankings: profile.showsInRankings,
    commentAudience: profile.commentAudience,
    picturesName: profile.picturesName,
    commission: commission / 100,
    blockedCountries: countries,
    documents: (documents.get(id) ?? []).map(({ type, sentAt }) => ({
      type,
      sentAt: sentAt.toISOString(),
      status: states.get(id) ?? 'pending',
    })),
    ...(banking && { banking }),
    kycStatus: states.get(id) ?? 'none',
    totals: { feeds: shown.get(id)?.ofKind.get('feed') ?? 0, followers: followers.get(id) ?? 0, subscribers },
  }
}

/**
 * A performer's own profile, changed. What welcomes subscribers is said by a rule, and is that rule's text: an empty one says nothing any more.
 * @throws what profiles.update and live.updateProfile throw, prohibited_term
 */
export async function editPerformer(
  tx: Tx,
  id: string,
  { welcomeMessage, groupPrice, privatePrice, spyPrice, minMinutes, ...edit }: ProfileEdit,
): Promise<void> {
  await profiles.update(tx, id, edit)
  const minutes = { groupPrice, privatePrice, spyPrice, minMinutes }
  if (Object.values(minutes).some((each) => each !== undefined)) await live.updateProfile(tx, id, minutes)
  if (welcomeMessage === undefined) return
  await refuseProhibited(tx, { welcomeMessage })
  await automations.save(tx, id, 'subscriber', { text: welcomeMessage, isOn: welcomeMessage.trim() !== '' })
}

interface ProfileEdit extends profiles.Edit, live.MinutePricesSent {
  welcomeMessage?: string | undefined
  minMinutes?: number | undefined
}

const dayMs = 86_400_000

/** What waits for a performer to do something: counted where it stands, nothing is kept beside it. */
export async function waiting(db: Db, id: string): Promise<Waiting> {
  const [orders, unanswered, asked, profile, tags, undecided, next] = await Promise.all([
    shop.toSend(db, id),
    messaging.unansweredOf(db, id),
    requests.toDoOf(db, id),
    profiles.find(db, id),
    works.namings(db, id, 'asked', { limit: 1, offset: 0 }),
    works.undecidedOf(db, id),
    works.opening(db, id, new Date(db.now.getTime() + dayMs)),
  ])
  const work = (
    await works.find(
      db,
      tags.rows.map(({ workId }) => workId),
    )
  )
    .values()
    .next().value
  const creator = work && (await accounts.people(db, [work.creatorId])).get(work.creatorId)
  const ofState = (wanted: 'refused' | 'pending_review') =>
    undecided.filter(({ state }) => state === wanted).map(({ kind, count }) => ({ kind, count }))
  return {
    orders: { count: orders.count, ...(orders.oldestAt && { oldestAt: orders.oldestAt.toISOString() }) },
    messages: { count: unanswered },
    requests: { count: asked, isTaking: profile?.takesRequests ?? false },
    tags: { count: tags.total, ...(work && creator && { latest: { title: work.title, creator: creator.name } }) },
    refused: ofState('refused'),
    inReview: ofState('pending_review'),
    ...(next && { next: { workId: next.id, kind: next.kind, title: next.title, at: next.at.toISOString() } }),
  }
}

type Present<T> = { [K in keyof T]?: NonNullable<T[K]> }

/** Only what is there: an absent field says less than an empty one. */
function present<T extends Record<string, string | null>>(fields: T): Present<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null)) as Present<T>
}

/** What the site keeps of their next sale, in basis points: the ledger's agreement with them, else the site's rate. */
async function commissionOf(db: Db, performerId: string): Promise<number> {
  return (await wallet.agreedCommission(db, performerId)) ?? toHundredths((await settings.current(db)).commission)
}
