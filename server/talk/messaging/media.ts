// Photos, films and sound in messages. What a performer sends is a work of the kind `message`, so that its price, receipt, review, takedown and marks
// are those of all works; what a fan sends are files beside the message. What of it each of the two sees is said here (docs/adr/0014).
import type { Message as Shown } from '#contract/talk/messaging.ts'
import * as access from '#server/catalogue/access/access.ts'
import * as works from '#server/catalogue/works/works.ts'
import * as files from '#server/media/files/files.ts'
import * as fingerprints from '#server/media/fingerprints/fingerprints.ts'
import type { Db, Tx } from '#server/platform/db/db.ts'
import { refuse, refuseField } from '#server/platform/refusals/refusal.ts'
import { fromHundredths, toHundredths } from '#server/platform/units/units.ts'
import * as messageQueries from '#server/talk/messaging/message-queries.ts'
import type { Actor } from '#server/talk/messaging/relations.ts'

/** What somebody sends with a message. */
export interface Enclosed {
  fileIds: readonly string[]
  isSale?: 'free' | 'ppv' | undefined
  /** In tokens. */
  price?: number | undefined
  /** One of the photos that are sold, which everybody sees to whom they are sent. */
  previewId?: string | undefined
}

/** What is most to look at comes first. */
const media = ['video', 'photo', 'audio'] as const satisfies messageQueries.Medium[]

/**
 * Which kind of message these files make, judged before anything is written.
 * @throws price_not_allowed, price_without_sale, price_required, file_not_yours, file_not_ready, file_blocked, preview_not_among_photos
 */
export async function mediumOf(
  db: Db,
  { viewer }: { viewer: Pick<Actor['viewer'], 'accountId' | 'role'> },
  { fileIds, isSale = 'free', price, previewId }: Enclosed,
): Promise<messageQueries.Medium> {
  if (viewer.role !== 'performer' && (isSale === 'ppv' || price !== undefined)) refuseField('price', 'price_not_allowed')
  if (isSale === 'ppv' && price === undefined) refuseField('price', 'price_required')
  const found = await files.find(db, fileIds)
  const removed = viewer.role === 'performer' ? new Set() : await fingerprints.blockedAmong(db, fileIds)
  for (const id of fileIds) {
    const file = found.get(id)
    if (!file || file.ownerId !== viewer.accountId || !isMedium(file.purpose)) return refuseField('fileIds', 'file_not_yours')
    if (file.failure === 'blocked' || removed.has(id)) refuseField('fileIds', 'file_blocked')
    if (file.status === 'error') refuseField('fileIds', 'file_not_ready')
  }
  const isPreview =
    previewId !== undefined && fileIds.length > 1 && fileIds.includes(previewId) && found.get(previewId)?.purpose === 'photo'
  if (previewId !== undefined && !(isPreview && isSale === 'ppv')) refuseField('previewId', 'preview_not_among_photos')
  const purposes = new Set([...found.values()].map(({ purpose }) => purpose))
  return media.find((each) => purposes.has(each)) ?? refuseField('fileIds', 'file_not_yours')
}

export const isMedium = (name: string): name is messageQueries.Medium => media.some((each) => each === name)

/**
 * A performer's files as a work, in the transaction that writes the message.
 * @returns whether it may be seen at once: let out, and nothing of it is being processed
 * @throws price_out_of_bounds, price_without_sale, file_blocked
 */
export async function makeWork(
  tx: Tx,
  creatorId: string,
  medium: messageQueries.Medium,
  { text, fileIds, isSale: audience = 'free', price, previewId }: Enclosed & { text: string },
): Promise<{ workId: string; hasArrived: boolean }> {
  const preview = previewId ?? null
  const workId = await works.create(tx, {
    kind: 'message',
    medium,
    creatorId,
    // Staff read it beside what they look at; nobody finds it by this.
    words: text,
    audience,
    price: works.priceOf(audience, price === undefined ? undefined : toHundredths(price), 0),
    media: fileIds.filter((id) => id !== preview),
    preview,
    teaser: null,
    title: '',
    tags: [],
    participants: [],
    pinned: false,
    scheduledAt: null,
    expiresAt: null,
    isForFront: false,
    isDraft: false,
  })
  return { workId, hasArrived: (await stageOf(tx, workId)) === 'ready' }
}

/** How far a work is on its way to whom it is sent. */
export async function stageOf(db: Db, workId: string): Promise<'ready' | 'waiting' | 'rejected' | 'failed'> {
  const work = (await works.find(db, [workId])).get(workId) ?? refuse('not_found')
  return stage(work, await files.find(db, allOf(work)), db.now)
}

function stage(work: works.Work, stored: ReadonlyMap<string, files.StoredFile>, now: Date): 'ready' | 'waiting' | 'rejected' | 'failed' {
  if (work.state === 'rejected' || work.state === 'removed') return 'rejected'
  const states = allOf(work).map((id) => stored.get(id)?.status)
  if (states.includes('error')) return 'failed'
  return works.isShown(work, now) && states.every((state) => state === 'finished') ? 'ready' : 'waiting'
}

const allOf = ({ preview, media: own }: works.Work): string[] => [...(preview === null ? [] : [preview]), ...own]

/** The fields of a message that tell of its files, and whether its reader keeps them, whatever becomes of the message. */
export interface Carried
  extends Pick<Shown, 'files' | 'inside' | 'isSale' | 'price' | 'isBought' | 'totalSold' | 'state' | 'rejectionReason'> {
  isKept: boolean
}

