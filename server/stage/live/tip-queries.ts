// Menus, goals and what was given during streams, as they are kept. Amounts are hundredths of a token.
import { sql, type Db, type Tx } from '#server/platform/db/db.ts'

export interface MenuItem {
  id: string
  title: string
  price: number
}

/** By creator, in their order. */
export async function menus(db: Db, performerIds: readonly string[]): Promise<ReadonlyMap<string, MenuItem[]>> {
  const rows = await db.many<MenuItem & { performerId: string }>(sql`
    select id, performer_id as "performerId", title, price from live.menu_items
    where performer_id = any(${performerIds}::uuid[]) and deleted_at is null order by performer_id, position, id`)
  return Map.groupBy(rows, ({ performerId }) => performerId)
}

/** The whole menu in this order: what has no id is new, and what is not among them is taken off. */
export async function putMenu(
  tx: Tx,
  performerId: string,
  items: readonly (Omit<MenuItem, 'id'> & { id: string | null })[],
): Promise<void> {
  const kept = items.flatMap(({ id }) => id ?? [])
  await tx.run(sql`
    update live.menu_items set deleted_at = ${tx.now} where performer_id = ${performerId} and deleted_at is null and id <> all(${kept}::uuid[])`)
  const places = items.map((item, position) => ({ ...item, position }))
  const old = places.filter(({ id }) => id !== null)
  const added = places.filter(({ id }) => id === null)
  await tx.run(sql`
    update live.menu_items i set title = o.title, price = o.price, position = o.position
    from unnest(${old.map(({ id }) => id)}::uuid[], ${old.map(({ title }) => title)}::text[], ${old.map(({ price }) => price)}::bigint[], ${old.map(({ position }) => position)}::integer[]) as o (id, title, price, position)
    where i.id = o.id and i.performer_id = ${performerId} and i.deleted_at is null`)
  await tx.run(sql`
    insert into live.menu_items (performer_id, title, price, position, created_at)
    select ${performerId}, n.title, n.price, n.position, ${tx.now}
    from unnest(${added.map(({ title }) => title)}::text[], ${added.map(({ price }) => price)}::bigint[], ${added.map(({ position }) => position)}::integer[]) as n (title, price, position)`)
}

export interface Goal {
  id: string
  streamId: string
  amount: number
  title: string
  /** What was given since it was set and did not go back. */
  raised: number
  reachedAt: Date | null
}

/** By stream: what each hopes to reach now. */
export async function goals(db: Db, streamIds: readonly string[]): Promise<ReadonlyMap<string, Goal>> {
  if (streamIds.length === 0) return new Map()
  const rows = await db.many<Goal>(sql`
    select g.id, g.stream_id as "streamId", g.amount, g.title, g.reached_at as "reachedAt",
      (select coalesce(sum(t.amount), 0)::bigint from live.tips t where t.goal_id = g.id and t.returned_at is null) as raised
    from live.goals g where g.stream_id = any(${streamIds}::uuid[]) and g.ended_at is null`)
  return new Map(rows.map((goal) => [goal.streamId, goal]))
}

export async function setGoal(tx: Tx, streamId: string, { amount, title }: Pick<Goal, 'amount' | 'title'>): Promise<void> {
  await tx.run(sql`insert into live.goals (stream_id, amount, title, set_at) values (${streamId}, ${amount}, ${title}, ${tx.now})`)
}

export async function changeGoal(tx: Tx, id: string, { amount, title }: Pick<Goal, 'amount' | 'title'>): Promise<void> {
  await tx.run(sql`update live.goals set amount = ${amount}, title = ${title} where id = ${id}`)
}

export async function endGoal(tx: Tx, id: string): Promise<void> {
  await tx.run(sql`update live.goals set ended_at = greatest(${tx.now}::timestamptz, set_at) where id = ${id} and ended_at is null`)
}

export async function reachGoal(tx: Tx, id: string): Promise<void> {
  await tx.run(sql`update live.goals set reached_at = greatest(${tx.now}::timestamptz, set_at) where id = ${id} and reached_at is null`)
}

/** One goal of a stream is changed, or given to, at a time. */
export async function lockGoal(tx: Tx, streamId: string): Promise<void> {
  await tx.run(sql`select id from live.goals where stream_id = ${streamId} and ended_at is null for update`)
}

export interface Tip {
  transferId: string
  streamId: string
  goalId: string | null
  menuItemId: string | null
  fanId: string
  isAnonymous: boolean
  amount: number
}

/** Noted twice is noted once. */
export async function noteTip(tx: Tx, { transferId, streamId, goalId, menuItemId, fanId, isAnonymous, amount }: Tip): Promise<void> {
  await tx.run(sql`
    insert into live.tips (transfer_id, stream_id, goal_id, menu_item_id, fan_id, is_anonymous, amount, given_at)
    values (${transferId}, ${streamId}, ${goalId}, ${menuItemId}, ${fanId}, ${isAnonymous}, ${amount}, ${tx.now}) on conflict do nothing`)
}

/** A tip of a stream that went back: which. */
export async function returnTip(tx: Tx, transferId: string): Promise<Pick<Tip, 'streamId' | 'goalId'> | undefined> {
  return tx.maybe<Pick<Tip, 'streamId' | 'goalId'>>(sql`
    update live.tips set returned_at = ${tx.now} where transfer_id = ${transferId} and returned_at is null
    returning stream_id as "streamId", goal_id as "goalId"`)
}

export interface Given {
  count: number
  amount: number
}

export function given(db: Db, streamId: string): Promise<Given> {
  return db.one<Given>(sql`
    select count(*)::integer as count, coalesce(sum(amount), 0)::bigint as amount from live.tips where stream_id = ${streamId} and returned_at is null`)
}

/** Who gave most; all that was given without a name is one. */
export function topTippers(db: Db, streamId: string, limit: number): Promise<{ fanId: string | null; amount: number }[]> {
  return db.many<{ fanId: string | null; amount: number }>(sql`
    select case when is_anonymous then null else fan_id end as "fanId", sum(amount)::bigint as amount
    from live.tips where stream_id = ${streamId} and returned_at is null group by 1 order by amount desc, 1 limit ${limit}`)
}
