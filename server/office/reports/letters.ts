// Letters about reports: to whoever reported, to whom something was taken away, and to staff when a case is late.
import { dateTag } from '#contract/locales.ts'
import { isWork } from '#server/office/reports/kinds.ts'
import { type DecisionName, outcomeOf, type ReportReason, type ReportTarget } from '#contract/office/report-names.ts'
import { newLink, pathOf } from '#server/office/reports/links.ts'
import * as queries from '#server/office/reports/queries.ts'
import * as accounts from '#server/people/accounts/accounts.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { writeLetter } from '#server/platform/mail/mail.ts'
import { betweenNames, fallbackLanguage, say, type Language, usualZoneOf } from '#server/platform/words/words.ts'
import { current } from '#server/site/settings/settings.ts'
import { tell } from '#server/talk/notifications/notifications.ts'

interface Sent {
  id: string
  reporterId: string | null
  contact: string | null
  language: Language
  reason: ReportReason
  target: ReportTarget
  number: string
  dueAt: Date
}

/** A receipt, with a link to follow it; whoever gave no address has the link alone. Answers its secret. */
export async function tellReceived(tx: Tx, report: Sent): Promise<string> {
  const token = await newLink(tx, report.id)
  const reader = await readerOf(tx, report)
  if (!reader) return token
  const { language, timeZone, to } = reader
  const until = new Intl.DateTimeFormat(dateTag(language), {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone,
    timeZoneName: undefined,
  }).format(report.dueAt)
  const told = (part: string) => say(language, `reportLetters.received.${part}`, { ...factsOf(report, language), until })
  await writeLetter(tx, {
    to,
    subject: told('subject'),
    paragraphs: [
      say(language, 'reportLetters.greeting'),
      told('what'),
      told('until'),
      // Of what was made for one person the performer knows who says it.
      ...(report.target === 'request' ? [] : [say(language, 'reportLetters.quiet')]),
    ],
    action: { label: say(language, 'reportLetters.action'), path: pathOf(token) },
  })
  return token
}

/** What was decided, to everybody who reported it: each once, whatever they gave as reasons. */
export async function tellDecided(tx: Tx, found: queries.Case, { what, reason }: { what: DecisionName; reason: string }): Promise<void> {
  const reports = await queries.reportsOf(tx, [found.id])
  const newest = new Map(reports.map((report) => [report.reporterId ?? report.contact?.toLowerCase() ?? report.id, report]))
  for (const report of newest.values()) {
    const reader = await readerOf(tx, report)
    if (!reader) continue
    const { language, to } = reader
    const facts = { ...factsOf({ ...report, target: found.target, number: found.number }, language), why: reason }
    const told = (part: string) => say(language, `reportLetters.decided.${part}`, facts)
    await writeLetter(tx, {
      to,
      subject: told('subject'),
      paragraphs: [say(language, 'reportLetters.greeting'), told(outcomeOf(found.target, what)), told('why'), told('note')],
      action: { label: say(language, 'reportLetters.action'), path: pathOf(await newLink(tx, report.id)) },
    })
    if (report.reporterId)
      await tell(tx, {
        to: [report.reporterId],
        event: 'report_decided',
        topic: `report ${found.id}`,
        source: `report ${report.id} decided`,
        at: tx.now,
        about: { kind: 'report', id: report.id },
      })
  }
}

/** Why something is gone, or was given back, to whose it was: a statement of reasons (COMPLIANCE.md 14). Of works their own slice writes it. Never who reported it. */
export async function tellOwner(
  tx: Tx,
  { ownerId, target, number }: queries.Case,
  { what, reason }: { what: DecisionName; reason: string },
): Promise<void> {
  const owner = ownerId ? await accounts.find(tx, ownerId) : undefined
  if (!owner || owner.state === 'closed' || isWork(target)) return
  const language = accounts.languageFor(owner, fallbackLanguage)
  const facts = { name: owner.name, what: say(language, `reports.target.${target}`), why: reason, number }
  const told = (part: string) => say(language, `reportLetters.${what}.${part}`, facts)
  await writeLetter(tx, {
    to: owner.email,
    subject: told('subject'),
    paragraphs: [told('greeting'), told('why'), told('note')],
    action: { label: told('action'), path: '/contact' },
  })
}

/** Cases that have become late, to all of staff, each case once. */
export async function tellLate(tx: Tx): Promise<void> {
  const late = await queries.tellLate(tx)
  if (late.length === 0) return
  const { siteName, defaultLocale } = await current(tx)
  for (const { email, name, locale } of await accounts.staff(tx)) {
    const language = accounts.languageFor({ locale }, defaultLocale)
    const facts = { siteName, name, count: late.length, numbers: late.map(({ number }) => number).join(betweenNames(language)) }
    const told = (part: string) => say(language, `reportLetters.late.${part}`, facts)
    await writeLetter(tx, {
      to: email,
      subject: told('subject'),
      paragraphs: [told('greeting'), told('which'), told('note')],
      action: { label: told('action'), path: '/admin/reports?isOverdue=true' },
    })
  }
}

function factsOf({ number, reason, target }: Pick<Sent, 'number' | 'reason' | 'target'>, language: Language) {
  return { number, reason: say(language, `reports.reason.${reason}`), what: say(language, `reports.target.${target}`) }
}

/** Members are written to at their account's address, whatever they gave beside it: nobody else's letterbox is filled in their name. */
async function readerOf(tx: Tx, { reporterId, contact, language }: Pick<Sent, 'reporterId' | 'contact' | 'language'>) {
  if (!reporterId) return contact ? { to: contact, language, timeZone: usualZoneOf(language) } : undefined
  const account = await accounts.find(tx, reporterId)
  if (!account || account.state === 'closed') return undefined
  const spoken = accounts.languageFor(account, language)
  return { to: account.email, language: spoken, timeZone: account.timezone ?? usualZoneOf(spoken) }
}
