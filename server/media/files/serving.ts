// GET /media/:fileId/:rendition: pictures, playlists and segments of footage, sound, teasers, downloads. Not a contract row, because
// it answers bytes; everything that is wrong with an address, its viewer or their right is the same 404, so that nobody learns what exists.
import { formats } from '#server/platform/http/formats.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { text } from 'node:stream/consumers'
import type { Database, Db } from '#server/platform/db/db.ts'
import { visitor, type Member, type Viewer, idOf } from '#server/platform/http/viewer.ts'
import { refuse } from '#server/platform/refusals/refusal.ts'
import { store } from '#server/platform/storage/store.ts'
import { isGood } from '#server/media/files/addresses.ts'
import { canBeMarked, marked } from '#server/media/files/marking.ts'
import { masterPlaylist, qualityPlaylist } from '#server/media/files/playlists.ts'
import { lighterName } from '#server/media/files/lighter.ts'
import * as queries from '#server/media/files/queries.ts'
import { send, sendPlaylist, type Sending } from '#server/media/files/sending.ts'

export interface Question {
  viewer: Viewer
  /** The country of the asking address, where it is known: creators hide from countries. */
  country: string | undefined
  file: { id: string; ownerId: string; purpose: queries.Purpose }
  /** Which of the things that were derived from it; `teaser` is the public part of footage. */
  rendition: string
}

/** `marked`: with the viewer's marks in it, so that a copy tells who passed it on. */
export type Verdict = 'no' | 'plain' | 'marked'

/** Whether somebody may see a protected file now. The catalogue answers; media knows no works. */
export type MayServe = (db: Db, question: Question) => Promise<Verdict>

let mayServe: MayServe = async (_db, { viewer, file }) => (idOf(viewer) === file.ownerId ? 'plain' : 'no')

/** Wired once at start. Until then a file is its owner's alone. */
export function useMayServe(answer: MayServe): void {
  mayServe = answer
}

/** The bytes of a download that is not one's own are about to be sent: all of them, or a part. */
export interface Leaving {
  viewer: Member
  fileId: string
  /** When the address runs out that it was asked for by. */
  expiresAt: Date
  isWhole: boolean
}

let leaving: (db: Database, download: Leaving) => Promise<void> = async () => {}

/** Wired once at start: who counts downloads, and may refuse one. */
export function useLeaving(count: typeof leaving): void {
  leaving = count
}

/** A sealed film that is no file of anybody's, for whoever may look at it now; undefined for everybody else. */
export type Withheld = (db: Db, question: { viewer: Viewer; id: string }) => Promise<queries.Rendition | undefined>

let withheld: Withheld = async () => undefined

/** Wired once at start: who keeps such films. */
export function useWithheld(answer: Withheld): void {
  withheld = answer
}

/** The rendition by which such a film is asked for. */
export const withheldName = 'withheld'

export interface MediaServing {
  db: Database
  identify(token: string): Promise<Member | undefined>
  countryOf?(request: FastifyRequest): string | undefined
  /** The same viewer, as the law of where the request comes from lets them see. */
  seenFrom?(viewer: Viewer, request: FastifyRequest): Promise<Viewer>
  /** Why faces and covers of this owner are not shown in this country, if they are not. */
  closedTo?(country: string | undefined, ownerId: string): Promise<'site' | 'performer' | 'unknown' | undefined>
  /** How often the right is asked for again while bytes are being sent. */
  askEveryMs?: number
}

/** With this and what a socket still holds, losing a right closes a transfer within ten seconds. */
const askEveryMs = 3000

const isOpenToAll = (purpose: queries.Purpose) => purpose === 'avatar' || purpose === 'cover'
/** Only the very form that we write: another spelling of the same is another address. */
const signedForm = /^e=(\d{10})&s=([A-Za-z0-9_-]{43})$/

export function serveMedia(app: FastifyInstance, serving: MediaServing): void {
  app.get('/media/:fileId/:rendition', async (request, reply) => {
    const { fileId, rendition } = request.params as { fileId: string; rendition: string }
    if (!formats.uuid(fileId) || !/^[a-z0-9]{1,20}$/.test(rendition)) return refuse('not_found')
    const query = request.url.split('?')[1]
    const signed = query === undefined ? undefined : signedForm.exec(query)
    if (query !== undefined && !signed) return refuse('not_found')
    const [, expiry = '', signature = ''] = signed ?? []
    const isGoodFor = (viewerId: string | undefined) => isGood({ fileId, rendition, expiry, signature }, viewerId, serving.db.now)

    if (rendition === withheldName) return sendWithheld(serving, request, reply, fileId, isGoodFor)
    const asked: Asked = { fileId, rendition, isSigned: signed !== null && signed !== undefined }
    const right = await rightTo(serving, request, asked, isGoodFor)
    if (!right) return refuse('not_found')
    // While it is sent the address may run out, the right may not.
    const goesOn = async () => (await rightTo(serving, request, asked, () => true)) !== undefined
    const begins = async (isWhole: boolean) => {
      const { file, viewer, verdict } = right
      if (file.purpose !== 'download' || verdict === 'plain' || viewer.kind !== 'member') return
      await leaving(serving.db, { viewer, fileId, expiresAt: new Date(Number(expiry) * 1000), isWhole })
    }
    return answer(serving, request, reply, right, rendition, { goesOn, begins })
  })
}

