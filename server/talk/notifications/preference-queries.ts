// What readers decided, and what it takes to reach them.
import type { NoticeKind, NoticeLetters } from '#contract/talk/notice-names.ts'
import { sql, type Db, type Tx } from '#server/platform/db/db.ts'
import type { Channels } from '#server/talk/notifications/events.ts'

export interface Reader {
  accountId: string
  role: 'user' | 'performer' | 'staff'
  name: string
  username: string
  email: string
  birthDate: string | null
  country: string | null
  locale: string | null
  timezone: string | null
  /** The address is theirs. */
  isVerified: boolean
  /** They take letters that only tell. */
  takesLetters: boolean
  /** There is a browser to push to. */
  hasDevice: boolean
  quietFrom: number | null
  quietTo: number | null
  digestHour: number | null
  isDiscreet: boolean | null
  /** Null: as everybody's are at first. */
  inApp: boolean | null
  letters: NoticeLetters | null
  push: boolean | null
}

/** Those of these who are here, with what they decided about a kind. */
export function readers(db: Db, ids: readonly string[], kind: NoticeKind): Promise<Reader[]> {
  return db.many<Reader>(sql`
    select a.id as "accountId", a.role, a.name, a.username, a.email, a.birth_date as "birthDate", a.country, a.locale, a.timezone,
      a.email_verified_at is not null as "isVerified",
      coalesce((a.notification_preferences ->> 'email')::boolean, true) as "takesLetters",
      exists (select from notifications.devices d where d.account_id = a.id) as "hasDevice",
      r.quiet_from as "quietFrom", r.quiet_to as "quietTo", r.digest_hour as "digestHour", r.discreet as "isDiscreet",
      p.in_app as "inApp", p.email as letters, p.push
    from accounts.accounts a
      left join notifications.readers r on r.account_id = a.id
      left join notifications.preferences p on p.account_id = a.id and p.kind = ${kind}
    where a.id = any(${ids}::uuid[]) and a.state = 'active'`)
}

export function chosen(db: Db, accountIds: readonly string[]): Promise<(Channels & { accountId: string; kind: NoticeKind })[]> {
  return db.many<Channels & { accountId: string; kind: NoticeKind }>(sql`
    select account_id as "accountId", kind, in_app as "inApp", email, push from notifications.preferences where account_id = any(${accountIds}::uuid[])`)
}

/** One decides at a time: what is not named stays as the one before left it. */
export async function lockChoices(tx: Tx, accountId: string): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended('notifications.choices ' || ${accountId}, 0))`)
}

export async function choose(tx: Tx, accountId: string, kind: NoticeKind, { inApp, email, push }: Channels): Promise<void> {
  await tx.run(sql`
    insert into notifications.preferences (account_id, kind, in_app, email, push) values (${accountId}, ${kind}, ${inApp}, ${email}, ${push})
    on conflict (account_id, kind) do update set in_app = excluded.in_app, email = excluded.email, push = excluded.push`)
}

export interface Habits {
  quietFrom: number | null
  quietTo: number | null
  digestHour: number
  isDiscreet: boolean
}

/** @param isDiscreet null: they have not chosen */
export async function keepHabits(
  tx: Tx,
  accountId: string,
  { quietFrom, quietTo, digestHour, isDiscreet }: Omit<Habits, 'isDiscreet'> & { isDiscreet: boolean | null },
): Promise<void> {
  await tx.run(sql`
    insert into notifications.readers (account_id, quiet_from, quiet_to, digest_hour, discreet)
    values (${accountId}, ${quietFrom}, ${quietTo}, ${digestHour}, ${isDiscreet})
    on conflict (account_id) do update set quiet_from = excluded.quiet_from, quiet_to = excluded.quiet_to, digest_hour = excluded.digest_hour,
      discreet = excluded.discreet`)
}

/** What the links in letters are signed with; there is one, for good. */
export async function letterKey(db: Db): Promise<Buffer> {
  const { key } = await db.one<{ key: Buffer }>(sql`select key from notifications.letter_key`)
  return key
}
