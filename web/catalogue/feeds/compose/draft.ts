// What a creator is writing: its form, what is wrong with it, and how it is kept in this browser and sent.
import type { Feed } from '#contract/catalogue/feeds.ts'
import type { Api } from '#contract/client.ts'
import type { PublicSettings } from '#contract/site/settings.ts'
import { fieldFrom, instantFrom } from '#web/catalogue/feeds/compose/moments.ts'
import type { Photo } from '#web/catalogue/feeds/compose/uploads.ts'

export interface Draft {
  text: string
  tagline: string
  isSale: Feed['isSale']
  /** As typed. */
  price: string
  tags: string[]
  isPinned: boolean
  /** Fields of type datetime-local. */
  scheduledAt: string
  expiresAt: string
}

export const emptyDraft: Draft = {
  text: '',
  tagline: '',
  isSale: 'free',
  price: '',
  tags: [],
  isPinned: false,
  scheduledAt: '',
  expiresAt: '',
}
export const mostLetters = 5000
export const mostPhotos = 10

export type DraftField = keyof Draft | 'fileIds' | 'thumbnailId'
export type DraftErrors = Partial<Record<DraftField, string>>

export function draftFrom(post: Feed, timeZone: string): Draft {
  return {
    text: post.text,
    tagline: post.tagline,
    isSale: post.isSale,
    price: post.isSale === 'ppv' ? String(post.price) : '',
    tags: post.tags,
    isPinned: post.isPinned,
    scheduledAt: fieldFrom(post.scheduledAt, timeZone),
    expiresAt: fieldFrom(post.expiresAt, timeZone),
  }
}

/** A price as people type it, with a comma of either kind; NaN when it is none. */
export function priceOf(typed: string): number {
  const plain = typed.trim().replaceAll(/[,，\s]/g, '')
  return /^\d+(\.\d{1,2})?$/.test(plain) ? Number(plain) : Number.NaN
}

type Checks = { photos: readonly Photo[]; settings: PublicSettings; timeZone: string; now: number; before?: Feed | undefined }
/** A key of composer.json with its figures. */
export type Wrong = { key: string; facts?: Record<string, number> }

/** What must be put right before it can be shown to anyone. The server checks again and knows more. */
export function wrongs(draft: Draft, { photos, settings, timeZone, now, before }: Checks): Partial<Record<DraftField, Wrong>> {
  const found: Partial<Record<DraftField, Wrong>> = {}
  const letters = Array.from(draft.text).length
  if (letters > mostLetters) found.text = { key: 'wrong.textTooLong', facts: { count: letters - mostLetters } }
  else if (draft.text.trim() === '' && photos.length === 0) found.text = { key: 'wrong.empty' }
  if (photos.some(({ state }) => state === 'failed')) found.fileIds = { key: 'wrong.photoFailed' }
  else if (photos.some(({ state }) => state === 'waiting' || state === 'sending')) found.fileIds = { key: 'wrong.photoOnItsWay' }
  else if (draft.isSale === 'ppv' && photos.length === 0) found.fileIds = { key: 'wrong.saleNeedsPhoto' }
  if (draft.isSale === 'ppv') {
    const price = priceOf(draft.price)
    const { minimumItemPrice: minimum, maximumItemPrice: maximum } = settings
    if (draft.price.trim() === '') found.price = { key: 'wrong.priceMissing' }
    else if (Number.isNaN(price)) found.price = { key: 'wrong.priceUnreadable' }
    else if (price < minimum || price > maximum) found.price = { key: 'wrong.priceBounds', facts: { minimum, maximum } }
  }
  const scheduledAt = instantFrom(draft.scheduledAt, timeZone)
  const expiresAt = instantFrom(draft.expiresAt, timeZone)
  const isNewSchedule = draft.scheduledAt !== fieldFrom(before?.scheduledAt, timeZone)
  if (scheduledAt && isNewSchedule && Date.parse(scheduledAt) <= now) found.scheduledAt = { key: 'wrong.past' }
  if (expiresAt && Date.parse(expiresAt) <= Math.max(now, scheduledAt ? Date.parse(scheduledAt) : 0))
    found.expiresAt = { key: 'wrong.endsBefore' }
  return found
}

type Sent = Parameters<Api['feeds']['create']>[0]

/** What the call takes. A price belongs to a sale only, and a post without photos sends none. */
export function bodyOf(
  draft: Draft,
  photos: readonly Photo[],
  thumbnail: Photo | undefined,
  timeZone: string,
): Omit<Sent, 'type' | 'status'> {
  const price = priceOf(draft.price)
  const scheduledAt = instantFrom(draft.scheduledAt, timeZone)
  const expiresAt = instantFrom(draft.expiresAt, timeZone)
  return {
    text: draft.text,
    tagline: draft.tagline,
    isSale: draft.isSale,
    tags: draft.tags,
    isPinned: draft.isPinned,
    fileIds: photos.flatMap(({ fileId }) => (fileId ? [fileId] : [])),
    ...(draft.isSale === 'ppv' && !Number.isNaN(price) && { price }),
    ...(thumbnail?.fileId && { thumbnailId: thumbnail.fileId }),
    ...(scheduledAt && { scheduledAt }),
    ...(expiresAt && { expiresAt }),
  }
}

/** What the post had and the form has emptied: null takes it away, while a field that is not sent stays. */
export function clearedOf(
  draft: Draft,
  thumbnail: Photo | undefined,
  before: Pick<Feed, 'scheduledAt' | 'expiresAt' | 'thumbnail'>,
): { scheduledAt?: null; expiresAt?: null; thumbnailId?: null } {
  return {
    ...(before.scheduledAt && draft.scheduledAt === '' && { scheduledAt: null }),
    ...(before.expiresAt && draft.expiresAt === '' && { expiresAt: null }),
    ...(before.thumbnail && !thumbnail && { thumbnailId: null }),
  }
}

export interface Kept {
  draft: Draft
  photos: Photo[]
  thumbnail: Photo[]
  savedAt: number
}

const keyOf = (accountId: string) => `stagedoor.draft.${accountId}`

/** Only what is on the server is kept: a file that is still here would be gone after a reload. */
export function keep(accountId: string, { draft, photos, thumbnail }: Omit<Kept, 'savedAt'>, now: number): boolean {
  const there = (list: readonly Photo[]) => list.filter(({ fileId }) => fileId)
  try {
    localStorage.setItem(
      keyOf(accountId),
      JSON.stringify({ draft, photos: there(photos), thumbnail: there(thumbnail), savedAt: now } satisfies Kept),
    )
    return true
  } catch {
    return false
  }
}

export function kept(accountId: string): Kept | undefined {
  try {
    const found = JSON.parse(localStorage.getItem(keyOf(accountId)) ?? 'null') as Kept | null
    return found ? { ...found, draft: { ...emptyDraft, ...found.draft } } : undefined
  } catch {
    return undefined
  }
}

export function forgetKept(accountId: string): void {
  try {
    localStorage.removeItem(keyOf(accountId))
  } catch {}
}
