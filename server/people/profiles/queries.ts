import type { BodyInfo, Socials } from '#contract/people/person.ts'
import * as accounts from '#server/people/accounts/accounts.ts'
import { sql, type Db, type Sql, type Tx } from '#server/platform/db/db.ts'

export interface Profile {
  accountId: string
  tagline: string
  body: BodyInfo
  socials: Socials
  tags: string[]
  languages: string[]
  /** When they first said a price; until then the one below is a suggestion, and nothing is sold for it. */
  pricedAt: Date | null
  /** Of the prices below. In another one than the site's they rest until they are said again. */
  currency: string
  /** Minor units. */
  monthlyPrice: number
  /** Bundles, for the whole of them; null: not sold. */
  threeMonthPrice: number | null
  sixMonthPrice: number | null
  yearlyPrice: number | null
  hasFreeTrial: boolean
  /** Hundredths of a token; 0 = closed to those who do not subscribe. */
  messagePrice: number
  /** Fans may ask them for something of their own; and below how many hundredths of a token nobody asks. */
  takesRequests: boolean
  requestMinimum: number
  /** Their own rate; null: the site's. */
  showsInRankings: boolean
  /** Whom they let comment on what they may see. */
  commentAudience: 'all' | 'followers' | 'subscribers' | 'nobody'
  /** How often whoever paid for their pictures reads their own name in them. */
  picturesName: 'one' | 'four'
  approvedAt: Date | null
}

const profile = sql`
  account_id as "accountId", tagline, body, socials, tags, languages, priced_at as "pricedAt", currency, monthly_price as "monthlyPrice",
  three_month_price as "threeMonthPrice", six_month_price as "sixMonthPrice", yearly_price as "yearlyPrice", has_free_trial as "hasFreeTrial", message_price as "messagePrice",
  takes_requests as "takesRequests", request_minimum as "requestMinimum",
  shows_in_rankings as "showsInRankings", comment_audience as "commentAudience", pictures_name as "picturesName", approved_at as "approvedAt"`

export function byIds(db: Db, ids: readonly string[]): Promise<Profile[]> {
  return db.many<Profile>(sql`select ${profile} from profiles.performers where account_id = any(${ids}::uuid[])`)
}

/** Whoever changes prices takes turns: what they are together is a rule. */
export function lock(tx: Tx, accountId: string): Promise<Profile | undefined> {
  return tx.maybe<Profile>(sql`select ${profile} from profiles.performers where account_id = ${accountId} for no key update`)
}

export async function insert(
  tx: Tx,
  accountId: string,
  { monthlyPrice, currency }: { monthlyPrice: number; currency: string },
): Promise<void> {
  await tx.run(
    sql`insert into profiles.performers (account_id, monthly_price, currency) values (${accountId}, ${monthlyPrice}, ${currency})`,
  )
}

export interface Changes {
  tagline?: string | undefined
  body?: BodyInfo | undefined
  socials?: Socials | undefined
  tags?: readonly string[] | undefined
  languages?: readonly string[] | undefined
  /** Set with any price. */
  currency?: string | undefined
  monthlyPrice?: number | undefined
  threeMonthPrice?: number | null | undefined
  sixMonthPrice?: number | null | undefined
  yearlyPrice?: number | null | undefined
  hasFreeTrial?: boolean | undefined
  messagePrice?: number | undefined
  takesRequests?: boolean | undefined
  requestMinimum?: number | undefined
  showsInRankings?: boolean | undefined
  commentAudience?: Profile['commentAudience'] | undefined
  picturesName?: Profile['picturesName'] | undefined
}

export function update(tx: Tx, accountId: string, changes: Changes): Promise<number> {
  return tx.run(sql`
    update profiles.performers set
      tagline = coalesce(${changes.tagline ?? null}, tagline),
      body = coalesce(${json(changes.body)}::jsonb, body),
      socials = coalesce(${json(changes.socials)}::jsonb, socials),
      tags = coalesce(${changes.tags ?? null}::text[], tags),
      languages = coalesce(${changes.languages ?? null}::text[], languages),
      currency = coalesce(${changes.currency ?? null}, currency),
      priced_at = case when ${changes.currency === undefined} then priced_at else coalesce(priced_at, ${tx.now}) end,
      monthly_price = coalesce(${changes.monthlyPrice ?? null}::bigint, monthly_price),
      three_month_price = case when ${changes.threeMonthPrice === undefined} then three_month_price else ${changes.threeMonthPrice ?? null}::bigint end,
      six_month_price = case when ${changes.sixMonthPrice === undefined} then six_month_price else ${changes.sixMonthPrice ?? null}::bigint end,
      yearly_price = case when ${changes.yearlyPrice === undefined} then yearly_price else ${changes.yearlyPrice ?? null}::bigint end,
      has_free_trial = coalesce(${changes.hasFreeTrial ?? null}::boolean, has_free_trial),
      message_price = coalesce(${changes.messagePrice ?? null}::bigint, message_price),
      takes_requests = coalesce(${changes.takesRequests ?? null}::boolean, takes_requests),
      request_minimum = coalesce(${changes.requestMinimum ?? null}::bigint, request_minimum),
      shows_in_rankings = coalesce(${changes.showsInRankings ?? null}::boolean, shows_in_rankings),
      comment_audience = coalesce(${changes.commentAudience ?? null}, comment_audience),
      pictures_name = coalesce(${changes.picturesName ?? null}, pictures_name)
    where account_id = ${accountId}`)
}