async function sendWithheld(
  serving: MediaServing,
  request: FastifyRequest,
  reply: FastifyReply,
  id: string,
  isGoodFor: (viewerId: string | undefined) => boolean,
): Promise<FastifyReply> {
  const viewer = await whoAsks(serving, request)
  const film = async () => withheld(serving.db, { viewer: await whoAsks(serving, request), id })
  const found = viewer.kind === 'member' && isGoodFor(viewer.accountId) ? await film() : undefined
  return send(request, reply, found ?? refuse('not_found'), {
    etag: `"${id}-${withheldName}"`,
    isPublic: false,
    isSealedInParts: true,
    begins: async () => {},
    goesOn: async () => (await film()) !== undefined,
    askEveryMs: serving.askEveryMs ?? askEveryMs,
  })
}

interface Asked {
  fileId: string
  rendition: string
  isSigned: boolean
}

interface Right {
  file: queries.StoredFile
  viewer: Viewer
  verdict: Exclude<Verdict, 'no'>
  isPublic: boolean
}

/** Undefined for everything that is wrong. */
async function rightTo(
  serving: MediaServing,
  request: FastifyRequest,
  { fileId, rendition, isSigned }: Asked,
  isGoodFor: (viewerId: string | undefined) => boolean,
): Promise<Right | undefined> {
  const viewer = isSigned ? await whoAsks(serving, request) : ((await serving.seenFrom?.(visitor, request)) ?? visitor)
  // A preview that was addressed to a visitor still opens after they signed in.
  if (isSigned && !isGoodFor(idOf(viewer)) && !isGoodFor(undefined)) return undefined
  const [file] = await queries.files(serving.db, [fileId])
  if (file?.status !== 'finished' || !has(file, rendition)) return undefined
  const country = serving.countryOf?.(request)
  if (isOpenToAll(file.purpose)) {
    const why = await serving.closedTo?.(country, file.ownerId)
    if (why === undefined && !viewer.mustAssure) return { file, viewer, verdict: 'plain', isPublic: true }
    const asker = await whoAsks(serving, request)
    // A face is shown to members of whom it is not known how old they are, and a cover to nobody such.
    if (asker.mustAssure && (asker.kind === 'visitor' || file.purpose === 'cover') && idOf(asker) !== file.ownerId) return undefined
    // Members read there what they bought, and see of whom; a performer who hides is seen by staff and themselves.
    const mayLook = asker.kind === 'member' && (why !== 'performer' || asker.role === 'staff' || asker.accountId === file.ownerId)
    return mayLook ? { file, viewer, verdict: 'plain', isPublic: false } : undefined
  }
  if (!isSigned || (viewer.mustAssure && idOf(viewer) !== file.ownerId)) return undefined
  const verdict = await mayServe(serving.db, { viewer, country, file, rendition })
  return verdict === 'no' ? undefined : { file, viewer, verdict, isPublic: false }
}

function has(file: queries.StoredFile, rendition: string): boolean {
  return Object.hasOwn(file.renditions, rendition) || (rendition === 'hls' && file.facts.hls !== undefined)
}

/** Browsers say it of every picture that they ask for. */
const readsWebp = ({ headers }: FastifyRequest) =>
  /(?:^|[\s,])image\/webp(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))\s*(?:[;,]|$)/i.test(headers.accept ?? '')

async function whoAsks(serving: MediaServing, request: FastifyRequest): Promise<Viewer> {
  const token = request.headers.authorization?.replace(/^Bearer /i, '') || request.cookies['token']
  const member = token && token.length <= 500 ? await serving.identify(token) : undefined
  return (await serving.seenFrom?.(member ?? visitor, request)) ?? member ?? visitor
}

async function answer(
  serving: MediaServing,
  request: FastifyRequest,
  reply: FastifyReply,
  { file, viewer, verdict, isPublic }: Right,
  rendition: string,
  watching: Pick<Sending, 'goesOn' | 'begins'>,
): Promise<FastifyReply> {
  const listener = { viewerId: idOf(viewer), now: serving.db.now }
  if (rendition === 'hls') return sendPlaylist(reply, masterPlaylist(file, listener) ?? refuse('not_found'))
  const found = file.renditions[rendition] ?? refuse('not_found')
  if (/^v\d+$/.test(rendition)) return sendPlaylist(reply, qualityPlaylist(file, rendition, await text(store.read(found.key)), listener))
  const sending = {
    isPublic,
    ...watching,
    askEveryMs: serving.askEveryMs ?? askEveryMs,
    ...(file.purpose === 'download' && { saveAs: file.name }),
  }
  if (verdict === 'plain' || viewer.kind !== 'member' || !canBeMarked(rendition, found, file)) {
    // The same address in fewer bytes, for whoever reads them. What carries marks stays as it was drawn.
    const light = verdict === 'plain' ? file.renditions[lighterName(rendition)] : undefined
    if (light) void reply.header('vary', 'accept')
    if (light && readsWebp(request)) return send(request, reply, light, { ...sending, etag: `"${file.id}-${rendition}-webp"` })
    return send(request, reply, found, { ...sending, etag: `"${file.id}-${rendition}"` })
  }
  const own = (await marked(serving.db, file, rendition, found, viewer)) ?? refuse('not_found')
  const whose = own === found ? `${file.id}-${rendition}` : own.key.slice('marks/'.length)
  return send(request, reply, own, { ...sending, etag: `"${whose}"` })
}
