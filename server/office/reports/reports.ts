// Reports of what people see here, by anybody; the cases that they make, and what the office decides (calls.md section 7, COMPLIANCE.md 5, 12, 14).
// Promises: nobody reports, or learns of, what they cannot see; whose it is never learns who reported it; a report and a decision stay as they
// were said; each report has its clock, a case the shortest of them, and staff hear once when one is late; whoever reported hears what
// became of it, by a link that needs no account.
// Leaves to others: taking the thing away (works, comments, messaging), and appeals, figures and orders of authorities (moderation, compliance).
import {
  namelessReasons,
  reasonsFor,
  reportReasons,
  signedReasons,
  type ReportReason,
  type ReportTarget,
} from '#contract/office/report-names.ts'
import type { Case as CaseForm, Followed, OwnReport } from '#contract/office/reports.ts'
import type { Reader } from '#server/catalogue/access/access.ts'
import { dueAt } from '#server/office/reports/clocks.ts'
import { hashOf } from '#server/office/reports/links.ts'
import { tellReceived } from '#server/office/reports/letters.ts'
import { drawNumber } from '#server/office/reports/numbers.ts'
import * as queries from '#server/office/reports/queries.ts'
import { refundForm } from '#server/office/reports/refunding.ts'
import * as subjects from '#server/office/reports/subjects.ts'
import * as accounts from '#server/people/accounts/accounts.ts'
import * as profiles from '#server/people/profiles/profiles.ts'
import { record } from '#server/platform/audit/audit.ts'
import { containing, type Db, type Tx } from '#server/platform/db/db.ts'
import { network } from '#server/platform/http/rate.ts'
import { idOf, type Member } from '#server/platform/http/viewer.ts'
import { Refusal, refuse } from '#server/platform/refusals/refusal.ts'
import { type Language, usualZoneOf } from '#server/platform/words/words.ts'
import { current } from '#server/site/settings/settings.ts'
import { cleanText, requireText } from '#server/site/terms/terms.ts'
import * as messaging from '#server/talk/messaging/messaging.ts'

export { decide } from '#server/office/reports/deciding.ts'
export { tellLate } from '#server/office/reports/letters.ts'
export { ofWork as refundOf, ofWorks as refundsOf, refundForm } from '#server/office/reports/refunding.ts'
export { countOpen, openAbout } from '#server/office/reports/queries.ts'

export interface Draft {
  target: ReportTarget
  targetId: string
  reason: ReportReason
  description?: string | undefined
  evidence?: string[] | undefined
  contact?: string | undefined
  goodFaith?: boolean | undefined
  signature?: string | undefined
}

export interface From extends Reader {
  language: Language
  ip: string
}

export interface Received {
  number: string
  dueAt: Date
  /** To visitors: the secret of the page that says what became of it. */
  token?: string
}

/**
 * Takes a report into the open case of what it is about, or opens one. The same person and the same reason again change nothing.
 * Prohibited terms are let through: somebody may be reporting them.
 * @throws not_found for what they cannot see, cannot_report_yourself, too_many_reports {limit}, invalid on the field that is missing or a reason that is not
 * said of such a thing; request_not_delivered, request_over {state} of a request that nothing is to be said of
 */
export async function receive(tx: Tx, from: From, draft: Draft): Promise<Received> {
  const { target, targetId, reason } = draft
  const reporterId = idOf(from.viewer) ?? null
  const said = await complete(tx, from, draft)
  const { ownerId, quote } = await subjects.seen(tx, from, draft)
  if (ownerId === reporterId) refuse('cannot_report_yourself')
  const sender = reporterId ?? network(from.ip)
  // Whoever sends many at once is counted one after the other; by sender first and target then, as everybody does.
  await queries.lockSenders(tx, said.contact === null ? [sender] : [sender, said.contact])
  await queries.lockTarget(tx, targetId)
  const before = await queries.openOf(tx, target, targetId)
  const again = before && reporterId && (await queries.saidBefore(tx, before.id, reporterId, reason))
  if (again) return { number: before.number, dueAt: again.dueAt }
  await refuseTooMany(tx, from, said.contact)
  const due = dueAt(tx.now, reason, await zoneOfOffice(tx))
  const opened = before ?? (await open(tx, { target, targetId, ownerId, dueAt: due }))
  if (due < opened.dueAt) await queries.hasten(tx, opened.id, due)
  const place = reporterId ? null : network(from.ip)
  const { language } = from
  const id = await queries.insert(tx, { caseId: opened.id, reporterId, network: place, reason, ...said, language, quote, dueAt: due })
  const token = await tellReceived(tx, {
    id,
    reporterId,
    contact: said.contact,
    language,
    reason,
    target,
    number: opened.number,
    dueAt: due,
  })
  return { number: opened.number, dueAt: due, ...(!reporterId && { token }) }
}