/** What these messages carry, as this reader may see it, by message; those that are words alone are left out. */
export async function carriedBy(db: Db, actor: Actor, messages: readonly messageQueries.Message[]): Promise<ReadonlyMap<string, Carried>> {
  const carriers = messages.filter(({ type }) => isMedium(type))
  if (carriers.length === 0) return new Map()
  const [ofPerformers, ofFans] = [carriers.filter(({ workId }) => workId !== null), carriers.filter(({ workId }) => workId === null)]
  return new Map([...(await worksIn(db, actor, ofPerformers)), ...(await filesIn(db, actor, ofFans))])
}

async function worksIn(db: Db, actor: Actor, messages: readonly messageQueries.Message[]): Promise<[messageId: string, Carried][]> {
  if (messages.length === 0) return []
  const own = messages.filter(({ senderId }) => senderId === actor.viewer.accountId)
  const found = await works.find(db, [...new Set(messages.flatMap(({ workId }) => workId ?? []))])
  const list = [...found.values()]
  const [rights, stored, sold] = await Promise.all([
    access.mayView(db, actor, list),
    files.find(db, list.flatMap(allOf)),
    access.timesSold(
      db,
      own.flatMap(({ workId }) => workId ?? []),
    ),
  ])
  return messages.flatMap((message) => {
    const work = found.get(message.workId ?? '')
    const right = work && rights.get(work.id)
    return right ? [[message.id, workForm(db, actor, { message, work, right, stored, sold: sold.get(work.id) ?? 0 })] as const] : []
  })
}

interface Parts {
  message: messageQueries.Message
  work: works.Work
  right: access.Access
  stored: ReadonlyMap<string, files.StoredFile>
  sold: number
}

function workForm(db: Db, { viewer }: Actor, { message, work, right, stored, sold }: Parts): Carried {
  const audience = { viewerId: viewer.accountId, now: db.now }
  const isOwn = message.senderId === viewer.accountId
  const list = allOf(work).flatMap((id) => stored.get(id) ?? [])
  const isOpen = (file: files.StoredFile) => right.canView || (file.id === work.preview && works.isReviewed(work))
  const isForSale = work.audience === 'ppv'
  const at = stage(work, stored, db.now)
  return {
    files: right.isThere ? list.map((file) => (isOpen(file) ? files.openForm(file, audience) : files.lockedForm(file))) : [],
    inside: insideOf(list),
    ...(right.isThere && { isSale: isForSale ? 'ppv' : 'free' }),
    ...(right.isThere && isForSale && { price: fromHundredths(work.price) }),
    ...(isForSale && (isOwn ? { totalSold: sold } : { isBought: right.isBought })),
    ...(isOwn && message.arrived === null && at !== 'ready' && { state: at }),
    ...(isOwn && work.reason && { rejectionReason: work.reason }),
    isKept: !isOwn && right.isBought && right.canView,
  }
}

/** What goes with words to many, as its sender sees it, by work. */
export async function enclosuresOf(db: Db, creatorId: string, workIds: readonly string[]): Promise<ReadonlyMap<string, Enclosure>> {
  if (workIds.length === 0) return new Map()
  const found = await works.find(db, workIds)
  const list = [...found.values()]
  const [stored, sold] = await Promise.all([files.find(db, list.flatMap(allOf)), access.timesSold(db, workIds)])
  const audience = { viewerId: creatorId, now: db.now }
  return new Map(
    list.map((work) => {
      const own = allOf(work).flatMap((id) => stored.get(id) ?? [])
      const price = work.audience === 'ppv' ? work.price : undefined
      const enclosure = {
        fileIds: allOf(work),
        files: own.map((file) => files.openForm(file, audience)),
        inside: insideOf(own),
        price,
        previewId: work.preview ?? undefined,
        sold: sold.get(work.id) ?? 0,
        medium: work.medium,
        isReady: stage(work, stored, db.now) === 'ready',
      }
      return [work.id, enclosure] as const
    }),
  )
}

export interface Enclosure {
  fileIds: readonly string[]
  files: NonNullable<Shown['files']>
  inside: NonNullable<Shown['inside']>
  /** Hundredths of a token; undefined where it is free. */
  price: number | undefined
  previewId: string | undefined
  sold: number
  medium: works.Medium
  /** Let out, and nothing of it is being processed. */
  isReady: boolean
}

async function filesIn(db: Db, { viewer }: Actor, messages: readonly messageQueries.Message[]): Promise<[messageId: string, Carried][]> {
  if (messages.length === 0) return []
  const sent = await messageQueries.filesOf(
    db,
    messages.map(({ id }) => id),
  )
  const stored = await files.find(
    db,
    sent.map(({ fileId }) => fileId),
  )
  const audience = { viewerId: viewer.accountId, now: db.now }
  return [...Map.groupBy(sent, ({ messageId }) => messageId)].map(([messageId, own]) => {
    const list = own.flatMap(({ fileId }) => stored.get(fileId) ?? [])
    return [messageId, { files: list.map((file) => files.openForm(file, audience)), inside: insideOf(list), isKept: false }]
  })
}

function insideOf(list: readonly files.StoredFile[]): NonNullable<Shown['inside']> {
  const count = (purpose: messageQueries.Medium) => list.filter((file) => file.purpose === purpose).length
  const durationMs = list.reduce((sum, file) => sum + (file.durationMs ?? 0), 0)
  return { photos: count('photo'), videos: count('video'), audios: count('audio'), ...(durationMs > 0 && { duration: durationMs / 1000 }) }
}
