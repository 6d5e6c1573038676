// Letters for machines that have none: where a text would stand in boxes, the slices of a font from this site (docs/adr/0025). They come under the
// name that every list of faces in app.css ends with, so nothing changes where the machine has a letter itself.
import { missingHere } from '#web/app/letters/machine.ts'
import { cutTo, pointsOf, type Slice } from '#web/app/letters/slices.ts'
import { foundIn, hanOf, mayBring, type Writing, writingOf } from '#web/app/letters/writings.ts'

const family = 'Noto Slices'

/** Each is a list of a hundred addresses and more. */
const lists: Readonly<Record<Writing, () => Promise<{ slices: readonly Slice[] }>>> = {
  hant: () => import('#web/app/letters/hant.ts'),
  hans: () => import('#web/app/letters/hans.ts'),
  kana: () => import('#web/app/letters/kana.ts'),
  hang: () => import('#web/app/letters/hang.ts'),
  thai: () => import('#web/app/letters/thai.ts'),
}

export async function bringMissingLetters(): Promise<void> {
  const { lang } = document.documentElement
  const missing = await missingHere()
  // Whoever saves data gets what the page is written in; what others wrote may stand in boxes.
  const wanted = new Set(savesData() ? missing.filter((writing) => writing === writingOf(lang)) : missing)
  const open = new Set(wanted)
  const seen = (text: string) => {
    for (const writing of foundIn(text, [...wanted], lang)) {
      wanted.delete(writing)
      slicesFor(writing, lang, missing).then(
        (slices) => {
          add(slices)
          open.delete(writing)
        },
        // The network is away, or an earlier release whose files are gone: asked for again when such a text comes again.
        () => wanted.add(writing),
      )
    }
    return open.size > 0
  }
  if (open.size > 0 && seen(document.getElementById('root')?.textContent ?? '')) watch(seen)
}

function savesData(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } }
  return connection?.saveData === true
}

/** The page's own writing whole, with its punctuation; of another one its letters. */
async function slicesFor(writing: Writing, lang: string, missing: readonly Writing[]): Promise<readonly Slice[]> {
  const { slices } = await lists[writing]()
  const own = hanOf(lang)
  if (writing === own) return slices
  const broughtByOwn = missing.includes(own) ? new Set((await lists[own]()).slices.flatMap(({ range }) => pointsOf(range))) : undefined
  return cutTo(slices, (letter) => mayBring(writing, letter, broughtByOwn))
}

/** The browser fetches a face when a letter of its range is drawn, and not before. */
function add(slices: readonly Slice[]): void {
  for (const { url, range } of slices)
    document.fonts.add(new FontFace(family, `url("${url}")`, { weight: '100 900', display: 'swap', unicodeRange: range }))
}

/** What comes to the page later, and what is typed. @param seen answers whether there is still something to look for */
function watch(seen: (text: string) => boolean): void {
  const observer = new MutationObserver((changes) =>
    look(changes.flatMap(({ type, target, addedNodes }) => (type === 'characterData' ? [target] : [...addedNodes])).map(textOf)),
  )
  const onInput = ({ target }: Event) => {
    if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) look([target.value])
  }
  const look = (texts: readonly string[]) => {
    if (seen(texts.join('\n'))) return
    observer.disconnect()
    document.removeEventListener('input', onInput)
  }
  observer.observe(document.body, { subtree: true, childList: true, characterData: true })
  document.addEventListener('input', onInput)
}

const textOf = ({ textContent }: Node) => textContent ?? ''
