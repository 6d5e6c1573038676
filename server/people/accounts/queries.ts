import { join, listed, sql, type Db, type Sql, type Tx } from '#server/platform/db/db.ts'
import type { Member } from '#server/platform/http/viewer.ts'
import { adultDays } from '#server/people/accounts/adulthood.ts'

export interface Account {
  id: string
  role: 'user' | 'performer' | 'staff'
  state: 'active' | 'pending' | 'rejected' | 'closing' | 'closed'
  name: string
  username: string
  email: string
  emailVerifiedAt: Date | null
  passwordHash: string | null
  /** Since when whoever holds its ways in is known to read its mailbox. */
  provenAt: Date | null
  /** yyyy-mm-dd */
  birthDate: string | null
  gender: string | null
  country: string | null
  timezone: string | null
  locale: string | null
  bio: string
  notificationPreferences: { email?: boolean }
  hidesPresence: boolean
  createdAt: Date
  /** Whose sign-in it stands behind. */
  holderId: string | null
  /** Until when a closing account can be taken back. */
  closesAt: Date | null
}

const account = sql`
  id, role, state, name, username, email, email_verified_at as "emailVerifiedAt", password_hash as "passwordHash", proven_at as "provenAt", birth_date as "birthDate", gender, country,
  timezone, locale, bio, notification_preferences as "notificationPreferences", hides_presence as "hidesPresence", created_at as "createdAt",
  holder_id as "holderId", closes_at as "closesAt"`

/** By e-mail address (any case), which finds whoever signs in by it, or username. */
export function byLogin(db: Db, login: string): Promise<Account | undefined> {
  return login.includes('@')
    ? db.maybe<Account>(sql`select ${account} from accounts.accounts where lower(email) = lower(${login}) and holder_id is null`)
    : db.maybe<Account>(sql`select ${account} from accounts.accounts where username = lower(${login})`)
}

export function byId(db: Db, id: string): Promise<Account | undefined> {
  return db.maybe<Account>(sql`select ${account} from accounts.accounts where id = ${id}`)
}

/** For whoever is about to change what may be said once. */
export function lock(tx: Tx, id: string): Promise<Account | undefined> {
  return tx.maybe<Account>(sql`select ${account} from accounts.accounts where id = ${id} for no key update`)
}

export function byIds(db: Db, ids: readonly string[]): Promise<Account[]> {
  return db.many<Account>(sql`select ${account} from accounts.accounts where id = any(${ids}::uuid[])`)
}

export interface Card {
  id: string
  role: Account['role']
  state: Account['state']
  name: string
  username: string
}

/** What whoever may know of somebody reads of their account. */
export interface Known extends Card {
  gender: string | null
  country: string | null
  bio: string
  createdAt: Date
}

const known = sql`id, role, state, name, username, gender, country, bio, created_at as "createdAt"`

export function knownById(db: Db, id: string): Promise<Known | undefined> {
  return db.maybe<Known>(sql`select ${known} from accounts.accounts where id = ${id}`)
}

export function knownByUsername(db: Db, username: string): Promise<Known | undefined> {
  return db.maybe<Known>(sql`select ${known} from accounts.accounts where username = lower(${username})`)
}

export function cards(db: Db, ids: readonly string[]): Promise<Card[]> {
  return db.many<Card>(sql`select id, role, state, name, username from accounts.accounts where id = any(${ids}::uuid[])`)
}

/** A query of the ids of those whose name, username or address is like this. */
export function matching(like: string, role: Account['role'] | undefined): Sql {
  return sql`
    select id from accounts.accounts
    where (username ilike ${like} or name ilike ${like} or email ilike ${like}) and (${role ?? null}::text is null or role = ${role ?? null})`
}

/** The newest first. @param among queries of ids: only those of each of them */
export function page(
  db: Db,
  among: readonly Sql[],
  window: { limit: number; offset: number },
): Promise<{ rows: Account[]; total: number }> {
  const conditions = [sql`true`, ...among.map((ids) => sql`id in (${ids})`)]
  return listed<Account>(
    db,
    window,
    (total, part) => sql`
    select ${account}, ${total} from accounts.accounts where ${join(conditions, ' and ')} order by created_at desc, id desc ${part}`,
  )
}

export function byRole(db: Db, role: Account['role']): Promise<Account[]> {
  return db.many<Account>(sql`select ${account} from accounts.accounts where role = ${role} and state = 'active'`)
}

