import type { CaseState, DecisionName, ReportReason, ReportTarget } from '#contract/office/report-names.ts'
import { empty, listed, raw, sql, withinDays, type Days, type Db, type Sql, type Tx } from '#server/platform/db/db.ts'
import type { Language } from '#server/platform/words/words.ts'

export interface Case {
  id: string
  number: string
  target: ReportTarget
  targetId: string
  ownerId: string | null
  state: CaseState
  openedAt: Date
  dueAt: Date
  closedAt: Date | null
  assignedTo: string | null
}

const columns =
  raw(`c.id, c.number, c.target, c.target_id as "targetId", c.owner_id as "ownerId", c.state, c.opened_at as "openedAt", c.due_at as "dueAt",
  c.closed_at as "closedAt", c.assigned_to as "assignedTo"`)

export function byId(db: Db, id: string): Promise<Case | undefined> {
  return db.maybe<Case>(sql`select ${columns} from reports.cases c where c.id = ${id}`)
}

export function lock(tx: Tx, id: string): Promise<Case | undefined> {
  return tx.maybe<Case>(sql`select ${columns} from reports.cases c where c.id = ${id} for update`)
}

/** Two who report the same at once are one behind the other. */
/** In one order, so that two who share an address and a contact never wait for each other in a circle. */
export async function lockSenders(tx: Tx, senders: readonly string[]): Promise<void> {
  for (const sender of senders.map((each) => each.toLowerCase()).toSorted())
    await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${sender}, 8))`)
}

export async function lockTarget(tx: Tx, targetId: string): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${targetId}, 7))`)
}

export function openOf(db: Db, target: ReportTarget, targetId: string): Promise<Case | undefined> {
  return db.maybe<Case>(sql`
    select ${columns} from reports.cases c where c.target = ${target} and c.target_id = ${targetId} and c.state = 'open'`)
}

/** Undefined where another case has that number. */
export function open(
  tx: Tx,
  { number, target, targetId, ownerId, dueAt }: Pick<Case, 'number' | 'target' | 'targetId' | 'ownerId' | 'dueAt'>,
): Promise<Case | undefined> {
  return tx.maybe<Case>(sql`
    insert into reports.cases as c (number, target, target_id, owner_id, opened_at, due_at)
    values (${number}, ${target}, ${targetId}, ${ownerId}, ${tx.now}, ${dueAt}) on conflict (number) do nothing returning ${columns}`)
}

/** Something graver was said of it: it is due sooner. */
export async function hasten(tx: Tx, id: string, dueAt: Date): Promise<void> {
  await tx.run(sql`update reports.cases set due_at = ${dueAt} where id = ${id} and due_at > ${dueAt}`)
}

export async function assign(tx: Tx, id: string, to: string | null): Promise<void> {
  await tx.run(sql`update reports.cases set assigned_to = ${to} where id = ${id}`)
}

export async function close(tx: Tx, id: string): Promise<void> {
  await tx.run(sql`update reports.cases set state = 'closed', closed_at = ${tx.now} where id = ${id}`)
}

export interface Report {
  id: string
  caseId: string
  reporterId: string | null
  reason: ReportReason
  words: string
  evidence: string[]
  contact: string | null
  signature: string | null
  language: Language
  quote: string
  createdAt: Date
  dueAt: Date
}

const reportColumns =
  raw(`r.id, r.case_id as "caseId", r.reporter_id as "reporterId", r.reason, r.words, r.evidence, r.contact, r.signature, r.language, r.quote,
  r.created_at as "createdAt", r.due_at as "dueAt"`)

export async function insert(tx: Tx, report: Omit<Report, 'id' | 'createdAt'> & { network: string | null }): Promise<string> {
  const { caseId, reporterId, network, reason, words, evidence, contact, signature, language, quote, dueAt } = report
  const { id } = await tx.one<{ id: string }>(sql`
    insert into reports.reports (case_id, reporter_id, network, reason, words, evidence, contact, signature, language, quote, created_at, due_at)
    values (${caseId}, ${reporterId}, ${network}, ${reason}, ${words}, ${evidence}, ${contact}, ${signature}, ${language}, ${quote}, ${tx.now}, ${dueAt})
    returning id`)
  return id
}

