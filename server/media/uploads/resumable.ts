// Uploads in pieces, by the tus protocol: /api/uploads. For creators, and for others as far as another slice says, by the rules that every row has; how
// large each may become is checked before its first byte is taken, and an upload is its owner's alone. The last piece answers like a multipart upload would:
// 204 with the file's id in Upload-File-Id, or the refusal.
import { formats } from '#server/platform/http/formats.ts'
import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { FileStore } from '@tus/file-store'
import { ERRORS, Metadata, Server } from '@tus/server'
import { holdingOf, lockerOf } from '#server/media/uploads/holding.ts'
import { mostBytes, receive, type UploadPurpose } from '#server/media/uploads/intake.ts'
import { cleanName } from '#server/media/uploads/names.ts'
import { bytesOf, piecesFolder, removePieces, whole } from '#server/media/uploads/pieces.ts'
import * as queries from '#server/media/uploads/queries.ts'
import * as files from '#server/media/files/files.ts'
import type { Database } from '#server/platform/db/db.ts'
import { refusalBody, refusalIn, retryAfterSeconds } from '#server/platform/http/errors.ts'
import { limitOf } from '#server/platform/http/rate.ts'
import { comeIn, type Surroundings } from '#server/platform/http/serve.ts'
import { idOf, type Member, type Viewer } from '#server/platform/http/viewer.ts'
import { Refusal, refuse, refuseField } from '#server/platform/refusals/refusal.ts'
import { store } from '#server/platform/storage/store.ts'
import { languageOf } from '#server/platform/words/words.ts'

const path = '/api/uploads'
/** A disk with less than this is full, as far as a piece is concerned. */
const roomForPieceBytes = 1024 * 1024
/** So many may one person have begun and not ended. */
const mostUnfinished = 5
const inPieces: ReadonlySet<string> = new Set(['photo', 'video', 'audio', 'teaser', 'download'] satisfies UploadPurpose[])

/** What those may send in pieces who are no creators. */
interface OthersMay {
  purposes: readonly UploadPurpose[]
  /** Asked before the first byte, with all that they have begun, and again once it is there: they may have sent other things meanwhile. */
  refuse: (db: Database, viewer: Member, bytes: number) => Promise<void>
}

export async function serveUploads(app: FastifyInstance, around: Surroundings, others: OthersMay): Promise<void> {
  const { db } = around
  const holding = holdingOf(db)
  /** Files that are being made of their pieces: once, whoever asks for it and how often, and whichever process. */
  const going = new Map<string, Promise<void>>()
  const finish = ({ id }: queries.Unfinished, viewer: Viewer): Promise<void> => {
    const before = going.get(id)
    if (before) return before
    // Another process may have made it, or found that it is none, while this one waited.
    const now = holding
      .within(id, async () => become(db, await found(db, id), (bytes) => refuseOthers(viewer, bytes)))
      .finally(() => going.delete(id))
    going.set(id, now)
    return now
  }
  const refuseOthers = async (viewer: Viewer, bytes: number) => {
    if (viewer.kind === 'member' && viewer.role !== 'performer') await others.refuse(db, viewer, bytes)
  }
  /** Which upload a request is about: named by us before tus sees it. */
  const named = new WeakMap<object, string>()
  /** Whose request it is that tus has. */
  const viewers = new WeakMap<object, Viewer>()
  const tus = new Server({
    path,
    relativeLocation: true,
    datastore: new FileStore({ directory: await piecesFolder() }),
    locker: lockerOf(holding),
    allowedOrigins: () => false,
    disableTerminationForFinishedUploads: true,
    namingFunction: (request) => named.get(request.runtime?.node?.req ?? request) ?? randomUUID(),
    async onUploadFinish(request, { id }) {
      const language = languageOf(request.headers.get('content-language') ?? undefined)
      try {
        await finish(await found(db, id), viewers.get(request.runtime?.node?.req ?? request) ?? refuse('sign_in_required'))
        return { headers: { 'Upload-File-Id': id } }
      } catch (error) {
        // tus answers what is thrown; ours goes its own way only where there is a sentence for a person in it.
        const refusal = refusalIn(error as Error)
        if (refusal) throw { status_code: refusal.status, body: JSON.stringify(refusalBody(refusal, language)) }
        throw error
      }
    },
    async onResponseError(request, error) {
      const language = languageOf(request.headers.get('content-language') ?? undefined)
      // It says only that it could not write, not why.
      const isWriting = 'status_code' in error && error.body === ERRORS.FILE_WRITE_ERROR.body
      const cause = isWriting ? await store.ensureRoom(roomForPieceBytes).catch((why: Error) => why) : error
      const refusal = cause instanceof Error ? refusalIn(cause) : undefined
      if (refusal) {
        request.runtime?.node?.res?.setHeader('retry-after', retryAfterSeconds[refusal.code] ?? 0)
        return { status_code: refusal.status, body: JSON.stringify(refusalBody(refusal, language)) }
      }
      if ('status_code' in error) return undefined
      // tus answers without saying why to anybody: the operator must hear of it here.
      app.log.error({ err: error }, 'an upload in pieces answered 500')
      return { status_code: 500, body: '' }
    },
  })
  const atMost = (name: string, max: number) => {
    const limit = limitOf(app, `uploads.${name}`, { max, perSeconds: 60, by: 'caller' }, around.rateLimitFactor)
    return {
      async onRequest(request: FastifyRequest) {
        await comeIn(around, request, { for: 'member', method: 'POST' }, limit)
        if (await around.inMaintenance()) refuse('maintenance')
        // An upload whose pieces lie on a volume that is away is not gone.
        await store.ensureThere()
      },
    }
  }
  const handOver = async (request: FastifyRequest, reply: FastifyReply) => {
    reply.hijack()
    viewers.set(request.raw, request.viewer)
    for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) reply.raw.setHeader(name, value)
    await tus.handle(request.raw, reply.raw)
  }

  const refuseBeginning = async (viewer: Viewer, { purpose, bytes }: Pick<queries.Unfinished, 'purpose' | 'bytes'>) => {
    if (viewer.kind !== 'member' || viewer.role === 'performer') return
    if (!others.purposes.includes(purpose)) refuse('not_allowed')
    await others.refuse(db, viewer, bytes + (await queries.begunBytes(db, viewer.accountId)))
  }

  await app.register(async (own) => {
    // Pieces are tus's to read, as they come.
    own.removeAllContentTypeParsers()
    own.addContentTypeParser('*', (_request, _payload, done) => done(null))

    own.post(path, atMost('begin', 60), async (request, reply) => {
      const id = randomUUID()
      const wanted = wantedOf(request)
      await refuseBeginning(request.viewer, wanted)
      await store.ensureRoom(wanted.bytes)
      const upload = { id, ownerId: idOf(request.viewer) ?? refuse('sign_in_required'), ...wanted }
      if (!(await db.transaction((tx) => queries.begin(tx, upload, mostUnfinished)))) refuse('too_many_files', { limit: mostUnfinished })
      named.set(request.raw, id)
      await handOver(request, reply)
      const isBegun = reply.raw.statusCode < 300
      if (!isBegun) await forget(db, id)
    })

    own.head(`${path}/:id`, atMost('ask', 1200), async (request, reply) => {
      const asked = await ownUpload(db, request)
      const there = await bytesOf(asked.id)
      // Pieces go while they become a file: another call may be making it at this moment, here or in another process.
      if (there === undefined) await (going.get(asked.id) ?? holding.within(asked.id, async () => {}))
      const upload = there === undefined ? await ownUpload(db, request) : asked
      // The process may have died between the last piece and the file.
      const bytes = upload.isFinished ? upload.bytes : there
      if (bytes !== upload.bytes) return handOver(request, reply)
      await finish(upload, request.viewer)
      return reply
        .headers({
          'tus-resumable': '1.0.0',
          'upload-offset': bytes,
          'upload-length': bytes,
          'upload-file-id': upload.id,
          'cache-control': 'no-store',
        })
        .send('')
    })

    own.patch(`${path}/:id`, atMost('piece', 1200), async (request, reply) => {
      const upload = await ownUpload(db, request)
      if (upload.isFinished) refuse('upload_not_found')
      await store.ensureRoom()
      await handOver(request, reply)
    })

    own.delete(`${path}/:id`, atMost('give_up', 60), async (request, reply) => {
      const upload = await ownUpload(db, request)
      if (upload.isFinished) refuse('upload_not_found')
      await handOver(request, reply)
      if (reply.raw.statusCode < 300) await forget(db, upload.id)
    })
  })
}

