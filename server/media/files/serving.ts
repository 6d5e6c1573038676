// GET /media/:fileId/:rendition. Not a contract row, because it answers bytes; everything that is wrong with an address, its
// viewer or their right is the same 404, so that nobody learns what exists.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Database, Db } from '#server/platform/db/db.ts'
import { visitor, type Member, type Viewer, idOf } from '#server/platform/http/viewer.ts'
import { refuse } from '#server/platform/refusals/refusal.ts'
import { store } from '#server/platform/storage/store.ts'
import { isGood } from '#server/media/files/addresses.ts'
import * as queries from '#server/media/files/queries.ts'

export interface Question {
  viewer: Viewer
  /** The country of the asking address, where it is known: creators hide from countries. */
  country: string | undefined
  file: { id: string; ownerId: string; purpose: queries.Purpose }
  /** Which of the things that were derived from it; `teaser` is the public part of footage. */
  rendition: string
}

/** `marked`: with the viewer's name on it, so that a copy tells who passed it on. */
export type Verdict = 'no' | 'plain' | 'marked'

/** Whether somebody may see a protected file now. The catalogue answers; media knows no works. */
export type MayServe = (db: Db, question: Question) => Promise<Verdict>

let mayServe: MayServe = async (_db, { viewer, file }) => (idOf(viewer) === file.ownerId ? 'plain' : 'no')

/** Wired once at start. Until then a file is its owner's alone. */
export function useMayServe(answer: MayServe): void {
  mayServe = answer
}

export interface MediaServing {
  db: Database
  identify(token: string): Promise<Member | undefined>
  countryOf?(ip: string): string | undefined
}

const isOpenToAll = (purpose: queries.Purpose) => purpose === 'avatar' || purpose === 'cover'
/** Only the very form that we write: another spelling of the same is another address. */
const signedForm = /^e=(\d{10})&s=([A-Za-z0-9_-]{43})$/
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export function serveMedia(app: FastifyInstance, serving: MediaServing): void {
  app.get('/media/:fileId/:rendition', async (request, reply) => {
    const { fileId, rendition } = request.params as { fileId: string; rendition: string }
    if (!uuid.test(fileId) || !/^[a-z0-9]{1,20}$/.test(rendition)) return refuse('not_found')
    const query = request.url.split('?')[1]
    const signed = query === undefined ? undefined : signedForm.exec(query)
    if (query !== undefined && !signed) return refuse('not_found')

    const viewer = signed ? await whoAsks(serving, request) : visitor
    if (signed) {
      const [, expiry = '', signature = ''] = signed
      const isGoodFor = (viewerId: string | undefined) => isGood({ fileId, rendition, expiry, signature }, viewerId, serving.db.now)
      // A preview that was addressed to a visitor still opens after they signed in.
      if (!isGoodFor(idOf(viewer)) && !isGoodFor(undefined)) return refuse('not_found')
    }
    const [file] = await queries.files(serving.db, [fileId])
    const found = file?.status === 'finished' ? file.renditions[rendition] : undefined
    if (!file || !found) return refuse('not_found')
    const isPublic = isOpenToAll(file.purpose)
    if (!isPublic) {
      const country = serving.countryOf?.(request.ip)
      if (!signed || (await mayServe(serving.db, { viewer, country, file, rendition })) === 'no') return refuse('not_found')
    }
    return send(request, reply, `"${fileId}-${rendition}"`, found, isPublic)
  })
}

async function whoAsks(serving: MediaServing, request: FastifyRequest): Promise<Viewer> {
  const token = request.headers.authorization?.replace(/^Bearer /i, '') || request.cookies['token']
  if (!token || token.length > 500) return visitor
  return (await serving.identify(token)) ?? visitor
}

async function send(request: FastifyRequest, reply: FastifyReply, etag: string, { key, bytes }: queries.Rendition, isPublic: boolean) {
  reply.headers({
    etag,
    // A browser may keep a protected picture for as long as losing the right may take to show.
    'cache-control': isPublic ? 'public, max-age=31536000, immutable' : 'private, max-age=10',
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    ...(isPublic && { 'cross-origin-resource-policy': 'cross-origin' }),
  })
  if (request.headers['if-none-match'] === etag) return reply.code(304).send()
  if ((await store.size(key)) === undefined) return refuse('not_found')
  // Everything that we serve we have encoded ourselves, as JPEG; what somebody sent is never served.
  return reply.type('image/jpeg').header('content-length', bytes).send(store.read(key))
}
