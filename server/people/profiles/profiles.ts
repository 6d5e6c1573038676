/**
 * What a performer shows and asks: self-description, prices, pictures; and everyone's avatar (calls.md section 11).
 * Promises: prices are within the site's bounds, say in which currency, are never 0 for a subscription, and are asked of nobody before their performer
 * said one; descriptions are values of the reference lists.
 * Leaves to others: who may see it (blocks, directory), approval (identity), the picture's bytes (media).
 */
import { bodyLists } from '#contract/people/body-lists.ts'
import type { BodyInfo, Socials } from '#contract/people/person.ts'
import * as images from '#server/media/images/images.ts'
import { record } from '#server/platform/audit/audit.ts'
import type { Database, Db, Tx } from '#server/platform/db/db.ts'
import * as finding from '#server/platform/finding/finding.ts'
import { outside, type Reach } from '#server/platform/outside/outside.ts'
import { announce } from '#server/platform/outbox/outbox.ts'
import { Refusal, refuse, refuseField } from '#server/platform/refusals/refusal.ts'
import type { ReceivedFile } from '#server/platform/storage/receive.ts'
import { fromHundredths, stepOf, toHundredths } from '#server/platform/units/units.ts'
import * as accounts from '#server/people/accounts/accounts.ts'
import { pictureUrl } from '#server/people/profiles/faces.ts'
import { fetchImage } from '#server/people/profiles/hosted-images.ts'
import * as queries from '#server/people/profiles/queries.ts'
import { isOption } from '#server/site/reference/reference.ts'
import { current, refuseFractions } from '#server/site/settings/settings.ts'
import { cleanText, refuseProhibited } from '#server/site/terms/terms.ts'
import type {} from '#server/people/profiles/events.ts'

export { cards, cardsOfGone, faces, picturesOf, tintOf, userCards, type Face } from '#server/people/profiles/faces.ts'
export { messagePriceOf, pricedIn, takesRequestsOf, type Profile } from '#server/people/profiles/queries.ts'

/** Profiles by account id; approved or not, the asker judges. */
export async function findAll(db: Db, ids: readonly string[]): Promise<Map<string, queries.Profile>> {
  if (ids.length === 0) return new Map()
  return new Map((await queries.byIds(db, ids)).map((profile) => [profile.accountId, profile]))
}

export async function find(db: Db, accountId: string): Promise<queries.Profile | undefined> {
  return (await queries.byIds(db, [accountId]))[0]
}

/** How often a reader's name stands in what somebody sells. */
export async function namesInPictures(db: Db, accountId: string): Promise<queries.Profile['picturesName']> {
  return (await find(db, accountId))?.picturesName ?? 'one'
}

const usualMonthlyPrice = 495

/** An empty profile for a new performer. Its price, within the site's bounds, is suggested to them and sells nothing. */
export async function create(tx: Tx, accountId: string): Promise<void> {
  const { minimumSubscriptionPrice, maximumSubscriptionPrice, currency } = await current(tx)
  const usual = Math.ceil(usualMonthlyPrice / stepOf(currency)) * stepOf(currency)
  const monthlyPrice = Math.min(Math.max(usual, toHundredths(minimumSubscriptionPrice)), toHundredths(maximumSubscriptionPrice))
  await queries.insert(tx, accountId, { monthlyPrice, currency })
}

/** As PUT /performers/me sends it: prices in money, the message price in tokens. What is not named stays. */
export interface Edit {
  name?: string | undefined
  tagline?: string | undefined
  bio?: string | undefined
  gender?: string | undefined
  country?: string | undefined
  languages?: readonly string[] | undefined
  tags?: readonly string[] | undefined
  bodyInfo?: BodyInfo | undefined
  socials?: Socials | undefined
  monthlyPrice?: number | undefined
  /** null takes it away. */
  threeMonthPrice?: number | null | undefined
  sixMonthPrice?: number | null | undefined
  yearlyPrice?: number | undefined
  isFreeSubscription?: boolean | undefined
  messagePrice?: number | undefined
  takesRequests?: boolean | undefined
  /** Tokens. */
  requestMinimum?: number | undefined
  showsInRankings?: boolean | undefined
  commentAudience?: queries.Profile['commentAudience'] | undefined
  picturesName?: queries.Profile['picturesName'] | undefined
  dateOfBirth?: string | undefined
}

