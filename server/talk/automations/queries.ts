import type { Occasion } from '#contract/talk/campaign-names.ts'
import { empty, listed, sql, type Db, type Tx } from '#server/platform/db/db.ts'

export interface Rule {
  occasion: Occasion
  text: string
  isOn: boolean
  changedAt: Date | null
}

export function ofPerformer(db: Db, performerId: string): Promise<(Rule & { changedAt: Date })[]> {
  return db.many<Rule & { changedAt: Date }>(sql`
    select occasion, text, is_on as "isOn", changed_at as "changedAt" from automations.rules where performer_id = ${performerId}`)
}

export function running(db: Db, performerId: string, occasion: Occasion): Promise<{ text: string } | undefined> {
  return db.maybe<{ text: string }>(sql`
    select text from automations.rules where performer_id = ${performerId} and occasion = ${occasion} and is_on`)
}

export async function save(
  tx: Tx,
  performerId: string,
  occasion: Occasion,
  { text, isOn }: { text: string; isOn: boolean },
): Promise<void> {
  await tx.run(sql`
    insert into automations.rules (performer_id, occasion, text, is_on, changed_at) values (${performerId}, ${occasion}, ${text}, ${isOn}, ${tx.now})
    on conflict (performer_id, occasion) do update set text = excluded.text, is_on = excluded.is_on, changed_at = excluded.changed_at`)
}

export async function drop(tx: Tx, performerId: string, occasion: Occasion): Promise<void> {
  await tx.run(sql`delete from automations.rules where performer_id = ${performerId} and occasion = ${occasion}`)
}

export function all(
  db: Db,
  like: string | undefined,
  page: { limit: number; offset: number },
): Promise<{ rows: (Rule & { performerId: string; changedAt: Date })[]; total: number }> {
  return listed<Rule & { performerId: string; changedAt: Date }>(
    db,
    page,
    (total, window) => sql`
    select r.performer_id as "performerId", r.occasion, r.text, r.is_on as "isOn", r.changed_at as "changedAt", ${total}
    from automations.rules r join accounts.accounts a on a.id = r.performer_id
    ${like === undefined ? empty : sql`where a.name ilike ${like} or a.username ilike ${like}`}
    order by r.changed_at desc, r.performer_id, r.occasion ${window}`,
  )
}

/** Notes that it is said now. False where it was said, ever or since then. */
export async function noteSaid(
  tx: Tx,
  { performerId, fanId, occasion }: { performerId: string; fanId: string; occasion: Occasion },
  since: Date | undefined,
): Promise<boolean> {
  const noted = await tx.run(sql`
    insert into automations.said as s (performer_id, fan_id, occasion, said_at) values (${performerId}, ${fanId}, ${occasion}, ${tx.now})
    on conflict (performer_id, fan_id, occasion) do update set said_at = excluded.said_at where s.said_at <= ${since ?? null}::timestamptz`)
  return noted > 0
}

/** Whoever has a rule, or had one when shares were counted last. */
export async function everybody(db: Db): Promise<string[]> {
  const rows = await db.many<{ id: string }>(sql`
    select performer_id as id from automations.rules union select performer_id from automations.shares`)
  return rows.map(({ id }) => id)
}

export async function keepShares(tx: Tx, shares: readonly { performerId: string; messages: number; automatic: number }[]): Promise<void> {
  await tx.run(sql`delete from automations.shares`)
  await tx.run(sql`
    insert into automations.shares (performer_id, messages, automatic, counted_at)
    select *, ${tx.now} from unnest(${shares.map(({ performerId }) => performerId)}::uuid[], ${shares.map(({ messages }) => messages)}::integer[],
      ${shares.map(({ automatic }) => automatic)}::integer[])`)
}

export function share(db: Db, performerId: string): Promise<{ messages: number; automatic: number } | undefined> {
  return db.maybe<{ messages: number; automatic: number }>(
    sql`select messages, automatic from automations.shares where performer_id = ${performerId}`,
  )
}

export async function forgetRules(tx: Tx, performerId: string): Promise<void> {
  await tx.run(sql`delete from automations.rules where performer_id = ${performerId}`)
}