export interface Row {
  role: Account['role']
  state: 'active' | 'pending'
  name: string
  username: string
  email: string
  emailVerifiedAt: Date | null
  passwordHash: string | null
  provenAt: Date | null
  birthDate: string | null
  gender: string | null
  country: string | null
  locale: string | null
  bio: string
  acceptedTermsVersion: string | null
  holderId: string | null
}

export async function insert(tx: Tx, row: Row): Promise<string> {
  const { id } = await tx.one<{ id: string }>(sql`
    insert into accounts.accounts (role, state, name, username, email, email_verified_at, password_hash, proven_at, birth_date, gender, country, locale, bio, accepted_terms_version, holder_id, created_at)
    values (${row.role}, ${row.state}, ${row.name}, ${row.username}, ${row.email}, ${row.emailVerifiedAt}, ${row.passwordHash}, ${row.provenAt}, ${row.birthDate}, ${row.gender},
      ${row.country}, ${row.locale}, ${row.bio}, ${row.acceptedTermsVersion}, ${row.holderId}, ${tx.now})
    returning id`)
  return id
}

/** The fields that its owner may edit; undefined stays. */
export interface Changes {
  name?: string | undefined
  username?: string | undefined
  gender?: string | undefined
  country?: string | undefined
  timezone?: string | undefined
  locale?: string | undefined
  bio?: string | undefined
  birthDate?: string | undefined
  notificationPreferences?: { email?: boolean } | undefined
  hidesPresence?: boolean | undefined
}

export function update(tx: Tx, id: string, changes: Changes): Promise<Account> {
  return tx.one<Account>(sql`
    update accounts.accounts set
      name = coalesce(${changes.name ?? null}, name),
      username = coalesce(${changes.username ?? null}, username),
      gender = coalesce(${changes.gender ?? null}, gender),
      country = coalesce(${changes.country ?? null}, country),
      timezone = coalesce(${changes.timezone ?? null}, timezone),
      locale = coalesce(${changes.locale ?? null}, locale),
      bio = coalesce(${changes.bio ?? null}, bio),
      birth_date = coalesce(${changes.birthDate ?? null}::date, birth_date),
      notification_preferences = notification_preferences || ${JSON.stringify(changes.notificationPreferences ?? {})}::jsonb,
      hides_presence = coalesce(${changes.hidesPresence ?? null}::boolean, hides_presence)
    where id = ${id} returning ${account}`)
}

export async function setPassword(tx: Tx, id: string, passwordHash: string): Promise<void> {
  await tx.run(sql`update accounts.accounts set password_hash = ${passwordHash} where id = ${id}`)
}

export async function setState(tx: Tx, id: string, state: Exclude<Account['state'], 'closing'>): Promise<void> {
  await tx.run(sql`update accounts.accounts set state = ${state}, closes_at = null where id = ${id}`)
}

/** 0 when it was verified before, or is another address by now. */
export function verifyEmail(tx: Tx, id: string, email: string): Promise<number> {
  return tx.run(
    sql`update accounts.accounts set email_verified_at = ${tx.now} where id = ${id} and lower(email) = lower(${email}) and email_verified_at is null`,
  )
}

/** Whoever holds its ways in reads its mailbox. */
export async function prove(tx: Tx, id: string): Promise<void> {
  await tx.run(sql`update accounts.accounts set proven_at = ${tx.now} where id = ${id} and proven_at is null`)
}

/** As its owner's provider says, who read it there. */
export async function setEmail(tx: Tx, id: string, email: string): Promise<void> {
  await tx.run(sql`update accounts.accounts set email = ${email}, email_verified_at = ${tx.now} where id = ${id}`)
}

// Sessions

export interface NewSession {
  accountId: string
  tokenHash: Buffer
  /** When whoever is in came in by a way of theirs. */
  provenAt: Date
  expiresAt: Date
  actorId: string | null
  userAgent: string
  ip: string | null
}

export async function insertSession(tx: Tx, session: NewSession): Promise<string> {
  const { id } = await tx.one<{ id: string }>(sql`
    insert into accounts.sessions (account_id, token_hash, actor_id, created_at, proven_at, expires_at, seen_at, user_agent, ip)
    values (${session.accountId}, ${session.tokenHash}, ${session.actorId}, ${tx.now}, ${session.provenAt}, ${session.expiresAt}, ${tx.now},
      ${session.userAgent}, ${session.ip})
    returning id`)
  return id
}

