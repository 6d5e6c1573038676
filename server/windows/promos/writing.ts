// Writing promotions: judged, kept and told in the audit log with what they were before.
import { inLocale } from '#contract/locales.ts'
import * as files from '#server/media/files/files.ts'
import * as images from '#server/media/images/images.ts'
import { record } from '#server/platform/audit/audit.ts'
import type { Database, Tx } from '#server/platform/db/db.ts'
import { Refusal, refuse, refuseField } from '#server/platform/refusals/refusal.ts'
import type { ReceivedFile } from '#server/platform/storage/receive.ts'
import { refuseUnsafe } from '#server/site/pages/pages.ts'
import { cleanText, isOwnPath } from '#server/site/settings/settings.ts'
import { requireText } from '#server/site/terms/terms.ts'
import * as queries from '#server/windows/promos/queries.ts'
import type { Promo } from '#server/windows/promos/queries.ts'
import { known } from '#server/windows/promos/remembering.ts'

export type Given = queries.Given

interface By {
  by: string
  ip: string
}

const dayMs = 86_400_000

/**
 * Takes a picture in for a promotion that is written next; those that nobody took within a day go. Not inside a transaction: the picture is worked on.
 * @throws file_type_not_allowed, file_unreadable, file_blocked
 */
export async function receivePicture(db: Database, upload: ReceivedFile, by: string): Promise<files.StoredFile> {
  const { fileId } = await images.receivePicture(db, upload, { purpose: 'promo', ownerId: by })
  const { rows } = await files.ofOwner(db, by, { purposes: ['promo'] }, { limit: 100, offset: 0 })
  const old = rows.filter(({ createdAt }) => createdAt.getTime() < db.now.getTime() - dayMs).map(({ id }) => id)
  const taken = await queries.taken(db, old)
  // One that is taken at this very moment stays: the database refuses.
  for (const id of old.filter((each) => !taken.has(each))) await db.transaction((tx) => files.forget(tx, id)).catch(() => {})
  return files.get(db, fileId)
}

/** @throws invalid, file_required, html_unsafe, link_not_allowed, promo_dates, promo_not_fit */
export async function create(tx: Tx, asked: Given, by: By): Promise<Promo> {
  const made = await queries.insert(tx, await judged(tx, asked))
  await told(tx, 'promos.created', made, { ...made }, by)
  return made
}

/** @throws not_found, and as create */
export async function change(tx: Tx, id: string, asked: Given, by: By): Promise<Promo> {
  const from = (await queries.lock(tx, id)) ?? refuse('not_found')
  const made = await queries.update(tx, id, await judged(tx, asked))
  await told(tx, 'promos.changed', made, { from, to: made }, by)
  if (from.fileId !== null && from.fileId !== made.fileId) await forgetUntaken(tx, from.fileId)
  return made
}

/** @throws not_found */
export async function remove(tx: Tx, id: string, by: By): Promise<void> {
  const promo = (await queries.lock(tx, id)) ?? refuse('not_found')
  await queries.remove(tx, id)
  await told(tx, 'promos.deleted', promo, { ...promo }, by)
  if (promo.fileId !== null) await forgetUntaken(tx, promo.fileId)
}

async function forgetUntaken(tx: Tx, fileId: string): Promise<void> {
  if ((await queries.taken(tx, [fileId])).size === 0) await files.forget(tx, fileId)
}

async function judged(tx: Tx, given: Given): Promise<Given> {
  const { type, startsAt, endsAt, audience, isFitForAll } = given
  const texts = Object.entries(given.texts).map(([locale, { title, description }]) => {
    const at = (part: string) => `texts.${locale}.${part}`
    if (type === 'html') {
      refuseUnsafe(at('description'), description)
      requireText(at('description'), description)
    }
    const words = type === 'html' ? description.replaceAll('\0', '').trim() : cleanText(description)
    return [locale, { title: requireText(at('title'), title).replaceAll(/\s+/g, ' '), description: words }]
  })
  if (texts.length === 0) throw new Refusal('invalid', {}, [{ field: 'texts', code: 'required' }])
  const link = given.link.trim()
  if (link !== '' && !isOwnPath(link) && !isSafeElsewhere(link)) refuseField('link', 'link_not_allowed')
  if (startsAt && endsAt && endsAt <= startsAt) refuseField('endsAt', 'promo_dates')
  if (audience === 'visitors' && !isFitForAll) refuseField('isFitForAll', 'promo_not_fit')
  return {
    ...given,
    texts: Object.fromEntries(texts) as queries.Texts,
    link,
    fileId: type === 'image' ? await pictureOf(tx, given.fileId) : null,
  }
}

/** https alone, with nobody's name before the host and nothing that browsers drop or turn while they read it. */
function isSafeElsewhere(link: string): boolean {
  const url = /^https:\/\/[^\\\p{C}\s]+$/u.test(link) ? URL.parse(link) : null
  return url !== null && url.username === '' && url.password === '' && url.hostname.includes('.')
}

/** A picture that was sent for this, and is there. */
async function pictureOf(tx: Tx, fileId: string | null): Promise<string> {
  const file = fileId === null ? undefined : (await files.find(tx, [fileId])).get(fileId)
  if (file?.purpose !== 'promo' || file.status !== 'finished') refuseField('fileId', 'file_required')
  return file.id
}

async function told(
  tx: Tx,
  action: 'promos.created' | 'promos.changed' | 'promos.deleted',
  { id, texts }: Promo,
  detail: Record<string, unknown>,
  { by: actorId, ip }: By,
): Promise<void> {
  const promo = inLocale(texts)?.title ?? ''
  await record(tx, { actorId, ip, action, subject: { kind: 'promo', id }, detail: { promo, ...detail } })
  tx.afterCommit(() => known.forget())
}
