import { isOnItsWay, type MediaItem } from '#web/media/uploads/uploads.ts'
import type { Upload } from '#web/ui/UploadTile.tsx'

/** A list's files as the grid of tiles takes them. @param failed what is said of one that nothing else is known of */
export function uploadsOf(photos: readonly MediaItem[], nameOf: (place: number) => string, failed: string): Upload[] {
  return photos.map((photo, place) => ({
    id: photo.id,
    name: photo.name || nameOf(place + 1),
    thumbnail: photo.picture,
    percent: isOnItsWay(photo) ? photo.percent : undefined,
    error: photo.state === 'failed' ? (photo.error ?? failed) : undefined,
  }))
}
