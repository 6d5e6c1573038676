// The link in a letter that stops letters like it, and takes that back. It is signed and names the account and the kind, or all of them; it says nothing
// that could be guessed, does nothing else, and lasts a year, whatever becomes of the site's secret meanwhile.
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { noticeKinds, type NoticeKind } from '#contract/talk/notice-names.ts'
import type { LetterLink } from '#contract/talk/notifications.ts'
import * as accounts from '#server/people/accounts/accounts.ts'
import { secretFor } from '#server/platform/config/keys.ts'
import type { Db, Tx } from '#server/platform/db/db.ts'
import type { Leaving } from '#server/platform/mail/mail.ts'
import { refuse } from '#server/platform/refusals/refusal.ts'
import { say, type Language } from '#server/platform/words/words.ts'
import { isFixed } from '#server/talk/notifications/events.ts'
import { letterKey } from '#server/talk/notifications/preference-queries.ts'
import { lettersGo, resumeLetters, stopLetters } from '#server/talk/notifications/preferences.ts'

const yearMs = 365 * 86_400_000
const all = 0xff

/** Each kind by the number that links carry. A link lasts a year: a number belongs to its kind for good, wherever the kind stands in a list, and a kind that goes takes its number along. */
const numberOf: Readonly<Record<NoticeKind, number>> = {
  message: 0,
  comment: 1,
  reply: 2,
  post: 3,
  sale: 4,
  tip: 5,
  subscriber: 6,
  order: 7,
  request: 8,
  subscription: 9,
  payout: 10,
  review: 11,
  campaign: 12,
  account: 13,
}
const kindBy = new Map(noticeKinds.map((kind) => [numberOf[kind], kind]))

/** @param kind without one, or with one whose letters always go: all letters that only tell */
export async function unsubscribeToken(db: Db, accountId: string, kind: NoticeKind | undefined): Promise<string> {
  const body = Buffer.alloc(21)
  Buffer.from(accountId.replaceAll('-', ''), 'hex').copy(body)
  body.writeUInt8(kind === undefined || isFixed(kind) ? all : numberOf[kind], 16)
  body.writeUInt32BE(Math.floor((db.now.getTime() + yearMs) / 1000), 17)
  return Buffer.concat([body, signed(await letterKey(db), body)]).toString('base64url')
}

/** How the letter that has this token says it. */
export function leaving(language: Language, token: string, kind: NoticeKind | undefined): Leaving {
  return {
    label: say(language, kind && !isFixed(kind) ? 'notices.letter.leave' : 'notices.letter.leaveAll'),
    path: `/unsubscribe/${token}`,
    oneClickPath: `/api/notifications/unsubscribe/${token}`,
  }
}

/** A mail program without a button of its own opens the address: it is led to the page that asks. Nothing changes by being looked at. */
export function serveUnsubscribing(app: FastifyInstance): void {
  app.get<{ Params: { token: string } }>('/api/notifications/unsubscribe/:token', (request, reply) =>
    reply.redirect(`/unsubscribe/${encodeURIComponent(request.params.token)}`, 303),
  )
}

/** What it is about, and how that stands. @throws link_expired for what is none of ours, or too old */
export async function letterLink(db: Db, token: string): Promise<LetterLink> {
  const { account, kind } = await read(db, token)
  return stands(db, account.id, kind)
}

/** Works once and again. @throws link_expired as above */
export async function unsubscribe(tx: Tx, token: string): Promise<LetterLink> {
  const { account, kind } = await read(tx, token)
  await stopLetters(tx, account.id, kind)
  return stands(tx, account.id, kind)
}

/** Takes it back, once and again. @throws link_expired as above */
export async function resubscribe(tx: Tx, token: string): Promise<LetterLink> {
  const { account, kind } = await read(tx, token)
  await resumeLetters(tx, account.id, kind)
  return stands(tx, account.id, kind)
}

async function read(db: Db, token: string): Promise<{ account: accounts.Account; kind: NoticeKind | undefined }> {
  const bytes = Buffer.from(token, 'base64url')
  const [body, signature] = [bytes.subarray(0, 21), bytes.subarray(21)]
  if (bytes.length !== 21 + 32) return refuse('link_expired')
  // Letters from before this key had one of the site's secret, and last as long.
  const keys = [await letterKey(db), secretFor('unsubscribe')]
  if (!keys.some((key) => timingSafeEqual(signature, signed(key, body)))) return refuse('link_expired')
  if (body.readUInt32BE(17) * 1000 <= db.now.getTime()) return refuse('link_expired')
  const account = await accounts.find(db, body.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'))
  const named = body.readUInt8(16)
  const kind = kindBy.get(named)
  if (!account || (named !== all && (!kind || isFixed(kind)))) return refuse('link_expired')
  return { account, kind }
}

async function stands(db: Db, accountId: string, kind: NoticeKind | undefined): Promise<LetterLink> {
  const { emails, goes } = await lettersGo(db, accountId, kind)
  return { ...(kind && { kind }), isStopped: !goes, emails }
}

const signed = (key: Buffer, body: Buffer) => createHmac('sha256', key).update(body).digest()