/** @throws invalid for what is not told or not known, too_large before anything is taken */
function wantedOf(request: FastifyRequest): { purpose: UploadPurpose; name: string; bytes: number } {
  const { 'upload-length': length, 'upload-metadata': metadata } = request.headers
  const told = typeof metadata === 'string' && metadata.length < 4000 ? parsed(metadata) : {}
  const purpose = told['purpose'] ?? ''
  if (!inPieces.has(purpose)) throw new Refusal('invalid', {}, [{ field: 'purpose', code: 'unknown' }])
  // A length that is told later could be any.
  if (typeof length !== 'string' || !/^\d{1,15}$/.test(length))
    throw new Refusal('invalid', {}, [{ field: 'Upload-Length', code: 'required' }])
  const bytes = Number(length)
  if (bytes === 0) refuseField('file', 'file_required')
  if (bytes > mostBytes[purpose as UploadPurpose]) refuseField('file', 'too_large')
  return { purpose: purpose as UploadPurpose, name: cleanName(told['filename'] ?? ''), bytes }
}

function parsed(metadata: string): Record<string, string | null> {
  try {
    return Metadata.parse(metadata)
  } catch {
    return {}
  }
}

async function ownUpload(db: Database, request: FastifyRequest): Promise<queries.Unfinished> {
  const { id } = request.params as { id: string }
  const upload = formats.uuid(id) ? await queries.ofId(db, id) : undefined
  return upload && upload.ownerId === idOf(request.viewer) ? upload : refuse('upload_not_found')
}

async function found(db: Database, id: string): Promise<queries.Unfinished> {
  return (await queries.ofId(db, id)) ?? refuse('upload_not_found')
}

/** Makes the file of an upload whose pieces are all there. */
async function become(db: Database, upload: queries.Unfinished, refuseNow: (bytes: number) => Promise<void>): Promise<void> {
  if (upload.isFinished) return
  const { id, ownerId, purpose } = upload
  try {
    const isThere = (await files.find(db, [id])).has(id)
    if (!isThere) {
      const sent = await whole(upload)
      await refuseNow(sent.bytes)
      await receive(db, sent, { purpose, ownerId, fileId: id })
    }
  } catch (error) {
    if (error instanceof Refusal) await forget(db, id)
    throw error
  }
  await db.transaction((tx) => queries.finished(tx, id))
  await removePieces(id)
}

async function forget(db: Database, id: string): Promise<void> {
  await removePieces(id)
  await db.transaction((tx) => queries.forget(tx, [id]))
}
