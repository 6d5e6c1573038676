// GET /media/live/:streamId/:name: the playlist and the segments of a stream by HLS, and the picture on its card. No contract row, because it answers bytes.
// The right is asked of every request; one answer holds for two seconds for the same person and stream. What is wrong with a name, a stream or a right is the
// same 404, so that nobody learns what exists; whoever may watch, and went on to another stream in another window, is told so. Nobody on the way keeps anything of it.
import { formats } from '#server/platform/http/formats.ts'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { isThroughGate, type Reader } from '#server/catalogue/access/access.ts'
import { countryOf } from '#server/platform/http/country.ts'
import { limitOf } from '#server/platform/http/rate.ts'
import { comeIn, type Surroundings } from '#server/platform/http/serve.ts'
import type { Member } from '#server/platform/http/viewer.ts'
import { refuse } from '#server/platform/refusals/refusal.ts'
import { store } from '#server/platform/storage/store.ts'
import { goesOn, openTo, placeOf } from '#server/stage/live/hls/hls.ts'
import { snapshotKey } from '#server/stage/live/hls/snapshots.ts'

/** Only the very names that we give. */
const piece = /^[0-9a-f]{32}(?:\.m3u8|-\d{1,9}\.ts)$/
const snapshot = /^snapshot-\d{1,12}\.jpg$/
const answeredMs = 2000
const mostAnswers = 10_000

type Asker = Reader & { viewer: Member }

export function serveHls(app: FastifyInstance, around: Surroundings): void {
  const { db } = around
  const limit = limitOf(app, 'live.hls', { max: 600, perSeconds: 60, by: 'caller' }, around.rateLimitFactor)
  const mayWatch = remembered((reader, streamId) => goesOn(db, reader, streamId))
  const maySee = remembered(async (reader, streamId) => {
    const stream = await openTo(db, reader, streamId)
    return stream?.type === 'public' && stream.snapshotAt !== null && isThroughGate(reader.viewer)
  })

  app.get('/media/live/:streamId/:name', async (request, reply) => {
    const { streamId, name } = request.params as { streamId: string; name: string }
    await comeIn(around, request, { for: 'member', method: 'GET' }, limit)
    if (request.viewer.kind !== 'member' || !formats.uuid(streamId)) return refuse('not_found')
    const reader = { viewer: request.viewer, country: countryOf(around.geo, request) }
    const may = piece.test(name) ? await mayWatch(reader, streamId) : 'no'
    if (may === 'elsewhere') return refuse('watched_elsewhere')
    if (may === 'yes')
      return sent(reply, join(placeOf(streamId), name), name.endsWith('.ts') ? 'video/mp2t' : 'application/vnd.apple.mpegurl')
    if (snapshot.test(name) && (await maySee(reader, streamId))) return sent(reply, store.localPath(snapshotKey(streamId)), 'image/jpeg')
    return refuse('not_found')
  })
}

/** They are small and on this machine. One that slid out of the playlist, or is not there yet, is not found. */
async function sent(reply: FastifyReply, path: string, type: string): Promise<FastifyReply> {
  const bytes = await readFile(path).catch(() => refuse('not_found'))
  return reply
    .headers({
      'cache-control': 'private, no-store',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    })
    .type(type)
    .send(bytes)
}

/** One answer for the same person and stream, for a moment. */
function remembered<Answer>(ask: (reader: Asker, streamId: string) => Promise<Answer>) {
  const answers = new Map<string, { at: number; answer: Promise<Answer> }>()
  return (reader: Asker, streamId: string): Promise<Answer> => {
    const { accountId, role, isAdult } = reader.viewer
    const key = [accountId, role, isAdult, reader.country, streamId].join(' ')
    const at = performance.now()
    const known = answers.get(key)
    if (known && at - known.at < answeredMs) return known.answer
    if (answers.size >= mostAnswers) answers.clear()
    const answer = ask(reader, streamId)
    answers.set(key, { at, answer })
    // What failed is asked again.
    answer.catch(() => answers.delete(key))
    return answer
  }
}
