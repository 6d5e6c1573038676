// The cover of a work, in the order of specification.md section 3: thumbnail, first photo's thumbnail, teaser's thumbnail,
// first video's thumbnail, default image. What is locked counts with its blurred form, never with its picture.
import type { MediaFile, Thumbnail } from '#contract/media/file.ts'

export interface Cover extends Thumbnail {
  isBlurred: boolean
}

export interface Covered {
  /** The public preview that the creator chose. */
  thumbnail?: Thumbnail | undefined
  files: readonly MediaFile[]
  teaser?: { thumbnails: readonly Thumbnail[] } | undefined
}

/** A dark stage with one light, small enough to travel with the answer. */
const stage =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 12 8"><path fill="#141a21" d="M0 0h12v8H0z"/><path fill="#24303c" d="M6 0l3 8H3z"/></svg>'
export const defaultCover: Cover = {
  url: `data:image/svg+xml,${encodeURIComponent(stage)}`,
  width: 1200,
  height: 800,
  isBlurred: false,
}

export function coverOf({ thumbnail, files, teaser }: Covered): Cover {
  return clear(thumbnail) ?? firstOf(files, 'photo') ?? clear(teaser?.thumbnails[0]) ?? firstOf(files, 'video') ?? defaultCover
}

function clear(picture: Thumbnail | undefined): Cover | undefined {
  return picture && { ...picture, isBlurred: false }
}

function firstOf(files: readonly MediaFile[], type: string): Cover | undefined {
  for (const file of files) {
    if (file.type !== type) continue
    const [thumbnail] = file.thumbnails
    const tint = file.tint && { tint: file.tint }
    if (thumbnail) return { ...thumbnail, ...tint, isBlurred: false }
    if (file.blurUrl) return { url: file.blurUrl, width: file.width ?? 0, height: file.height ?? 0, ...tint, isBlurred: true }
  }
  return undefined
}