/** When whoever is in it came in by a way of theirs. */
export async function provenAt(db: Db, sessionId: string): Promise<Date> {
  const { provenAt: at } = await db.one<{ provenAt: Date }>(
    sql`select proven_at as "provenAt" from accounts.sessions where id = ${sessionId}`,
  )
  return at
}

export type Identified = Omit<Member, 'kind' | 'actorId' | 'holderId'> & { actorId: string | null; holderId: string | null; seenAt: Date }

/**
 * The one query that every signed-in call makes: two index look-ups a token. By the hexadecimal hash of the token.
 * With a limit each look stays a look-up: a join may be planned as reading all sessions once.
 */
export async function bySessions(db: Db, tokenHashes: readonly Buffer[]): Promise<Map<string, Identified>> {
  const rows = await db.many<Identified & { hash: string }>(sql`
    select encode(asked.hash, 'hex') as hash, account.id as "accountId", session.id as "sessionId", account.role, account.username,
      session.actor_id as "actorId", account.holder_id as "holderId", session.seen_at as "seenAt", session.expires_at as "expiresAt",
      coalesce(account.birth_date + ${adultDays}::int <= (${db.now}::timestamptz at time zone 'UTC')::date, false) as "isAdult"
    from unnest(${tokenHashes}::bytea[]) as asked (hash)
    cross join lateral (select * from accounts.sessions where token_hash = asked.hash limit 1) session
    cross join lateral (select * from accounts.accounts where id = session.account_id limit 1) account
    where session.revoked_at is null and session.expires_at > ${db.now} and account.state = 'active'
      -- Who holds it, and who acts in it, may still come in themselves.
      and (account.holder_id is null or (select state from accounts.accounts where id = account.holder_id) = 'active')
      and (session.actor_id is null or (select role = 'staff' and state = 'active' from accounts.accounts where id = session.actor_id))`)
  return new Map(rows.map(({ hash, ...identified }) => [hash, identified]))
}

/** Whether a session of theirs is neither revoked nor over. */
export async function isOpen(db: Db, { accountId, sessionId }: { accountId: string; sessionId: string }): Promise<boolean> {
  const found = await db.maybe(sql`
    select from accounts.sessions where id = ${sessionId} and account_id = ${accountId} and revoked_at is null and expires_at > ${db.now}`)
  return found !== undefined
}

/** In the order of ids: two processes that touch the same sessions must not wait for one another. */
export async function touchSessions(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.run(sql`
    update accounts.sessions set seen_at = ${tx.now}
    where id in (select id from accounts.sessions where id = any(${ids}::uuid[]) and seen_at < ${tx.now} order by id for no key update)`)
}

/** The condition that somebody themselves asked for something since then, and does not hide it. With a limit each look stays a look-up. */
export const wasSeen = (account: Sql, since: Date): Sql => sql`
  coalesce((
    select true from accounts.sessions
    where account_id = ${account} and revoked_at is null and actor_id is null and seen_at > ${since}
      and not (select hides_presence from accounts.accounts where id = account_id)
    limit 1), false)`

/** Those of these who were. */
export async function seenAmong(db: Db, ids: readonly string[], since: Date): Promise<string[]> {
  const rows = await db.many<{ id: string }>(
    sql`select asked.id from unnest(${ids}::uuid[]) as asked (id) where ${wasSeen(sql`asked.id`, since)}`,
  )
  return rows.map(({ id }) => id)
}

export interface Session {
  id: string
  userAgent: string
  ip: string | null
  actorId: string | null
  createdAt: Date
  seenAt: Date
}

/** An account, and the one that stands behind its sign-in. */
const signedInBy = (accountId: string): Sql =>
  sql`select ${accountId}::uuid union all select id from accounts.accounts where holder_id = ${accountId}`

/** Those that are still good, the last seen first. */
export function sessionsOf(db: Db, accountId: string): Promise<Session[]> {
  return db.many<Session>(sql`
    select id, user_agent as "userAgent", host(ip) as ip, actor_id as "actorId", created_at as "createdAt", seen_at as "seenAt"
    from accounts.sessions where account_id in (${signedInBy(accountId)}) and revoked_at is null and expires_at > ${db.now} order by seen_at desc, id desc`)
}

