// One performer's line to many fans at once: each in the conversation of the two, begun where there is none, with that conversation's next number.
import * as access from '#server/catalogue/access/access.ts'
import * as wallet from '#server/money/wallet/wallet.ts'
import { empty, sql, type Db, type Tx } from '#server/platform/db/db.ts'
import * as conversationQueries from '#server/talk/messaging/conversation-queries.ts'
import type * as messageQueries from '#server/talk/messaging/message-queries.ts'
import { tellMany } from '#server/talk/messaging/pushes.ts'

export interface Line {
  fanId: string
  text: string
}

export interface ToMany {
  performerId: string
  author: 'person' | 'automation'
  /** Whoever has a line of the same one gets no second. */
  campaignId: string | null
  /** What goes with the words. */
  work?: { id: string; type: messageQueries.Medium } | undefined
}

/** Writes a batch of them; answers how many there were that had none. Who may hear it, the caller has judged. */
export async function writeToMany(tx: Tx, to: ToMany, lines: readonly Line[]): Promise<number> {
  if (lines.length === 0) return 0
  const fanIds = lines.map(({ fanId }) => fanId)
  await conversationQueries.beginWithMany(tx, to.performerId, fanIds)
  const written = await write(tx, to, lines)
  tx.afterCommit(() => tellMany([to.performerId, ...written.map(({ fanId }) => fanId)]))
  return written.length
}

/**
 * Rows are looked up by their ids, whatever PostgreSQL knows of its tables by then: the batches themselves fill them. Conversations are locked
 * in the order of their ids, as wherever many are written to (message-queries.ts).
 */
function write(tx: Tx, { performerId, author, campaignId, work }: ToMany, lines: readonly Line[]): Promise<{ fanId: string }[]> {
  return tx.many<{ fanId: string }>(sql`
    with sent as materialized (
      select c.id as conversation_id, s.text
      from unnest(${lines.map(({ fanId }) => fanId)}::uuid[], ${lines.map(({ text }) => text)}::text[]) as s (fan_id, text)
        cross join lateral (
          select id from messaging.conversations where performer_id = ${performerId} and fan_id = s.fan_id and kind = 'private' limit 1
        ) c
      where (select true from messaging.messages m where m.campaign_id = ${campaignId} and m.conversation_id = c.id limit 1) is null
    ), locked as materialized (
      select c.id from messaging.conversations c where c.id = any(array(select conversation_id from sent)) order by c.id for no key update
    ), moved as (
      update messaging.conversations c
      set last_change = c.last_change + 1, last_of_performer = c.last_change + 1, last_message_at = greatest(c.last_message_at, ${tx.now})
      where c.id = any(array(select id from locked)) and c.fan_id is not null returning c.id, c.fan_id, c.last_change
    ), written as (
      insert into messaging.messages (conversation_id, number, change, arrived, sender_id, author, campaign_id, type, work_id, text, created_at)
      select v.id, v.last_change, v.last_change, v.last_change, ${performerId}, ${author}, ${campaignId}, ${work?.type ?? 'text'}, ${work?.id ?? null}::uuid, s.text, ${tx.now}
      from sent s join moved v on v.id = s.conversation_id
    )
    select fan_id as "fanId" from moved`)
}

export interface TakenBack {
  /** How many lines that were. */
  taken: number
  /** Up to which conversation; null: there were none left. */
  reached: string | null
}

/** Deletes a mass message's lines in the conversations after this one, so many of them. Whoever paid for what is in it keeps it. */
export async function takeBack(
  tx: Tx,
  {
    performerId,
    campaignId,
    workId,
    after,
    limit,
  }: { performerId: string; campaignId: string; workId: string | null; after: string | null; limit: number },
): Promise<TakenBack> {
  const taken = await tx.many<{ id: string; fanId: string }>(sql`
    with lines as materialized (
      select m.id, m.conversation_id from messaging.messages m
      where m.campaign_id = ${campaignId} and (${after}::uuid is null or m.conversation_id > ${after}) and m.deleted_at is null
        ${workId === null ? empty : sql`and not ${wallet.hasReceipt(sql`(select c.fan_id from messaging.conversations c where c.id = m.conversation_id)`, sql`${access.referenceOf(workId)}`)}`}
      order by m.conversation_id limit ${limit}
    ), locked as materialized (
      select c.id from messaging.conversations c where c.id = any(array(select conversation_id from lines)) order by c.id for no key update
    ), moved as (
      update messaging.conversations c set last_change = c.last_change + 1,
        last_of_performer = coalesce((
          select max(m.arrived) from messaging.messages m
          where m.conversation_id = c.id and m.sender_id = ${performerId} and m.deleted_at is null and m.campaign_id is distinct from ${campaignId}), 0)
      where c.id = any(array(select id from locked)) and c.fan_id is not null returning c.id, c.fan_id, c.last_change
    ), deleted as (
      update messaging.messages m set deleted_at = ${tx.now}, deleted_by = ${performerId}, change = (select v.last_change from moved v where v.id = m.conversation_id)
      where m.id = any(array(select l.id from lines l join moved v on v.id = l.conversation_id)) and m.deleted_at is null
    )
    select id, fan_id as "fanId" from moved order by id`)
  tx.afterCommit(() => tellMany([performerId, ...taken.map(({ fanId }) => fanId)]))
  return { taken: taken.length, reached: taken.at(-1)?.id ?? null }
}

/** How many have opened each of these mass messages: their mark passed it, or they bought what is in it. Those that nobody opened are left out. */
export async function openedOf(db: Db, campaignIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await db.many<{ id: string; opened: number }>(sql`
    select m.campaign_id as id, count(*)::integer as opened
    from messaging.messages m join messaging.conversations c on c.id = m.conversation_id
    where m.campaign_id = any(${campaignIds}::uuid[]) and (c.read_by_fan >= m.arrived or (m.work_id is not null and ${wallet.hasReceipt(sql`c.fan_id`, access.referenceIn(sql`m.work_id`))}))
    group by 1`)
  return new Map(rows.map(({ id, opened }) => [id, opened]))
}

export interface Authored {
  performerId: string
  messages: number
  automatic: number
}

/** What each of these performers wrote since then but for mass messages, and how much of it a rule did. Those who wrote nothing are left out. */
export function authoredBy(db: Db, performerIds: readonly string[], since: Date): Promise<Authored[]> {
  return db.many<Authored>(sql`
    select c.performer_id as "performerId", count(*)::integer as messages, (count(*) filter (where m.author = 'automation'))::integer as automatic
    from messaging.conversations c join messaging.messages m on m.conversation_id = c.id and m.sender_id = c.performer_id
    where c.performer_id = any(${performerIds}::uuid[]) and c.kind = 'private' and c.last_message_at > ${since}
      and m.created_at > ${since} and m.campaign_id is null
    group by 1`)
}
