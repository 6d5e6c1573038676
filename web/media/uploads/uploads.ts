// Files on their way up. They live here and not in a page, so that they go on while the creator looks at something else and are there on
// return; a page shows them by useUploads, the studio's tray all of them. One list for each thing that is being written.
import { useSyncExternalStore } from 'react'
import type { LibraryFile } from '#contract/media/uploads.ts'
import type { MediaFile } from '#contract/media/file.ts'
import type { Api } from '#contract/client.ts'
import { sentenceOf } from '#web/app/api.ts'
import { type Going, sendInPieces, sendWhole, type UploadPurpose, wantsPieces } from '#web/media/uploads/sending.ts'
import { shrink } from '#web/media/uploads/shrink.ts'

export type { UploadPurpose } from '#web/media/uploads/sending.ts'

export interface MediaItem {
  id: string
  name: string
  purpose: UploadPurpose
  bytes?: number | undefined
  /** waiting for its turn, sending, paused by its sender, processing (the server works on it), ready, failed */
  state: 'waiting' | 'sending' | 'paused' | 'processing' | 'ready' | 'failed'
  /** 0 to 100: of sending, then of the server's work. */
  percent: number
  /** It goes up in pieces: it can be paused, and taken up again after a reload. */
  inPieces?: boolean
  /** A small picture of it: the file itself at once, a light copy as soon as there is one, or the server's. */
  picture?: string | undefined
  /** A few pixels of it, as strangers will see it. */
  blur?: string | undefined
  width?: number | undefined
  height?: number | undefined
  /** Seconds. */
  duration?: number | undefined
  /** The server's id, once it is there. */
  fileId?: string | undefined
  error?: string | undefined
  /** Why the server could make nothing of it. */
  failure?: LibraryFile['failure']
}

interface Source {
  file: File
  api: Api
  /** What a tile says when no reason came back. */
  failedWord: string
  /** How what is not large goes up where it is not by the rows of creators' works. */
  whole?: typeof sendWhole
}

/** Two at a time: more only make each slower on the way up from a phone. */
const atOnce = 2
const none: readonly MediaItem[] = []
const lists = new Map<string, readonly MediaItem[]>()
const sources = new Map<string, Source>()
const goings = new Map<string, Going>()
const watchers = new Set<() => void>()

export function watch(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

export function useUploads(list: string): readonly MediaItem[] {
  return useSyncExternalStore(
    watch,
    () => itemsOf(list),
    () => none,
  )
}

export const itemsOf = (list: string): readonly MediaItem[] => lists.get(list) ?? none

/** Every file of every list, with the name of its list. */
export function allItems(): { list: string; item: MediaItem }[] {
  return [...lists].flatMap(([list, items]) => items.map((item) => ({ list, item })))
}

export function addFiles(
  list: string,
  files: readonly File[],
  { purpose, ...source }: { purpose: UploadPurpose } & Omit<Source, 'file'>,
): void {
  const added = files.map((file): MediaItem => {
    const id = crypto.randomUUID()
    sources.set(id, { file, ...source })
    const picture = file.type.startsWith('image/') ? { picture: URL.createObjectURL(file) } : {}
    return {
      id,
      name: file.name,
      purpose,
      bytes: file.size,
      state: 'waiting',
      percent: 0,
      inPieces: wantsPieces(purpose, file),
      ...picture,
    }
  })
  set(list, [...itemsOf(list), ...added])
  for (const { id } of added) void lighten(list, id)
  pump()
}

/** What the server has already: an edited post, a draft from this browser, files of the library. */
export function seed(list: string, items: readonly MediaItem[]): void {
  set(list, items)
}

/** Files of a work or of the library, as items. */
export function itemsFrom(
  files: readonly (MediaFile & Partial<Pick<LibraryFile, 'name' | 'progress' | 'failure' | 'purpose'>>)[],
): MediaItem[] {
  return files.map((file) => ({
    id: file._id,
    fileId: file._id,
    name: file.name ?? '',
    purpose: file.purpose ?? (file.type.replace(/^feed-/, '') as UploadPurpose),
    state: file.status === 'finished' ? 'ready' : file.status === 'error' ? 'failed' : 'processing',
    percent: file.status === 'finished' ? 100 : (file.progress ?? 0),
    picture: pictureOf(file),
    blur: file.blurUrl,
    width: file.width,
    height: file.height,
    duration: file.duration,
    failure: file.failure,
  }))
}

function pictureOf({ thumbnails, type, url, blurUrl }: MediaFile): string | undefined {
  const isPicture = /photo|thumbnail/.test(type)
  return thumbnails[0]?.url ?? (isPicture ? url : undefined) ?? blurUrl
}

/** From the beginning, or, in pieces, from where it stopped. */
export function retry(list: string, id: string): void {
  if (!sources.has(id)) return
  change(list, id, { state: 'waiting', error: undefined, ...(!goings.has(id) && { percent: 0 }) })
  pump()
}

export function pause(list: string, id: string): void {
  goings.get(id)?.pause()
  change(list, id, { state: 'paused' })
  pump()
}

/** Out of the list; what is still going up is stopped. What is there already stays in the library. */
export function remove(list: string, id: string): void {
  goings.get(id)?.cancel()
  goings.delete(id)
  const gone = itemsOf(list).find((item) => item.id === id)
  if (gone) forget(gone)
  set(
    list,
    itemsOf(list).filter((item) => item.id !== id),
  )
  pump()
}

export function reorder(list: string, ids: readonly string[]): void {
  set(
    list,
    itemsOf(list).toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id)),
  )
}

