// Marks in pictures: a name that is seen, and a code that is not and says to whom a copy was sent, even after a screenshot, a cut or a
// messenger. Pure arithmetic on pixels, in threads of its own; docs/adr/0010 has the reasons and the figures.
// Promises: the same copy for the same reader of the same picture, whenever it is drawn; and that an innocent reader stands out by `z`
// with a probability below exp(-z²/2). Leaves to others: who may have a picture, who was sent one, and what is done about a copy.
import type { Encoding, Mark } from '#server/platform/marks/drawing.ts'
import type { Question, Reading } from '#server/platform/marks/reading.ts'
import { threads } from '#server/platform/marks/threads.ts'

export { chanceOfError, leastToName, type Reading } from '#server/platform/marks/reading.ts'
export type { Mark } from '#server/platform/marks/drawing.ts'

/** What marks look like and how they are written: another number, and copies that were drawn before are not served any more. */
export const version = 2

const drawing = threads<{ picture: string | Uint8Array; mark: Mark; encoding: Encoding }, Uint8Array | undefined>(
  new URL('./drawing-thread.ts', import.meta.url),
  { most: 2, longestMs: 60_000, memoryMb: 256 },
)
const reading = threads<Question, Reading>(new URL('./reading-thread.ts', import.meta.url), { most: 1, longestMs: 120_000, memoryMb: 512 })

/** The picture with its marks, in its own format. Undefined for what moves. @throws for what is no picture, or has too many pixels */
export function draw(picture: string | Uint8Array, mark: Mark, encoding: Encoding): Promise<Uint8Array | undefined> {
  return drawing.ask({ picture, mark, encoding })
}

/** Compares a found picture with one of ours: seconds of a core, one at a time. @throws for what is no picture */
export function read(question: Question): Promise<Reading> {
  return reading.ask(question)
}
