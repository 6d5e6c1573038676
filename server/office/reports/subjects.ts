// What a report is about: whether whoever reports it can see it, whose it is, and what it says.
import { type ReportTarget, isRemovable } from '#contract/office/report-names.ts'
import { pageOf } from '#contract/catalogue/kind-names.ts'
import type { OwnReport, WholeCase } from '#contract/office/reports.ts'
import * as access from '#server/catalogue/access/access.ts'
import * as comments from '#server/catalogue/comments/comments.ts'
import { textsOf } from '#server/catalogue/kinds/kinds.ts'
import * as showing from '#server/catalogue/showing/showing.ts'
import * as works from '#server/catalogue/works/works.ts'
import { agreed } from '#server/office/reports/agreed.ts'
import { isWork } from '#server/office/reports/kinds.ts'
import type { Standing } from '#server/money/wallet/wallet.ts'
import * as refunding from '#server/office/reports/refunding.ts'
import * as accounts from '#server/people/accounts/accounts.ts'
import * as blocks from '#server/people/blocks/blocks.ts'
import type { Db } from '#server/platform/db/db.ts'
import { idOf, type Member } from '#server/platform/http/viewer.ts'
import { refuse } from '#server/platform/refusals/refusal.ts'
import * as messaging from '#server/talk/messaging/messaging.ts'
import * as requests from '#server/talk/requests/requests.ts'

export interface Named {
  target: ReportTarget
  targetId: string
}

export interface Known {
  ownerId: string
  /** What is there to be read, for the office alone. */
  quote: string
}

const longestQuote = 4000

/** As somebody finds it who reports it. @throws not_found for whatever they cannot see */
export async function seen(db: Db, reader: access.Reader, { target, targetId }: Named): Promise<Known> {
  const known = (await look(db, reader, target, targetId)) ?? refuse('not_found')
  return { ...known, quote: Array.from(known.quote).slice(0, longestQuote).join('') }
}

function look(db: Db, reader: access.Reader, target: ReportTarget, id: string): Promise<Known | undefined> {
  if (isWork(target)) return seenWork(db, reader, target, id)
  if (target === 'comment') return seenComment(db, reader, id)
  if (target === 'message') return seenMessage(db, reader, id)
  if (target === 'request') return seenRequest(db, reader, id)
  return seenPerson(db, reader, target, id)
}

async function seenWork(db: Db, reader: access.Reader, kind: works.Kind, id: string): Promise<Known | undefined> {
  const work = (await works.find(db, [id])).get(id)
  if (work?.kind !== kind) return undefined
  const isNamed = work.participants.some((each) => each.id === idOf(reader.viewer))
  // Who is named in it may say so, also where a block or a country keeps it from them.
  if (!isNamed && !(await access.mayView(db, reader, [work])).get(id)?.isThere) return undefined
  return { ownerId: work.creatorId, quote: await quoteOf(db, work) }
}

/** The title of a post is its first words. */
async function quoteOf(db: Db, work: works.Work): Promise<string> {
  const text = (await textsOf(db, [work])).get(work.id) ?? ''
  return text.includes(work.title) ? text : `${work.title}\n${text}`
}

async function seenComment(db: Db, reader: access.Reader, id: string): Promise<Known | undefined> {
  const comment = (await comments.mayKnow(db, reader, id)) ? await comments.asWritten(db, id) : undefined
  return comment && { ownerId: comment.authorId, quote: comment.content }
}

/** Both people of a conversation, also after one blocked the other. */
async function seenMessage(db: Db, { viewer, country }: access.Reader, id: string): Promise<Known | undefined> {
  if (viewer.kind === 'visitor') return undefined
  await messaging.showMessage(db, { viewer, country }, id)
  const message = await messaging.asWritten(db, id)
  return message && { ownerId: message.senderId, quote: message.text }
}

/** What was made for somebody is theirs to object to, once it was delivered. */
async function seenRequest(db: Db, { viewer, country }: access.Reader, id: string): Promise<Known | undefined> {
  if (viewer.kind === 'visitor') return undefined
  const { performerId, messageId } = await requests.delivered(db, { viewer, country }, id)
  return { ownerId: performerId, quote: (await messaging.asWritten(db, messageId))?.text ?? '' }
}

/**
 * Members may report whoever is there, also after a block: it is when one is blocked that one has most to tell. Whoever closes their account is there until
 * the end, or they would get away by it.
 */
async function seenPerson(db: Db, { viewer, country }: access.Reader, role: 'performer' | 'user', id: string): Promise<Known | undefined> {
  const person = await accounts.findByName(db, id)
  if (person?.role !== role || (person.state !== 'active' && person.state !== 'closing')) return undefined
  const isVisitor = viewer.kind === 'visitor'
  if (isVisitor && (role === 'user' || (await blocks.isHidden(db, undefined, country, [id])).has(id))) return undefined
  return { ownerId: id, quote: [person.name, person.bio].filter((part) => part !== '').join('\n') }
}

