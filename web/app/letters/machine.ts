// Which writings this machine has letters for. No family is asked for by its name: what stands on a phone has none that a page could know, and is
// found by the browser all the same. So letters are drawn, and held against what is drawn for a letter that no font has.
import { samples, type Writing, writings } from '#web/app/letters/writings.ts'

/** What a letter looks like, as a string that is the same for the same picture. */
export type Draw = (letter: string) => string

/** Assigned to nothing, in a block of letters that every font may have. */
const nothing = '\u0378'

/** Of browsers that tell pages another picture than they drew nothing is learned: they count as having all. */
export function missingBy(draw: Draw): Writing[] {
  const box = draw(nothing)
  const isTold = draw(nothing) === box && draw('O') === draw('O') && draw('O') !== draw('I')
  return isTold ? writings.filter((writing) => Array.from(samples[writing]).some((letter) => draw(letter) === box)) : []
}

/**
 * So small that Firefox, whose boxes tell a letter's number, has no room for the digits: then all boxes are alike.
 * @returns nothing where the browser gives no canvas
 */
function drawOnCanvas(): Draw | undefined {
  const canvas = document.createElement('canvas')
  canvas.width = 16
  canvas.height = 14
  const ink = canvas.getContext('2d', { willReadFrequently: true })
  if (!ink) return undefined
  ink.font = '8px system-ui, sans-serif'
  ink.textBaseline = 'alphabetic'
  return (letter) => {
    ink.clearRect(0, 0, canvas.width, canvas.height)
    ink.fillText(letter, 1, 10)
    return ink.getImageData(0, 0, canvas.width, canvas.height).data.join()
  }
}

const place = 'letters'

/** Told once a visit: a machine gets no fonts while somebody reads. */
export async function missingHere(): Promise<readonly Writing[]> {
  const known = remembered()
  if (known) return known
  const draw = drawOnCanvas()
  if (!draw) return []
  let missing = missingBy(draw)
  if (missing.length > 0) {
    // Firefox looks through the machine's fonts beside the page, once it was asked for a letter, and draws boxes until it has.
    await new Promise((done) => setTimeout(done, 1000))
    missing = missingBy(draw)
  }
  remember(missing)
  return missing
}

function remembered(): Writing[] | undefined {
  try {
    const kept = window.sessionStorage.getItem(place)?.split(' ')
    return kept && writings.filter((writing) => kept.includes(writing))
  } catch {
    return undefined
  }
}

function remember(missing: readonly Writing[]): void {
  try {
    window.sessionStorage.setItem(place, missing.join(' '))
  } catch {
    // Storage may be refused: then the next page draws again.
  }
}
