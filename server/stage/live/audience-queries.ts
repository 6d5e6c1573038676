// Who helps on a creator's stages, and who is not let in any more, as they are kept.
import { isSubscribing } from '#server/money/subscriptions/subscriptions.ts'
import { countAll, sql, type Count, type Db, type Tx } from '#server/platform/db/db.ts'

export interface Pair {
  viewerId: string
  creatorId: string
}

export interface Standing {
  isModerator: boolean
  isBanned: boolean
}

/** How each of these people stands to each of these creators. */
export async function standings(db: Db, pairs: readonly Pair[]): Promise<Standing[]> {
  return db.many<Standing>(sql`
    select exists (select from live.moderators m where m.performer_id = p.creator and m.account_id = p.viewer) as "isModerator",
      exists (select from live.bans b where b.performer_id = p.creator and b.account_id = p.viewer) as "isBanned"
    from unnest(${pairs.map(({ viewerId }) => viewerId)}::uuid[], ${pairs.map(({ creatorId }) => creatorId)}::uuid[]) with ordinality as p (viewer, creator, place)
    order by p.place`)
}

/** Those of these people who subscribe to this creator now. */
export async function subscribersAmong(db: Db, performerId: string, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db.many<{ id: string }>(sql`
    select p.id from unnest(${ids}::uuid[]) as p (id) where ${isSubscribing(db, sql`p.id`, sql`${performerId}::uuid`)}`)
  return new Set(rows.map(({ id }) => id))
}

export async function moderators(db: Db, performerId: string): Promise<string[]> {
  const rows = await db.many<{ id: string }>(sql`
    select account_id as id from live.moderators where performer_id = ${performerId} order by named_at, account_id`)
  return rows.map(({ id }) => id)
}

export async function nameModerator(tx: Tx, performerId: string, accountId: string): Promise<void> {
  await tx.run(sql`
    insert into live.moderators (performer_id, account_id, named_at) values (${performerId}, ${accountId}, ${tx.now}) on conflict do nothing`)
}

export async function dismissModerator(tx: Tx, performerId: string, accountId: string): Promise<void> {
  await tx.run(sql`delete from live.moderators where performer_id = ${performerId} and account_id = ${accountId}`)
}

export interface Ban {
  accountId: string
  reason: string
  bannedAt: Date
}

/** Newest first. */
export async function bans(
  db: Db,
  performerId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: Ban[] } & Count> {
  const [rows, count] = await Promise.all([
    db.many<Ban>(sql`
      select account_id as "accountId", reason, banned_at as "bannedAt" from live.bans where performer_id = ${performerId}
      order by banned_at desc, account_id limit ${limit} offset ${offset}`),
    countAll(db, sql`select from live.bans where performer_id = ${performerId}`),
  ])
  return { rows, ...count }
}

/** Banned again, the first day and the newest reason stand. */
export async function ban(tx: Tx, performerId: string, accountId: string, reason: string): Promise<void> {
  await tx.run(sql`
    insert into live.bans (performer_id, account_id, reason, banned_at) values (${performerId}, ${accountId}, ${reason}, ${tx.now})
    on conflict (performer_id, account_id) do update set reason = excluded.reason`)
}

export async function liftBan(tx: Tx, performerId: string, accountId: string): Promise<void> {
  await tx.run(sql`delete from live.bans where performer_id = ${performerId} and account_id = ${accountId}`)
}
