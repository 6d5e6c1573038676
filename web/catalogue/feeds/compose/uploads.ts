// Photos on their way up. They live here and not in a page, so that they go on while the creator looks at something else
// and are there on return; a page shows them by useUploads. One list for each post that is being written.
import { useSyncExternalStore } from 'react'
import type { Feed } from '#contract/catalogue/feeds.ts'
import type { Api } from '#contract/client.ts'
import { sentenceOf } from '#web/app/api.ts'
import { shrink } from '#web/catalogue/feeds/compose/shrink.ts'

export interface Photo {
  id: string
  name: string
  /** waiting for its turn, sending, processing (the server works on it), ready, failed */
  state: 'waiting' | 'sending' | 'processing' | 'ready' | 'failed'
  /** 0 to 100 while it goes up. */
  percent: number
  /** A small picture of it: the file itself at once, a light copy as soon as there is one, or the server's. */
  picture?: string | undefined
  /** A few pixels of it, as strangers will see it. */
  blur?: string | undefined
  width?: number | undefined
  height?: number | undefined
  /** The server's id, once it is there. */
  fileId?: string | undefined
  error?: string | undefined
}

export type Kind = 'photo' | 'thumbnail'

/** Two at a time: more only make each slower on the way up from a phone. */
const atOnce = 2
const none: readonly Photo[] = []
const lists = new Map<string, readonly Photo[]>()
const sources = new Map<string, { file: File; kind: Kind; api: Api; failedWord: string }>()
const stops = new Map<string, AbortController>()
const watchers = new Set<() => void>()

export function useUploads(list: string): readonly Photo[] {
  return useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
    () => photosOf(list),
    () => none,
  )
}

export const photosOf = (list: string): readonly Photo[] => lists.get(list) ?? none

/** @param failedWord what the tile says when no reason came back */
export function addFiles(
  list: string,
  files: readonly File[],
  { kind, api, failedWord }: { kind: Kind; api: Api; failedWord: string },
): void {
  const added = files.map((file): Photo => {
    const id = crypto.randomUUID()
    sources.set(id, { file, kind, api, failedWord })
    return { id, name: file.name, state: 'waiting', percent: 0, picture: URL.createObjectURL(file) }
  })
  set(list, [...photosOf(list), ...added])
  for (const { id } of added) void lighten(list, id)
  pump()
}

/** What the server has already: an edited post, or a draft from this browser. */
export function seed(list: string, photos: readonly Photo[]): void {
  set(list, photos)
}

/** A post's files as photos. */
export function photosFrom(files: Feed['files']): Photo[] {
  return files.map((file) => ({
    id: file._id,
    fileId: file._id,
    name: '',
    state: file.status === 'finished' ? 'ready' : file.status === 'error' ? 'failed' : 'processing',
    percent: 100,
    picture: file.thumbnails[0]?.url ?? file.url ?? file.blurUrl,
    blur: file.blurUrl,
    width: file.width,
    height: file.height,
  }))
}

export function retry(list: string, id: string): void {
  if (!sources.has(id)) return
  change(list, id, { state: 'waiting', percent: 0, error: undefined })
  pump()
}

export function remove(list: string, id: string): void {
  stops.get(id)?.abort()
  const gone = photosOf(list).find((photo) => photo.id === id)
  if (gone) forget(gone)
  set(
    list,
    photosOf(list).filter((photo) => photo.id !== id),
  )
}

export function reorder(list: string, ids: readonly string[]): void {
  set(
    list,
    photosOf(list).toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id)),
  )
}

export function clear(list: string): void {
  for (const photo of photosOf(list)) {
    stops.get(photo.id)?.abort()
    forget(photo)
  }
  set(list, none)
}

/** The server said how far it is with a photo that it was still working on. */
export function settle(list: string, fileId: string, status: 'finished' | 'error'): void {
  const photo = photosOf(list).find((each) => each.fileId === fileId)
  if (photo) change(list, photo.id, { state: status === 'finished' ? 'ready' : 'failed' })
}

export const isOnItsWay = (photo: Photo): boolean => photo.state === 'waiting' || photo.state === 'sending'

function pump(): void {
  const all = [...lists].flatMap(([list, photos]) => photos.map((photo) => ({ list, photo })))
  const sending = all.filter(({ photo }) => photo.state === 'sending').length
  for (const { list, photo } of all.filter((each) => each.photo.state === 'waiting').slice(0, Math.max(0, atOnce - sending)))
    void send(list, photo.id)
  warnOnLeaving(all.some(({ photo }) => isOnItsWay(photo)))
}

async function send(list: string, id: string): Promise<void> {
  const source = sources.get(id)
  if (!source) return
  const { file, kind, api, failedWord } = source
  const stop = new AbortController()
  stops.set(id, stop)
  change(list, id, { state: 'sending', percent: 0 })
  try {
    const onProgress = (fraction: number) => change(list, id, { percent: fraction * 100 })
    const options = { onProgress, signal: stop.signal }
    const answer = kind === 'photo' ? await api.feeds.uploadPhoto({ file }, options) : await api.feeds.uploadThumbnail({ file }, options)
    if (answer.status === 'error') throw new Error(failedWord)
    const before = photosOf(list).find((photo) => photo.id === id)
    change(list, id, {
      state: answer.status === 'finished' ? 'ready' : 'processing',
      percent: 100,
      fileId: answer._id,
      width: answer.width ?? before?.width,
      height: answer.height ?? before?.height,
      // Some pictures (heic) the browser cannot draw: then the server's own small one stands in.
      picture: before?.picture?.startsWith('data:') ? before.picture : (answer.thumbnails[0]?.url ?? answer.url ?? before?.picture),
    })
    sources.delete(id)
  } catch (error) {
    if (!stop.signal.aborted) change(list, id, { state: 'failed', error: sentenceOf(error, failedWord) })
  } finally {
    stops.delete(id)
    pump()
  }
}

async function lighten(list: string, id: string): Promise<void> {
  const source = sources.get(id)
  const small = source && (await shrink(source.file).catch(() => undefined))
  const photo = photosOf(list).find((each) => each.id === id)
  if (!small || !photo) return
  if (photo.picture?.startsWith('blob:')) URL.revokeObjectURL(photo.picture)
  change(list, id, small)
}

function forget({ id, picture }: Photo): void {
  sources.delete(id)
  if (picture?.startsWith('blob:')) URL.revokeObjectURL(picture)
}

function change(list: string, id: string, part: Partial<Photo>): void {
  set(
    list,
    photosOf(list).map((photo) => (photo.id === id ? { ...photo, ...part } : photo)),
  )
}

function set(list: string, photos: readonly Photo[]): void {
  lists.set(list, photos)
  for (const watcher of watchers) watcher()
}

let isWarning = false
function warnOnLeaving(wanted: boolean): void {
  if (wanted === isWarning) return
  isWarning = wanted
  if (wanted) window.addEventListener('beforeunload', warn)
  else window.removeEventListener('beforeunload', warn)
}

const warn = (event: BeforeUnloadEvent) => event.preventDefault()
