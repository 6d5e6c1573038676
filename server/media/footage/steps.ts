// The ladder: which qualities are made of a film. None is larger than the film itself; a small one has a single step.
import type { Probed } from '#server/platform/ffmpeg/probing.ts'

export type Picture = NonNullable<Probed['picture']>

export interface Quality {
  /** What people call it: 720 for 720p, whichever way the picture stands. */
  name: number
  width: number
  height: number
  /** Thousands of bits a second: the most that the picture may take, and the sound. */
  most: number
  sound: number
}

const ladder = [
  { name: 1080, most: 5000, sound: 128 },
  { name: 720, most: 2800, sound: 128 },
  { name: 480, most: 1400, sound: 96 },
  { name: 360, most: 800, sound: 96 },
] as const

/** Highest first. */
export function qualitiesOf(picture: Picture): Quality[] {
  // A picture that is almost as large counts: a film of 1072 lines is shown as it is, not at 720.
  const fitting = ladder.filter(({ name }) => scaleTo(name, picture) <= 1.1)
  const wanted = fitting.length > 0 ? fitting : ladder.slice(-1)
  return wanted.map((step) => ({ ...step, ...fitted(step.name, picture) }))
}

/** The picture at most that large, in even numbers, as the encoder wants them. */
export function fitted(name: number, picture: { width: number; height: number }): { width: number; height: number } {
  const scale = Math.min(1, scaleTo(name, picture))
  const even = (length: number) => Math.max(2, Math.round((length * scale) / 2) * 2)
  return { width: even(picture.width), height: even(picture.height) }
}

/** By how much a picture would have to grow to fill a frame of 16:9 with so many lines, lying or standing as the picture does. */
function scaleTo(lines: number, { width, height }: { width: number; height: number }): number {
  return Math.min(Math.round((lines * 16) / 9) / Math.max(width, height), lines / Math.min(width, height))
}

const usual = ['24000/1001', '24', '25', '30000/1001', '30', '48', '50', '60000/1001', '60']
const valueOf = (rate: string) => {
  const [over = 0, under = 1] = rate.split('/').map(Number)
  return over / under
}

/** Frames a second of what is made, as ffmpeg takes it: never more than 60, and one of the usual rates where the film is close to it. */
export function rateOf(picture: Picture): { text: string; perSecond: number } {
  const wished = Math.min(60, picture.frameRate)
  const distanceOf = (rate: string) => Math.abs(valueOf(rate) - wished)
  const near = usual.filter((rate) => distanceOf(rate) < wished * 0.003).toSorted((a, b) => distanceOf(a) - distanceOf(b))[0]
  return near ? { text: near, perSecond: valueOf(near) } : { text: wished.toFixed(3), perSecond: Number(wished.toFixed(3)) }
}