/** What somebody said of a case before, for the same reason. */
export function saidBefore(db: Db, caseId: string, reporterId: string, reason: ReportReason): Promise<Report | undefined> {
  return db.maybe<Report>(sql`
    select ${reportColumns} from reports.reports r where r.case_id = ${caseId} and r.reporter_id = ${reporterId} and r.reason = ${reason}`)
}

/** The first first. */
export function reportsOf(db: Db, caseIds: readonly string[]): Promise<Report[]> {
  return db.many<Report>(sql`
    select ${reportColumns} from reports.reports r where r.case_id = any(${caseIds}::uuid[]) order by r.created_at, r.id`)
}

export async function countOfPerson(db: Db, reporterId: string, since: Date): Promise<number> {
  const { count } = await db.one<{ count: number }>(sql`
    select count(*) as count from reports.reports where reporter_id = ${reporterId} and created_at > ${since}`)
  return count
}

/** From a visitor's network, or with the address that they gave. */
export async function countOfVisitor(
  db: Db,
  { network, contact }: { network: string; contact: string | null },
  since: Date,
): Promise<number> {
  const { count } = await db.one<{ count: number }>(sql`
    select count(*) as count from (
      select id from reports.reports where network = ${network} and created_at > ${since}
      union select id from reports.reports where lower(contact) = lower(${contact}::text) and created_at > ${since}) as lately`)
  return count
}

export async function insertLink(tx: Tx, reportId: string, tokenHash: Buffer): Promise<void> {
  await tx.run(sql`insert into reports.links (token_hash, report_id, created_at) values (${tokenHash}, ${reportId}, ${tx.now})`)
}

export interface Decision {
  id: string
  caseId: string
  by: string
  what: DecisionName
  reason: string
  /** To how many what they paid goes back by it, and how much in all, in hundredths. */
  refundPeople: number
  refundAmount: number
  createdAt: Date
}

export async function insertDecision(
  tx: Tx,
  { caseId, by, what, reason, refundPeople, refundAmount }: Omit<Decision, 'id' | 'createdAt'>,
): Promise<void> {
  await tx.run(sql`
    insert into reports.decisions (case_id, decided_by, what, reason, refund_people, refund_amount, created_at)
    values (${caseId}, ${by}, ${what}, ${reason}, ${refundPeople}, ${refundAmount}, ${tx.now})`)
}

/** The first first. */
export function decisionsOf(db: Db, caseId: string): Promise<Decision[]> {
  return db.many<Decision>(sql`
    select id, case_id as "caseId", decided_by as "by", what, reason, refund_people as "refundPeople", refund_amount as "refundAmount", created_at as "createdAt" from reports.decisions
    where case_id = ${caseId} order by created_at, id`)
}

/** A report as its reporter follows it, with the newest decision on its case. */
export interface Followed {
  id: string
  number: string
  target: ReportTarget
  reason: ReportReason
  state: CaseState
  createdAt: Date
  dueAt: Date
  what: DecisionName | null
  why: string | null
  decidedAt: Date | null
}

const followed = sql`
  r.id, c.number, c.target, r.reason, c.state, r.created_at as "createdAt", r.due_at as "dueAt", d.what, d.reason as why, d.created_at as "decidedAt"`
const withNewest = sql`
  reports.reports r join reports.cases c on c.id = r.case_id
  left join lateral (select what, reason, created_at from reports.decisions d where d.case_id = c.id order by d.created_at desc limit 1) d on true`

export function followedBy(db: Db, tokenHash: Buffer): Promise<Followed | undefined> {
  return db.maybe<Followed>(sql`
    select ${followed} from ${withNewest} where r.id = (select l.report_id from reports.links l where l.token_hash = ${tokenHash})`)
}

interface Own extends Followed, Pick<Report, 'words' | 'evidence' | 'signature'>, Pick<Case, 'targetId'> {}

/** What one person reported, with what they wrote. */
export function ownOf(db: Db, reporterId: string, id: string): Promise<Own | undefined> {
  return db.maybe<Own>(sql`
    select ${followed}, r.words, r.evidence, r.signature, c.target_id as "targetId" from ${withNewest} where r.id = ${id} and r.reporter_id = ${reporterId}`)
}