/** Refuses `price_out_of_bounds` {minimum, maximum}, `longer_costs_less` {minimum}, `prohibited_term`, `locked_after_approval`, and `invalid` for a value that is no option. */
export async function update(tx: Tx, accountId: string, edit: Edit): Promise<void> {
  const before = (await queries.lock(tx, accountId)) ?? refuse('not_found')
  const prices = {
    monthlyPrice: minor(edit.monthlyPrice),
    threeMonthPrice: minor(edit.threeMonthPrice),
    sixMonthPrice: minor(edit.sixMonthPrice),
    yearlyPrice: minor(edit.yearlyPrice),
  }
  const currency = await refusePrices(tx, prices)
  const named = saidAnew(prices, sellsFor(before, currency))
  refuseDisorder({ ...before, ...named })
  refuseUnknownOptions(edit.bodyInfo)
  const texts = {
    tagline: edit.tagline === undefined ? undefined : oneLine(edit.tagline),
    tags: edit.tags === undefined ? undefined : cleanTags(edit.tags),
  }
  const socials = edit.socials && cleanSocials(edit.socials)
  await refuseProhibited(tx, { ...texts, socials: socials && Object.values(socials) })
  const { name, bio, gender, country, dateOfBirth } = edit
  await accounts.update(tx, accountId, { name, bio, gender, country, dateOfBirth })
  await queries.update(tx, accountId, {
    ...texts,
    socials,
    body: edit.bodyInfo,
    languages: edit.languages && cleanLanguages(edit.languages),
    ...named,
    currency: Object.keys(named).length > 0 ? currency : undefined,
    hasFreeTrial: edit.isFreeSubscription,
    messagePrice: minor(edit.messagePrice),
    takesRequests: edit.takesRequests,
    requestMinimum: minor(edit.requestMinimum),
    showsInRankings: edit.showsInRankings,
    commentAudience: edit.commentAudience,
    picturesName: edit.picturesName,
  })
  await reindex(tx, accountId)
  await announce(tx, 'profile.changed', { performerId: accountId })
  await recordPrices(tx, accountId, before, edit, currency)
}

/** Whether somebody may be asked for these prices: their performer said them, and in this currency. */
export function sellsFor({ pricedAt, currency }: Pick<queries.Profile, 'pricedAt' | 'currency'>, asked: string): boolean {
  return pricedAt !== null && currency === asked
}

/**
 * What is said of prices. The first ones, and those of another currency than the site's, are all said anew, a month first: a length that is not named
 * is not sold then.
 * @throws invalid {monthlyPrice: required}
 */
export function saidAnew(prices: { [K in keyof Lengths]?: number | null | undefined }, sells: boolean): Partial<Lengths> {
  const named = Object.fromEntries(Object.entries(prices).filter(([, price]) => price !== undefined)) as Partial<Lengths>
  if (sells || Object.keys(named).length === 0) return named
  if (typeof named.monthlyPrice !== 'number') throw new Refusal('invalid', {}, [{ field: 'monthlyPrice', code: 'required' }])
  return { threeMonthPrice: null, sixMonthPrice: null, yearlyPrice: null, ...named }
}

const minor = <T extends null | undefined>(amount: number | T) => (typeof amount === 'number' ? toHundredths(amount) : amount)

/** By how much the bounds are multiplied: a bundle's by its months, a year's not (calls.md section 11). */
const timesBounds = { monthlyPrice: 1, threeMonthPrice: 3, sixMonthPrice: 6, yearlyPrice: 1 } as const

/**
 * Holds prices of a subscription, in hundredths, to the site's currency and bounds. Answers that currency.
 * @throws invalid, price_out_of_bounds {minimum, maximum}
 */
export async function refusePrices(db: Db, prices: { [K in keyof typeof timesBounds]?: number | null | undefined }): Promise<string> {
  const { minimumSubscriptionPrice, maximumSubscriptionPrice, currency } = await current(db)
  refuseFractions(currency, Object.fromEntries(Object.keys(timesBounds).map((field) => [field, prices[field as keyof typeof timesBounds]])))
  for (const [field, times] of Object.entries(timesBounds)) {
    const [minimum, maximum] = [toHundredths(minimumSubscriptionPrice) * times, toHundredths(maximumSubscriptionPrice) * times]
    const price = prices[field as keyof typeof timesBounds]
    if (typeof price === 'number' && (price < minimum || price > maximum))
      refuseField(field, 'price_out_of_bounds', { minimum: fromHundredths(minimum), maximum: fromHundredths(maximum) })
  }
  return currency
}

const lengths = ['monthlyPrice', 'threeMonthPrice', 'sixMonthPrice', 'yearlyPrice'] as const
interface Lengths {
  monthlyPrice: number
  threeMonthPrice: number | null
  sixMonthPrice: number | null
  yearlyPrice: number | null
}

/** Prices of all lengths, the shortest first; null is not sold. @throws longer_costs_less {minimum} */
export function refuseDisorder(prices: Lengths): void {
  let dearest = 0
  for (const field of lengths) {
    const price = prices[field]
    if (price === null) continue
    if (price < dearest) refuseField(field, 'longer_costs_less', { minimum: fromHundredths(dearest) })
    dearest = price
  }
}

