import type { Input } from '#contract/endpoint.ts'
import type { promos, WrittenPromo } from '#contract/windows/promos.ts'
import * as files from '#server/media/files/files.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { refuseField } from '#server/platform/refusals/refusal.ts'
import { say } from '#server/platform/words/words.ts'
import * as door from '#server/windows/promos/promos.ts'

export const handlers: Handlers<typeof promos> = {
  async search({ db, viewer, language, cookies }, { position, locale = language }) {
    const found = await door.forReader(db, { viewer, locale, closed: cookies.get('promos') })
    const data = found.filter((each) => !position || each.position === position)
    return { data, total: data.length }
  },

  async all({ db, viewer }) {
    const rows = await door.all(db)
    return { data: rows.map((row) => shown(row, viewer.accountId, db.now)), total: rows.length }
  },

  async picture({ db, viewer, files: sent }) {
    const { id, width, height } = await door.receivePicture(db, sent['file'] ?? refuseField('file', 'file_required'), viewer.accountId)
    return { fileId: id, fileUrl: files.signedUrl(id, 'large', viewer.accountId, db.now), width: width ?? 1, height: height ?? 1 }
  },

  create: async ({ db, viewer, ip }, body) =>
    shown(await db.transaction((tx) => door.create(tx, given(body), { by: viewer.accountId, ip })), viewer.accountId, db.now),

  update: async ({ db, viewer, ip }, { id, ...body }) =>
    shown(await db.transaction((tx) => door.change(tx, id, given(body), { by: viewer.accountId, ip })), viewer.accountId, db.now),

  async remove({ db, viewer, ip, language }, { id }) {
    await db.transaction((tx) => door.remove(tx, id, { by: viewer.accountId, ip }))
    return { message: say(language, 'officePromos.deleted') }
  },
}

const dateOf = (at: string | null | undefined): Date | null => (at ? new Date(at) : null)

function given({ position, order, fileId, startsAt, endsAt, texts, ...rest }: Input<typeof promos.create>): door.Given {
  return {
    ...rest,
    texts: { ...texts },
    place: position,
    position: order,
    fileId: fileId ?? null,
    startsAt: dateOf(startsAt),
    endsAt: dateOf(endsAt),
  }
}

function shown(promo: door.Promo, viewerId: string, now: Date): WrittenPromo {
  const { id, place, position, fileId, startsAt, endsAt, ...rest } = promo
  return {
    ...rest,
    _id: id,
    position: place,
    order: position,
    ...(fileId !== null && { fileId, fileUrl: files.signedUrl(fileId, 'large', viewerId, now) }),
    ...(startsAt && { startsAt: startsAt.toISOString() }),
    ...(endsAt && { endsAt: endsAt.toISOString() }),
    state: stateOf(promo, now),
  }
}

function stateOf({ isActive, startsAt, endsAt }: door.Promo, now: Date): WrittenPromo['state'] {
  if (!isActive) return 'off'
  if (endsAt && endsAt <= now) return 'over'
  return startsAt && startsAt > now ? 'coming' : 'shown'
}