export function ofPerson(
  db: Db,
  reporterId: string,
  window: { limit: number; offset: number },
): Promise<{ rows: Followed[]; total: number }> {
  return listed<Followed>(
    db,
    window,
    (total, paging) => sql`
    select ${followed}, ${total} from ${withNewest} where r.reporter_id = ${reporterId} order by r.created_at desc, r.id desc ${paging}`,
  )
}

export interface Listed extends Case {
  quote: string
  reasons: ReportReason[]
  reports: number
}

export interface Asked extends Days {
  state?: CaseState | undefined
  reason?: ReportReason | undefined
  target?: ReportTarget | undefined
  isOverdue?: boolean | undefined
  assignedTo?: string | undefined
  /** Whose it is, and who reported it. */
  of?: string | undefined
  by?: string | undefined
  /** A case number, or part of it, and people whose it may be. */
  named?: { like: string; owners: Sql } | undefined
  sortBy?: 'dueAt' | 'createdAt' | 'reports' | undefined
  sort?: 'asc' | 'desc' | undefined
  limit: number
  offset: number
}

const sortable = { dueAt: raw('c.due_at'), createdAt: raw('c.opened_at'), reports: raw('of.reports') }

/** Open ones first, of them the first due first, and of closed ones the last decided. */
export function page(db: Db, { limit, offset, ...asked }: Asked): Promise<{ rows: Listed[]; total: number }> {
  const { state, reason, target, isOverdue, assignedTo, of, by, named, sortBy, sort = 'desc' } = asked
  const direction = raw(sort)
  const order = sortBy
    ? sql`${sortable[sortBy]} ${direction}, c.id ${direction}`
    : sql`c.state = 'closed', case when c.state = 'open' then c.due_at end, c.closed_at desc, c.id`
  const isLate = sql`(c.state = 'open' and c.due_at <= ${db.now})`
  return listed<Listed>(
    db,
    { limit, offset },
    (total, window) => sql`
    select ${columns}, of.quote, of.reasons, of.reports, ${total}
    from reports.cases c
    cross join lateral (
      select count(*) as reports, array_agg(distinct r.reason) as reasons, (array_agg(r.quote order by r.created_at))[1] as quote
      from reports.reports r where r.case_id = c.id) of
    where (${state ?? null}::text is null or c.state = ${state ?? null})
      and (${target ?? null}::text is null or c.target = ${target ?? null})
      and (${reason ?? null}::text is null or ${reason ?? null} = any(of.reasons))
      and (${isOverdue ?? null}::boolean is null or ${isLate} = ${isOverdue ?? null})
      and (${assignedTo ?? null}::uuid is null or c.assigned_to = ${assignedTo ?? null})
      and (${of ?? null}::uuid is null or c.owner_id = ${of ?? null})
      ${by === undefined ? empty : sql`and c.id in (select r.case_id from reports.reports r where r.reporter_id = ${by})`}
      and ${named ? sql`(c.number ilike ${named.like} or c.owner_id in (${named.owners}))` : sql`true`}
      ${withinDays(sql`c.opened_at`, asked)}
    order by ${order} ${window}`,
  )
}

export async function countOpen(db: Db): Promise<{ count: number; oldest: Date | null }> {
  return db.one<{ count: number; oldest: Date | null }>(
    sql`select count(*) as count, min(opened_at) as oldest from reports.cases where state = 'open'`,
  )
}

/** Those that became late and of which nobody was told; from now on somebody was. */
export function tellLate(tx: Tx): Promise<{ number: string; target: ReportTarget }[]> {
  return tx.many<{ number: string; target: ReportTarget }>(sql`
    update reports.cases set late_told_at = ${tx.now} where state = 'open' and due_at <= ${tx.now} and late_told_at is null returning number, target`)
}

/** Cases that are open about somebody or what is theirs, or that they brought. */
export async function openAbout(db: Db, accountId: string): Promise<number> {
  const { count } = await db.one<{ count: number }>(sql`
    select count(*) as count from reports.cases c
    where c.state = 'open' and (c.owner_id = ${accountId} or c.target_id = ${accountId} or exists (select from reports.reports r where r.case_id = c.id and r.reporter_id = ${accountId}))`)
  return count
}