function refuseUnknownOptions(body: BodyInfo = {}): void {
  const wrong = Object.entries(body).filter(
    ([key, value]) => !Object.hasOwn(bodyLists, key) || !isOption(bodyLists[key as keyof BodyInfo], value),
  )
  if (wrong.length > 0)
    throw new Refusal(
      'invalid',
      {},
      wrong.map(([key]) => ({ field: `bodyInfo.${key}`, code: 'not_an_option' })),
    )
}

const oneLine = (text: string): string => cleanText(text).replaceAll(/\s+/g, ' ')

/** Without the sign that people type before them, in lower case, each once. */
function cleanTags(tags: readonly string[]): string[] {
  return [...new Set(tags.map((tag) => oneLine(tag).replace(/^#+/, '').trim().toLowerCase()))].filter((tag) => tag !== '')
}

function cleanSocials(socials: Socials): Socials {
  return Object.fromEntries(
    Object.entries(socials)
      .map(([key, text]) => [key, oneLine(text)])
      .filter(([, text]) => text !== ''),
  )
}

/** Primary language tags; refuses what is none. */
function cleanLanguages(languages: readonly string[]): string[] {
  if (!languages.every((tag) => /^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/.test(tag)))
    throw new Refusal('invalid', {}, [{ field: 'languages', code: 'not_an_option' }])
  return [...languages]
}

/** What someone asked for and when is part of every dispute about money. */
async function recordPrices(tx: Tx, accountId: string, before: queries.Profile, edit: Edit, currency: string): Promise<void> {
  const { monthlyPrice, threeMonthPrice, sixMonthPrice, yearlyPrice, messagePrice } = before
  const asked = { monthlyPrice, threeMonthPrice, sixMonthPrice, yearlyPrice, messagePrice }
  const changed = (Object.keys(asked) as (keyof typeof asked)[]).filter(
    (key) => edit[key] !== undefined && (minor(edit[key]) !== asked[key] || !sellsFor(before, currency)),
  )
  if (changed.length === 0) return
  const saidBefore = (key: keyof typeof asked) =>
    asked[key] === null || (before.pricedAt === null && key !== 'messagePrice') ? null : fromHundredths(asked[key])
  const detail = Object.fromEntries(changed.map((key) => [key, { from: saidBefore(key), to: edit[key] }]))
  await record(tx, {
    actorId: accountId,
    action: 'profiles.prices_changed',
    subject: { kind: 'account', id: accountId },
    detail: { ...detail, currency },
  })
}

/** identity approved them. */
export async function approve(tx: Tx, accountId: string): Promise<void> {
  await queries.setApproved(tx, accountId)
  await reindex(tx, accountId)
}

/** Enters an approved performer whose account is open into what can be found: by name and tagline, and by what they say of themselves. */
export async function reindex(tx: Tx, accountId: string): Promise<void> {
  const [profile, account] = [await find(tx, accountId), await accounts.findByName(tx, accountId)]
  if (!profile?.approvedAt || account?.state !== 'active') return finding.remove(tx, 'performer', accountId)
  const { name, username, bio } = account
  const names = [name, username]
  await finding.put(tx, {
    collection: 'performer',
    id: accountId,
    at: profile.approvedAt,
    names,
    body: `${profile.tagline}\n${bio}`,
    tags: profile.tags,
  })
}

/** Takes an uploaded picture in and makes it their avatar or cover; answers its address. Not inside a transaction: the picture is worked on. */
export async function receivePicture(
  db: Database,
  accountId: string,
  kind: 'avatar' | 'cover',
  file: ReceivedFile,
): Promise<{ url: string }> {
  const { fileId } = await images.receivePicture(db, file, { purpose: kind, ownerId: accountId })
  await db.transaction((tx) => setPicture(tx, { accountId, kind, fileId }))
  return { url: pictureUrl(kind, fileId) }
}

/** The same from an address elsewhere, which the server fetches and keeps a copy of. */
export async function fetchPicture(db: Database, accountId: string, address: string, reach: Reach = outside): Promise<{ url: string }> {
  const { avatarHosts } = await current(db)
  const file = await fetchImage(address, avatarHosts, reach)
  try {
    return await receivePicture(db, accountId, 'avatar', file)
  } finally {
    await file.remove()
  }
}

export async function setPicture(tx: Tx, picture: queries.Picture): Promise<void> {
  await queries.setPicture(tx, picture)
  await announce(tx, 'picture.changed', picture)
}

/** Their owner is gone: nothing of a face is left, and what they look like goes with their files. */
export async function blank(tx: Tx, accountId: string): Promise<void> {
  await queries.blank(tx, accountId)
  await reindex(tx, accountId)
}