export interface Revoked {
  id: string
  accountId: string
}

/** Revokes one session of an account or of the one behind its sign-in; answers it when it was still good. */
export function revoke(tx: Tx, accountId: string, sessionId: string): Promise<Revoked[]> {
  return tx.many<Revoked>(sql`
    update accounts.sessions set revoked_at = ${tx.now} where account_id in (${signedInBy(accountId)}) and id = ${sessionId} and revoked_at is null
    returning id, account_id as "accountId"`)
}

/** All of an account but one, of the account that stands behind its sign-in, and those in which it acts for others. */
export function revokeAll(tx: Tx, accountId: string, allBut: string | undefined): Promise<Revoked[]> {
  return tx.many<Revoked>(sql`
    update accounts.sessions set revoked_at = ${tx.now}
    where revoked_at is null and id is distinct from ${allBut ?? null}::uuid
      and (account_id in (${signedInBy(accountId)}) or actor_id = ${accountId})
    returning id, account_id as "accountId"`)
}

/** The account that stands behind this one's sign-in. */
export function heldBy(db: Db, holderId: string): Promise<Account | undefined> {
  return db.maybe<Account>(sql`select ${account} from accounts.accounts where holder_id = ${holderId}`)
}

/** Of these pairs, those that are one person's, in either order. */
export async function areOne(db: Db, pairs: readonly (readonly [string, string])[]): Promise<boolean[]> {
  const rows = await db.many<{ isOne: boolean }>(sql`
    select exists (select from accounts.accounts where (id = one and holder_id = other) or (id = other and holder_id = one)) as "isOne"
    from rows from (unnest(${pairs.map(([one]) => one)}::uuid[]), unnest(${pairs.map(([, other]) => other)}::uuid[]))
      with ordinality as pair (one, other, place)
    order by place`)
  return rows.map(({ isOne }) => isOne)
}

/** For staff who look for somebody to act for: those who are open and no staff. */
export function actable(db: Db, like: string, most: number): Promise<Card[]> {
  return db.many<Card>(sql`
    select id, role, state, name, username from accounts.accounts
    where (username ilike ${like} or name ilike ${like} or email ilike ${like}) and role <> 'staff' and state = 'active'
    order by created_at desc, id desc limit ${most}`)
}

// Links

export interface Link {
  accountId: string
  email: string
}

export async function insertLink(
  tx: Tx,
  link: Link & { purpose: string; tokenHash: Buffer; codeHash: Buffer | null; expiresAt: Date },
): Promise<void> {
  await tx.run(sql`
    insert into accounts.links (account_id, purpose, email, token_hash, code_hash, created_at, expires_at)
    values (${link.accountId}, ${link.purpose}, ${link.email}, ${link.tokenHash}, ${link.codeHash}, ${tx.now}, ${link.expiresAt})`)
}

export function useLink(tx: Tx, purpose: string, tokenHash: Buffer): Promise<Link | undefined> {
  return tx.maybe<Link>(sql`
    update accounts.links set used_at = ${tx.now}
    where token_hash = ${tokenHash} and purpose = ${purpose} and used_at is null and expires_at > ${tx.now}
    returning account_id as "accountId", email`)
}

export async function spendLinks(tx: Tx, accountId: string, purpose: string): Promise<void> {
  await tx.run(
    sql`update accounts.links set used_at = ${tx.now} where account_id = ${accountId} and purpose = ${purpose} and used_at is null`,
  )
}

/** How many links were made since each of two instants. Locks the account, so that two askers at once count each other. */
export async function linksSince(
  tx: Tx,
  accountId: string,
  purpose: string,
  since: { minute: Date; hour: Date; day: Date },
): Promise<{ minute: number; hour: number; day: number }> {
  await tx.one(sql`select id from accounts.accounts where id = ${accountId} for no key update`)
  return tx.one<{ minute: number; hour: number; day: number }>(sql`
    select count(*) filter (where created_at > ${since.minute}) as minute, count(*) filter (where created_at > ${since.hour}) as hour, count(*) as day
    from accounts.links where account_id = ${accountId} and purpose = ${purpose} and created_at > ${since.day}`)
}

// Wrong passwords

export interface Limits {
  failures: number
  forgetBefore: Date
  lockUntil: Date
}

/**
 * Counts a try before its password is looked at, so that many at once cannot all slip through; a right one takes the count back.
 * Undefined while locked. A lock does not grow by knocking on it.
 */