/** What the reason asks for is there, and clean. */
async function complete(db: Db, { viewer }: From, draft: Draft) {
  const { target, reason, evidence = [], goodFaith = false } = draft
  if (!reasonsFor(target).includes(reason)) throw new Refusal('invalid', {}, [{ field: 'reason', code: 'not_an_option' }])
  const isSigned = signedReasons.includes(reason)
  const contact = draft.contact?.trim() ?? null
  const missing = (field: string) => new Refusal('invalid', {}, [{ field, code: 'required' }])
  if (viewer.kind === 'visitor' && !contact && !namelessReasons.includes(reason)) throw missing('contact')
  if (isSigned && !goodFaith) throw missing('goodFaith')
  const signature = isSigned ? requireText('signature', draft.signature ?? '') : null
  if (reason === 'copyright' && evidence.length === 0) throw missing('evidence')
  const words =
    reason === 'other' || reason === 'not_as_agreed'
      ? requireText('description', draft.description ?? '')
      : cleanText(draft.description ?? '')
  return { words, evidence, contact, signature }
}

const mostInAnHour = 30
const mostOfVisitors = 10

async function refuseTooMany(tx: Tx, { viewer, ip }: From, contact: string | null): Promise<void> {
  const since = new Date(tx.now.getTime() - 3_600_000)
  const [limit, count] =
    viewer.kind === 'visitor'
      ? [mostOfVisitors, await queries.countOfVisitor(tx, { network: network(ip), contact }, since)]
      : [mostInAnHour, await queries.countOfPerson(tx, viewer.accountId, since)]
  if (count >= limit) refuse('too_many_reports', { limit })
}

/** A number that somebody else has is drawn again. */
async function open(tx: Tx, opening: Omit<Parameters<typeof queries.open>[1], 'number'>): Promise<queries.Case> {
  for (;;) {
    const opened = await queries.open(tx, { ...opening, number: drawNumber(tx.now) })
    if (opened) return opened
  }
}

const zoneOfOffice = async (db: Db) => usualZoneOf((await current(db)).defaultLocale)

export async function mine(
  db: Db,
  reporterId: string,
  window: { limit: number; offset: number },
): Promise<{ data: Followed[]; total: number }> {
  const { rows, total } = await queries.ofPerson(db, reporterId, window)
  return { data: rows.map(followedForm), total }
}

/** By the secret of a letter's link. @throws not_found */
export async function follow(db: Db, token: string): Promise<Followed> {
  return followedForm((await queries.followedBy(db, hashOf(token))) ?? refuse('not_found'))
}

/** With what it is about, for as long as its reader may see that. @throws not_found for anybody else's */
export async function showOwn(db: Db, reader: Reader & { viewer: Member }, id: string): Promise<OwnReport> {
  const found = (await queries.ownOf(db, reader.viewer.accountId, id)) ?? refuse('not_found')
  const subject = await subjects.stillSeen(db, reader, found)
  const { words, evidence, signature } = found
  return { ...followedForm(found), description: words, evidence, ...(signature && { signature }), ...(subject && { subject }) }
}

function followedForm({ id, number, target, reason, state, createdAt, dueAt: due, what, why, decidedAt }: queries.Followed): Followed {
  return {
    _id: id,
    caseNumber: number,
    target,
    reason,
    state,
    createdAt: createdAt.toISOString(),
    dueAt: due.toISOString(),
    ...(what && why && decidedAt && { decision: { what, reason: why, at: decidedAt.toISOString() } }),
  }
}

export type Asked = Omit<queries.Asked, 'named' | 'assignedTo'> & { q?: string | undefined; isMine?: boolean | undefined }

export async function cases(db: Db, viewer: Member, { q, isMine, ...asked }: Asked): Promise<{ data: CaseForm[]; total: number }> {
  const named = q?.trim() ? { like: containing(q), owners: accounts.matching(q) } : undefined
  const { rows, total } = await queries.page(db, { ...asked, named, assignedTo: isMine ? viewer.accountId : undefined })
  const people = await peopleOf(db, rows)
  return { data: rows.map((row) => caseForm(db, row, people)), total }
}

type Cards = Awaited<ReturnType<typeof profiles.userCards>>

const peopleOf = (db: Db, list: readonly Pick<queries.Case, 'ownerId' | 'assignedTo'>[]): Promise<Cards> =>
  profiles.userCards(db, [...new Set(list.flatMap(({ ownerId, assignedTo }) => [ownerId ?? [], assignedTo ?? []].flat()))])

