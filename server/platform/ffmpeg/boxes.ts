// The boxes that an MP4 or QuickTime file is made of, as far as it takes to refuse what is cut short and what points elsewhere.
import { open, type FileHandle } from 'node:fs/promises'

interface Box {
  type: string
  /** Where its content begins and ends in the file. */
  start: number
  end: number
}

const mostBoxes = 20_000

/** The boxes between two places. Undefined when they do not fill the place exactly: cut short, or not boxes at all. */
async function boxes(file: FileHandle, start: number, end: number): Promise<Box[] | undefined> {
  const found: Box[] = []
  const header = Buffer.alloc(16)
  let at = start
  while (at < end) {
    if (found.length > mostBoxes) return undefined
    const { bytesRead } = await file.read(header, 0, 16, at)
    // Four zero bytes may end a list of QuickTime's.
    if (end - at === 4 && bytesRead >= 4 && header.readUInt32BE(0) === 0) return found
    if (bytesRead < 8) return undefined
    const size = header.readUInt32BE(0)
    const isLong = size === 1
    if (isLong && bytesRead < 16) return undefined
    const whole = size === 0 ? end - at : isLong ? Number(header.readBigUInt64BE(8)) : size
    const head = isLong ? 16 : 8
    if (!(whole >= head) || at + whole > end) return undefined
    found.push({ type: header.toString('latin1', 4, 8), start: at + head, end: at + whole })
    at += whole
  }
  return found
}

const within = new Set(['moov', 'trak', 'mdia', 'minf', 'dinf'])
/** Boxes by which a film tells where its parts are to be had, or hides its index in a compressed one. */
const pointers = new Set(['rmra', 'rmda', 'rdrf', 'cmov'])

/** True for a whole film whose every byte is in this file. */
export async function isSelfContained(path: string, bytes: number): Promise<boolean> {
  const file = await open(path, 'r')
  try {
    const top = await boxes(file, 0, bytes)
    if (!top?.some(({ type }) => type === 'moov')) return false
    return await hasNoPointer(file, top, 0)
  } finally {
    await file.close()
  }
}

async function hasNoPointer(file: FileHandle, list: readonly Box[], depth: number): Promise<boolean> {
  for (const { type, start, end } of list) {
    if (pointers.has(type)) return false
    if (type === 'dref' && !(await isOwnData(file, start, end))) return false
    if (!within.has(type)) continue
    const inner = depth < 8 ? await boxes(file, start, end) : undefined
    if (!inner || !(await hasNoPointer(file, inner, depth + 1))) return false
  }
  return true
}

/** Each entry of a data reference says by its lowest flag that the data are in this very file. */
async function isOwnData(file: FileHandle, start: number, end: number): Promise<boolean> {
  const entries = await boxes(file, start + 8, end)
  if (!entries) return false
  for (const entry of entries) {
    const flags = Buffer.alloc(4)
    const { bytesRead } = await file.read(flags, 0, 4, entry.start)
    if (bytesRead < 4 || (flags[3] ?? 0) % 2 === 0) return false
  }
  return true
}