export function countTry(tx: Tx, login: string, { failures, forgetBefore, lockUntil }: Limits): Promise<{ failures: number } | undefined> {
  return tx.maybe<{ failures: number }>(sql`
    insert into accounts.failed_logins as tries (login, failures, last_at) values (${login}, 1, ${tx.now})
    on conflict (login) do update set
      failures = case when tries.locked_until is not null or tries.last_at < ${forgetBefore} then 1 else tries.failures + 1 end,
      locked_until = case when tries.locked_until is null and tries.last_at >= ${forgetBefore} and tries.failures + 1 >= ${failures}::int then ${lockUntil}::timestamptz end,
      last_at = ${tx.now}
    where tries.locked_until is null or tries.locked_until <= ${tx.now}
    returning failures`)
}

export function lockOf(db: Db, login: string): Promise<{ lockedUntil: Date } | undefined> {
  return db.maybe<{ lockedUntil: Date }>(
    sql`select locked_until as "lockedUntil" from accounts.failed_logins where login = ${login} and locked_until > ${db.now}`,
  )
}

/** Whether tries from many places lock it, under whatever name of its own. */
export async function isLockedEverywhere(db: Db, { id, username, email }: Pick<Account, 'id' | 'username' | 'email'>): Promise<boolean> {
  const keys = [`account ${id}`, `name ${username}`, `name ${email.toLowerCase()}`].map((whose) => `${whose} everywhere`)
  const { found } = await db.one<{ found: boolean }>(sql`
    select exists (select from accounts.failed_logins where login = any(${keys}) and locked_until > ${db.now}) as found`)
  return found
}

/** Every count at these names and accounts, from wherever. */
export async function forgetTriesAt(tx: Tx, whose: readonly string[]): Promise<void> {
  await tx.run(sql`delete from accounts.failed_logins where split_part(login, ' ', 2) = any(${whose})`)
}

export async function forgetTries(tx: Tx, logins: readonly string[]): Promise<void> {
  await tx.run(sql`delete from accounts.failed_logins where login = any(${logins})`)
}

// Devices

export async function isKnownDevice(db: Db, accountId: string | undefined, tokenHash: Buffer): Promise<boolean> {
  const found = sql`select from accounts.devices where account_id = ${accountId ?? null}::uuid and token_hash = ${tokenHash}`
  return (await db.one<{ found: boolean }>(sql`select exists (${found}) as found`)).found
}

export async function knowDevice(tx: Tx, accountId: string, tokenHash: Buffer): Promise<void> {
  await tx.run(sql`
    insert into accounts.devices (account_id, token_hash, seen_at) values (${accountId}, ${tokenHash}, ${tx.now})
    on conflict (account_id, token_hash) do update set seen_at = excluded.seen_at`)
}

export async function forgetDevices(tx: Tx, accountId: string): Promise<void> {
  await tx.run(sql`delete from accounts.devices where account_id = ${accountId}`)
}

// What nobody needs any more

export async function forgetOld(tx: Tx): Promise<void> {
  await tx.run(sql`delete from accounts.tickets where expires_at < ${tx.now}`)
  const day = sql`${tx.now}::timestamptz - interval '1 day'`
  await tx.run(sql`delete from accounts.failed_logins where last_at < ${day}`)
  await tx.run(sql`delete from accounts.devices where seen_at < ${tx.now}::timestamptz - interval '400 days'`)
  await tx.run(sql`delete from accounts.links where expires_at < ${tx.now}::timestamptz - interval '30 days'`)
  await tx.run(
    sql`delete from accounts.sessions where least(expires_at, coalesce(revoked_at, expires_at)) < ${tx.now}::timestamptz - interval '90 days'`,
  )
}

/** How many may sign in, by role. */
export async function countByRole(db: Db): Promise<Record<Account['role'], number>> {
  const rows = await db.many<{ role: Account['role']; count: number }>(sql`
    select role, count(*) as count from accounts.accounts where state = 'active' group by role`)
  return { user: 0, performer: 0, staff: 0, ...Object.fromEntries(rows.map(({ role, count }) => [role, count])) }
}

/** Whether there is a single account, of any role and state. */
export async function isAnybodyThere(db: Db): Promise<boolean> {
  return (await db.one<{ found: boolean }>(sql`select exists (select from accounts.accounts) as found`)).found
}