export function clear(list: string): void {
  for (const { id } of itemsOf(list)) remove(list, id)
}

/** The server said how far it is with a file. */
export function settle(fileId: string, part: Partial<MediaItem>): void {
  for (const { list, item } of allItems()) if (item.fileId === fileId) change(list, item.id, part)
}

export const isOnItsWay = ({ state }: MediaItem): boolean => state === 'waiting' || state === 'sending' || state === 'paused'

function pump(): void {
  const all = allItems()
  const sending = all.filter(({ item }) => item.state === 'sending').length
  for (const { list, item } of all.filter((each) => each.item.state === 'waiting').slice(0, Math.max(0, atOnce - sending)))
    void send(list, item)
  warnOnLeaving(all.some(({ item }) => isOnItsWay(item)))
}

async function send(list: string, { id, purpose, inPieces }: MediaItem): Promise<void> {
  const source = sources.get(id)
  if (!source) return
  const { file, api, failedWord, whole = sendWhole } = source
  change(list, id, { state: 'sending', ...(!goings.has(id) && { percent: 0 }) })
  const onProgress = (fraction: number) => change(list, id, { percent: fraction * 100 })
  try {
    if (inPieces) {
      const going = goings.get(id) ?? (await sendInPieces(file, { purpose, failedWord, onProgress }))
      goings.set(id, going)
      const fileId = await going.go()
      if (fileId === undefined) return
      change(list, id, { state: 'processing', percent: 0, fileId })
    } else {
      const stop = new AbortController()
      goings.set(id, { go: async () => undefined, pause: () => stop.abort(), cancel: () => stop.abort() })
      arrived(list, id, await whole(api, purpose, file, { onProgress, signal: stop.signal }), failedWord)
    }
    sources.delete(id)
    goings.delete(id)
  } catch (error) {
    const isStopped = error instanceof DOMException && error.name === 'AbortError'
    if (!inPieces) goings.delete(id)
    if (!isStopped)
      change(list, id, { state: 'failed', error: sentenceOf(error, error instanceof Error && inPieces ? error.message : failedWord) })
  } finally {
    pump()
  }
}

function arrived(list: string, id: string, answer: Awaited<ReturnType<typeof sendWhole>>, failedWord: string): void {
  if (answer.status === 'error') throw new Error(failedWord)
  const before = itemsOf(list).find((item) => item.id === id)
  change(list, id, {
    state: answer.status === 'finished' ? 'ready' : 'processing',
    percent: answer.status === 'finished' ? 100 : 0,
    fileId: answer._id,
    width: answer.width ?? before?.width,
    height: answer.height ?? before?.height,
    // Some pictures (heic) the browser cannot draw: then the server's own small one stands in.
    picture: before?.picture?.startsWith('data:') ? before.picture : (answer.thumbnails[0]?.url ?? before?.picture),
  })
}

async function lighten(list: string, id: string): Promise<void> {
  const source = sources.get(id)
  if (!source?.file.type.startsWith('image/')) return
  const small = await shrink(source.file).catch(() => undefined)
  const item = itemsOf(list).find((each) => each.id === id)
  if (!small || !item) return
  if (item.picture?.startsWith('blob:')) URL.revokeObjectURL(item.picture)
  change(list, id, small)
}

function forget({ id, picture }: MediaItem): void {
  sources.delete(id)
  if (picture?.startsWith('blob:')) URL.revokeObjectURL(picture)
}

function change(list: string, id: string, part: Partial<MediaItem>): void {
  set(
    list,
    itemsOf(list).map((item) => (item.id === id ? { ...item, ...part } : item)),
  )
}

function set(list: string, items: readonly MediaItem[]): void {
  lists.set(list, items)
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
