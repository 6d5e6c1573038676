// Which emoji there are, what they are called in a language, and which of them this browser can draw. From our own files: nothing is asked elsewhere.
import type { EmojiData } from 'frimousse'
import { untilBack } from '#web/ui/network.ts'

const addresses = import.meta.glob<string>('./*.json', { query: '?url', import: 'default', eager: true })

/** The browser keeps the file for as long as it is this one. */
export async function fetchEmoji(language: string): Promise<EmojiData> {
  const reply = await untilBack(() => fetch(addresses[`./${language}.json`] ?? ''))
  if (!reply.ok) throw new Error(`emoji: ${reply.status}`)
  return drawable((await reply.json()) as EmojiData, isDrawn)
}

/**
 * Fonts learn emoji a version at a time, so one of each tells of all of them; flags of countries are another matter, which Windows leaves out. A
 * browser of which none can be told gets all: then its canvas says nothing.
 */
export function drawable(data: EmojiData, draws: (emoji: string) => boolean): EmojiData {
  const oneOfEach = new Map(data.emojis.filter(({ countryFlag }) => !countryFlag).map(({ version, emoji }) => [version, emoji]))
  const newest = [...oneOfEach].toSorted(([one], [other]) => other - one).find(([, emoji]) => draws(emoji))?.[0]
  if (newest === undefined) return data
  const hasFlags = draws('🇹🇼') || draws('🇯🇵')
  return { ...data, emojis: data.emojis.filter(({ version, countryFlag }) => version <= newest && (hasFlags || !countryFlag)) }
}

const size = 16

/** An emoji brings its own colours, and is one sign wide: what takes the colour of writing is a letter or an empty box, and what is wider is its pieces. */
function isDrawn(emoji: string): boolean {
  const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
  if (!context) return false
  context.font = `${size}px 'Apple Color Emoji', 'Noto Color Emoji', 'Twemoji Mozilla', 'Segoe UI Emoji', sans-serif`
  context.textBaseline = 'top'
  if (context.measureText(emoji).width >= size * 2) return false
  const inColour = (colour: string) => {
    context.clearRect(0, 0, size, size)
    context.fillStyle = colour
    context.fillText(emoji, 0, 0)
    return context.getImageData(0, 0, size, size).data
  }
  const blue = inColour('#00f')
  const red = inColour('#f00')
  return blue.some((part) => part > 0) && blue.every((part, at) => part === red[at])
}