function caseForm(db: Db, row: queries.Listed, people: Cards): CaseForm {
  const { id, number, target, targetId, ownerId, state, openedAt, dueAt: due, closedAt, assignedTo, quote, reasons, reports } = row
  const [owner, assignee] = [people.get(ownerId ?? ''), people.get(assignedTo ?? '')]
  return {
    _id: id,
    caseNumber: number,
    target,
    targetId,
    ...(owner && { owner }),
    quote,
    reasons: reportReasons.filter((each) => reasons.includes(each)),
    reports,
    state,
    openedAt: openedAt.toISOString(),
    dueAt: due.toISOString(),
    isOverdue: state === 'open' && due <= db.now,
    ...(assignee && { assignedTo: assignee }),
    ...(closedAt && { closedAt: closedAt.toISOString() }),
  }
}

/** One case whole, for whoever judges it. @throws not_found */
export async function show(db: Db, viewer: Member, id: string) {
  const found = (await queries.byId(db, id)) ?? refuse('not_found')
  const [reported, decisions, subject] = await Promise.all([
    queries.reportsOf(db, [id]),
    queries.decisionsOf(db, id),
    subjects.judged(db, viewer, found),
  ])
  const people = await profiles.userCards(db, [
    ...new Set(
      [
        found.ownerId ?? [],
        found.assignedTo ?? [],
        ...reported.map(({ reporterId }) => reporterId ?? []),
        ...decisions.map(({ by }) => by),
      ].flat(),
    ),
  ])
  const listed = { ...found, quote: reported[0]?.quote ?? '', reasons: reported.map(({ reason }) => reason), reports: reported.length }
  return {
    ...caseForm(db, listed, people),
    subject,
    reported: reported.map((each) => reportForm(each, people)),
    decisions: decisions.map((each) => decisionForm(each, people)),
  }
}

function reportForm(
  { id, reporterId, reason, words, evidence, contact, signature, quote, createdAt, dueAt: due }: queries.Report,
  people: Cards,
) {
  const reporter = people.get(reporterId ?? '')
  return {
    _id: id,
    ...(reporter && { reporter }),
    reason,
    description: words,
    evidence,
    ...(contact && { contact }),
    ...(signature && { signature }),
    quote,
    createdAt: createdAt.toISOString(),
    dueAt: due.toISOString(),
  }
}

function decisionForm({ id, by, what, reason, refundPeople, refundAmount, createdAt }: queries.Decision, people: Cards) {
  const decider = people.get(by)
  return {
    _id: id,
    ...(decider && { by: decider }),
    what,
    reason,
    ...refundForm(refundAmount > 0 ? { people: refundPeople, amount: refundAmount } : undefined),
    at: createdAt.toISOString(),
  }
}

const linesEachSide = 4

/** What two people said around a reported message: nobody looks without standing in the audit log. @throws not_found */
export async function lines(tx: Tx, caseId: string, { by, ip }: { by: Member; ip: string }) {
  const found = await queries.byId(tx, caseId)
  const message = found?.target === 'message' ? await messaging.asWritten(tx, found.targetId) : undefined
  if (!found || !message) return refuse('not_found')
  const around = await messaging.linesAround(tx, message, linesEachSide)
  const people = await profiles.userCards(tx, [...new Set(around.map(({ senderId }) => senderId))])
  await record(tx, {
    actorId: by.accountId,
    action: 'reports.lines_viewed',
    subject: { kind: 'conversation', id: message.conversationId },
    detail: { number: found.number, caseId },
    ip,
  })
  return around.map(({ id, senderId, text, type, deletedAt, createdAt }) => {
    const sender = people.get(senderId)
    return {
      _id: id,
      ...(sender && { sender }),
      text,
      isReported: id === message.id,
      isDeleted: deletedAt !== null,
      hasFiles: type !== 'text' && type !== 'tip',
      createdAt: createdAt.toISOString(),
    }
  })
}

/** Takes a case, from whoever had it, or puts it back. @throws not_found, already_decided */
export async function assign(tx: Tx, id: string, { isMine, by }: { isMine: boolean; by: Member }): Promise<void> {
  const found = (await queries.lock(tx, id)) ?? refuse('not_found')
  if (found.state === 'closed') refuse('already_decided')
  const to = isMine ? by.accountId : null
  if (found.assignedTo === to) return
  await queries.assign(tx, id, to)
  const action = isMine ? 'reports.taken' : 'reports.put_back'
  await record(tx, { actorId: by.accountId, action, subject: { kind: 'case', id }, detail: { number: found.number } })
}
