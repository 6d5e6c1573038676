// The files of a post that is being written, each kind in a list of its own: whoever looks at films for a moment finds their photos again.
import { clear, type MediaItem, useUploads } from '#web/media/uploads/uploads.ts'

export type MediaKind = 'photo' | 'video' | 'audio' | 'stream'

const parts = ['', ':video', ':audio', ':thumbnail', ':teaser'] as const
export type Part = (typeof parts)[number]
export const allParts: readonly Part[] = parts

/** The list of what the right opens; an announced stream has nothing. */
export const mediaPart = (kind: MediaKind): Part | undefined => (kind === 'stream' ? undefined : kind === 'photo' ? '' : `:${kind}`)

export interface Files {
  media: readonly MediaItem[]
  thumbnail: MediaItem | undefined
  teaser: MediaItem | undefined
}

export function useFiles(list: string, kind: MediaKind): Files {
  const photos = useUploads(list)
  const video = useUploads(`${list}:video`)
  const audio = useUploads(`${list}:audio`)
  const thumbnail = useUploads(`${list}:thumbnail`)[0]
  const teaser = useUploads(`${list}:teaser`)[0]
  const media = { photo: photos, video, audio, stream: [] }[kind]
  return { media, thumbnail, teaser: kind === 'video' ? teaser : undefined }
}

export function clearAll(list: string): void {
  for (const part of parts) clear(`${list}${part}`)
}
