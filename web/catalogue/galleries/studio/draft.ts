// What a creator is writing of a gallery: its form, what is wrong with it, and how it is sent.
import type { Gallery } from '#contract/catalogue/galleries.ts'
import type { Api } from '#contract/client.ts'
import type { PerformerCard } from '#contract/people/person.ts'
import type { PublicSettings } from '#contract/site/settings.ts'
import { priceOf } from '#web/catalogue/feeds/compose/draft.ts'
import { fieldFrom, instantFrom } from '#web/catalogue/feeds/compose/moments.ts'
import { isOnItsWay, type MediaItem } from '#web/media/uploads/uploads.ts'

/** What is said of one photo, by its file. */
export interface Said {
  title: string
  description: string
  isHidden: boolean
}

export interface GalleryDraft {
  title: string
  description: string
  isSale: Gallery['isSale']
  /** As typed. */
  price: string
  tags: string[]
  participants: PerformerCard[]
  /** Fields of type datetime-local. */
  scheduledAt: string
  expiresAt: string
  said: Readonly<Record<string, Said>>
  /** The file of the photo that stands for it; without one, the first. */
  cover: string | undefined
}

export const nothingSaid: Said = { title: '', description: '', isHidden: false }

export const emptyDraft: GalleryDraft = {
  title: '',
  description: '',
  isSale: 'free',
  price: '',
  tags: [],
  participants: [],
  scheduledAt: '',
  expiresAt: '',
  said: {},
  cover: undefined,
}

export function draftFrom(gallery: Gallery, timeZone: string): GalleryDraft {
  const photos = gallery.photos ?? []
  const cover = photos.find(({ isCover }) => isCover)
  return {
    title: gallery.title,
    description: gallery.description,
    isSale: gallery.isSale,
    price: gallery.isSale === 'ppv' ? String(gallery.price) : '',
    tags: gallery.tags,
    participants: gallery.participants,
    scheduledAt: fieldFrom(gallery.scheduledAt, timeZone),
    expiresAt: fieldFrom(gallery.expiresAt, timeZone),
    said: Object.fromEntries(
      photos.map(({ file, title, description, status }) => [file._id, { title, description, isHidden: status === 'inactive' }]),
    ),
    // The first stands for it by itself: it need not be chosen.
    cover: cover === photos.find(({ status }) => status === 'active') ? undefined : cover?.file._id,
  }
}

export type GalleryField = Exclude<keyof GalleryDraft, 'said' | 'cover'> | 'fileIds' | 'thumbnailId'
export type GalleryErrors = Partial<Record<GalleryField, string>>

/** A key of words with its figures. */
export interface Wrong {
  key: string
  facts?: Record<string, number>
}

interface Checks {
  photos: readonly MediaItem[]
  settings: PublicSettings
  timeZone: string
  now: number
  before: Gallery | undefined
}

/** What must be put right before it can be shown to anyone; a draft needs a title and photos that have arrived. */
export function wrongs(draft: GalleryDraft, status: 'active' | 'inactive', checks: Checks): Partial<Record<GalleryField, Wrong>> {
  const { photos, settings, timeZone, now, before } = checks
  const found: Partial<Record<GalleryField, Wrong>> = {}
  if (draft.title.trim() === '') found.title = { key: 'galleryStudio.wrong.title' }
  if (photos.some(isOnItsWay)) found.fileIds = { key: 'galleryStudio.wrong.onItsWay' }
  if (status === 'inactive') return found
  const shown = photos.filter(({ fileId }) => !draft.said[fileId ?? '']?.isHidden)
  if (photos.some(({ state }) => state === 'failed')) found.fileIds ??= { key: 'galleryStudio.wrong.failed' }
  else if (shown.length === 0) found.fileIds ??= { key: 'galleryStudio.wrong.noPhoto' }
  if (draft.isSale === 'ppv') {
    const price = priceOf(draft.price)
    const { minimumItemPrice: minimum, maximumItemPrice: maximum } = settings
    if (draft.price.trim() === '') found.price = { key: 'composer.wrong.priceMissing' }
    else if (Number.isNaN(price)) found.price = { key: 'composer.wrong.priceUnreadable' }
    else if (price < minimum || price > maximum) found.price = { key: 'composer.wrong.priceBounds', facts: { minimum, maximum } }
  }
  const scheduledAt = instantFrom(draft.scheduledAt, timeZone)
  const expiresAt = instantFrom(draft.expiresAt, timeZone)
  const isNewSchedule = draft.scheduledAt !== fieldFrom(before?.scheduledAt, timeZone)
  if (scheduledAt && isNewSchedule && Date.parse(scheduledAt) <= now) found.scheduledAt = { key: 'composer.wrong.past' }
  if (expiresAt && Date.parse(expiresAt) <= Math.max(now, scheduledAt ? Date.parse(scheduledAt) : 0))
    found.expiresAt = { key: 'composer.wrong.endsBefore' }
  return found
}

type Sent = Parameters<Api['galleries']['create']>[0]

/** What the calls take. What stays is not sent again: a schedule that has passed would be refused. */
export function bodyOf(draft: GalleryDraft, status: 'active' | 'inactive', checks: Checks, thumbnail: MediaItem | undefined): Sent {
  const { photos, timeZone, before } = checks
  const price = priceOf(draft.price)
  const isPriced = draft.isSale === 'ppv' && !Number.isNaN(price)
  // A draft may be without a price as yet; a sale may not.
  const isUnpriced = status === 'inactive' && draft.isSale === 'ppv' && !isPriced
  const moment = (field: 'scheduledAt' | 'expiresAt') => {
    if (draft[field] === fieldFrom(before?.[field], timeZone)) return {}
    return { [field]: instantFrom(draft[field], timeZone) ?? null }
  }
  return {
    title: draft.title,
    description: draft.description,
    isSale: isUnpriced ? 'free' : draft.isSale,
    tags: draft.tags,
    participantIds: draft.participants.map(({ _id }) => _id),
    fileIds: photos.flatMap(({ fileId, state }) => (fileId && state !== 'failed' ? [fileId] : [])),
    status,
    ...(isPriced && { price }),
    ...moment('scheduledAt'),
    ...moment('expiresAt'),
    ...(thumbnail?.fileId && { thumbnailId: thumbnail.fileId }),
    ...(before?.thumbnail && !thumbnail && { thumbnailId: null }),
  }
}