const json = (value: object | undefined): string | null => (value === undefined ? null : JSON.stringify(value))

/** Approved performers who said their prices in this currency. */
export async function pricedIn(db: Db, currency: string): Promise<string[]> {
  const rows = await db.many<{ id: string }>(sql`
    select account_id as id from profiles.performers where currency = ${currency} and priced_at is not null and approved_at is not null order by account_id`)
  return rows.map(({ id }) => id)
}

export async function setApproved(tx: Tx, accountId: string): Promise<void> {
  await tx.run(sql`update profiles.performers set approved_at = ${tx.now} where account_id = ${accountId} and approved_at is null`)
}

export interface Picture {
  accountId: string
  kind: 'avatar' | 'cover'
  fileId: string
}

export function pictures(db: Db, ids: readonly string[]): Promise<Picture[]> {
  return db.many<Picture>(
    sql`select account_id as "accountId", kind, file_id as "fileId" from profiles.pictures where account_id = any(${ids}::uuid[])`,
  )
}

const pictureOf = (account: Sql, kind: Picture['kind']): Sql => sql`
  (select file_id from profiles.pictures where account_id = ${account} and kind = ${kind})`

export interface Face {
  id: string
  role: accounts.Card['role']
  state: accounts.Card['state']
  name: string
  username: string
  country: string | null
  bio: string
  isOnline: boolean
  avatar: string | null
  cover: string | null
}

/** What accounts know of these people and what they look like, in one question: every list has them. */
export function faces(db: Db, ids: readonly string[]): Promise<Face[]> {
  const id = sql`a.id`
  return db.many<Face>(sql`
    select a.id, a.role, a.state, a.name, a.username, a.country, a.bio, ${accounts.isOnline(db, id)} as "isOnline",
      ${pictureOf(id, 'avatar')} as avatar, ${pictureOf(id, 'cover')} as cover
    from accounts.accounts a where a.id = any(${ids}::uuid[])`)
}

/** What a performer asks for a message, for queries that have the account; 0 for whoever is none. */
export const messagePriceOf = (account: Sql): Sql => sql`
  coalesce((select message_price from profiles.performers where account_id = ${account} limit 1), 0)`

/** Whether fans may ask a performer for something of their own, for queries that have the account; false for whoever is none. */
export const takesRequestsOf = (account: Sql): Sql => sql`
  coalesce((select takes_requests from profiles.performers where account_id = ${account} limit 1), false)`

/** The least of it: by what name and picture somebody goes, whatever they are. */
export function names(db: Db, ids: readonly string[]): Promise<Pick<Face, 'id' | 'name' | 'username' | 'avatar'>[]> {
  return db.many(sql`
    select a.id, a.name, a.username, ${pictureOf(sql`a.id`, 'avatar')} as avatar from accounts.accounts a where a.id = any(${ids}::uuid[])`)
}

export interface PictureTint {
  kind: Picture['kind']
  tintHue: number | null
  tintStrength: number | null
}

/** The colours that somebody's pictures lend. */
export function tints(db: Db, accountId: string): Promise<PictureTint[]> {
  return db.many<PictureTint>(sql`
    select p.kind, f.tint_hue as "tintHue", f.tint_strength as "tintStrength"
    from profiles.pictures p join files.files f on f.id = p.file_id where p.account_id = ${accountId}`)
}

export async function setPicture(tx: Tx, { accountId, kind, fileId }: Picture): Promise<void> {
  await tx.run(sql`
    insert into profiles.pictures (account_id, kind, file_id, changed_at) values (${accountId}, ${kind}, ${fileId}, ${tx.now})
    on conflict (account_id, kind) do update set file_id = excluded.file_id, changed_at = excluded.changed_at`)
}

/** What shows and describes them. */
export async function blank(tx: Tx, accountId: string): Promise<void> {
  await tx.run(sql`
    update profiles.performers set tagline = '', body = '{}'::jsonb, socials = '{}'::jsonb, tags = '{}', languages = '{}' where account_id = ${accountId}`)
  await tx.run(sql`delete from profiles.pictures where account_id = ${accountId}`)
}