/** What whoever reported it still sees of it, and where; undefined once it is gone for them. */
export async function stillSeen(
  db: Db,
  reader: access.Reader & { viewer: Member },
  { target, targetId }: Named,
): Promise<OwnReport['subject']> {
  if (isWork(target)) return stillShown(db, reader, targetId)
  if (target === 'comment') {
    const comment = (await comments.mayKnow(db, reader, targetId)) ? await comments.asWritten(db, targetId) : undefined
    const work = comment && (await works.find(db, [comment.workId])).get(comment.workId)
    const path = work && pageOf(work)
    return comment && { text: comment.content, ...(path && { path }) }
  }
  if (target === 'message') {
    const message = await messaging.asWritten(db, targetId)
    if (!message || message.deletedAt) return undefined
    const { text } = await messaging.showMessage(db, { viewer: reader.viewer, country: reader.country }, targetId)
    return { text, path: `/messages/${message.conversationId}` }
  }
  if (target === 'request') {
    const { text, conversationId } = await requests.showOne(db, { viewer: reader.viewer, country: reader.country }, targetId)
    return { text, path: `/messages/${conversationId}` }
  }
  const person = await accounts.findByName(db, targetId)
  if (person?.role !== target || person.state !== 'active') return undefined
  if (target === 'user') return { text: person.name }
  const isHidden = (await blocks.isHidden(db, reader.viewer.accountId, reader.country, [targetId])).has(targetId)
  return isHidden ? undefined : { text: person.name, path: `/${person.username}` }
}

/** Its title is all that its page tells before it is opened. */
async function stillShown(db: Db, reader: access.Reader, id: string): Promise<OwnReport['subject']> {
  const work = (await works.find(db, [id])).get(id)
  const [shown] = work ? await showing.present(db, reader, [work]) : []
  const path = work && pageOf(work)
  return shown && { text: shown.common.title, ...(path && { path }) }
}

/** As the office judges it: also what is gone for everybody else. */
export async function judged(db: Db, viewer: Member, { target, targetId }: Named): Promise<WholeCase['subject']> {
  const subject = { isGone: true, isRemovable: isRemovable(target), text: '' }
  if (isWork(target)) return (await judgedWork(db, viewer, targetId)) ?? subject
  if (target === 'comment') {
    const comment = await comments.asWritten(db, targetId)
    const work = comment && (await works.find(db, [comment.workId])).get(comment.workId)
    if (!comment) return subject
    const isGone = comment.deletedAt !== null
    const path = work && pageOf(work)
    return { ...subject, isGone, text: comment.content, ...(path && { path }), createdAt: comment.createdAt.toISOString() }
  }
  if (target === 'message') {
    const message = await messaging.asWritten(db, targetId)
    if (!message) return subject
    // Its words are the fan's: what is agreed on stands beside them, and what was delivered is another message.
    const request = message.type === 'request' ? await requests.ofLine(db, targetId) : undefined
    const carried = message.workId ? await judgedWork(db, viewer, message.workId) : undefined
    const isGone = message.deletedAt !== null && (carried?.isGone ?? true)
    const work = carried?.work
    const refund = refunding.together(
      await refunding.ofMessage(db, targetId),
      message.workId === null ? undefined : await refundOf(db, message.workId),
    )
    return {
      ...subject,
      isGone,
      text: message.text,
      ...(work && { work }),
      ...(request && { request: (await agreed(db, request)).form }),
      ...refunding.refundForm(refund),
      createdAt: message.createdAt.toISOString(),
    }
  }
  if (target === 'request') return (await judgedRequest(db, viewer, targetId)) ?? subject
  const person = await accounts.findByName(db, targetId)
  if (!person) return subject
  const isGone = person.state !== 'active'
  return { ...subject, isGone, text: person.bio, path: `/admin/people/${person.id}`, createdAt: person.createdAt.toISOString() }
}

/** What was asked for, what was agreed, and what was delivered, beside each other. */
async function judgedRequest(db: Db, viewer: Member, id: string): Promise<WholeCase['subject'] | undefined> {
  const request = await requests.asAgreed(db, id)
  if (!request) return undefined
  const { form, text, workId } = await agreed(db, request)
  const { work } = (workId && (await judgedWork(db, viewer, workId))) || {}
  const { state, price, createdAt } = request
  return {
    isGone: false,
    isRemovable: false,
    text,
    ...(work && { work }),
    request: form,
    ...refunding.refundForm(state === 'delivered' && price !== null ? { people: 1, amount: price } : undefined),
    createdAt: createdAt.toISOString(),
  }
}

async function judgedWork(db: Db, viewer: Member, id: string): Promise<WholeCase['subject'] | undefined> {
  const work = (await works.find(db, [id])).get(id)
  if (!work) return undefined
  const [[shown], text] = await Promise.all([showing.present(db, { viewer }, [work]), quoteOf(db, work)])
  const path = pageOf(work)
  const isGone = work.deletedAt !== null || work.state === 'removed'
  return {
    isGone,
    isRemovable: true,
    text,
    ...(path && !isGone && { path }),
    ...refunding.refundForm(isGone ? undefined : await refundOf(db, id)),
    ...(shown && { work: { ...shown.common, kind: work.kind, text, ...(path && { path }) } }),
    createdAt: work.createdAt.toISOString(),
  }
}

/** What was taken down gives nothing back any more by a decision: it is doing so. */
async function refundOf(db: Db, workId: string): Promise<Standing | undefined> {
  const work = (await works.find(db, [workId])).get(workId)
  return work && work.state !== 'removed' ? refunding.ofWork(db, workId) : undefined
}
