// What a case is called: short enough to be read aloud, and drawn, so that nobody learns from theirs how many there are.
import { randomInt } from 'node:crypto'

/** Without those that are taken for one another, aloud or by eye. */
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

export function drawNumber(at: Date): string {
  const drawn = Array.from({ length: 6 }, () => letters.charAt(randomInt(letters.length))).join('')
  return `R-${at.getUTCFullYear()}-${drawn}`
}
