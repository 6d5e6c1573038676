// From text to the terms under which it is found, and from a query to the terms it needs. Chinese (and every script without spaces
// between its words) goes by characters and neighbours, Latin by words.
//
// Of a run 雨宮夜: 雨 宮 夜, the pairs 雨宮 宮夜, and 雨*夜, which stands for the pair around one left-out character. So a query that
// lacks one character, or has one wrong, still needs exact terms only. Latin words keep their beginnings where it is a name.

const longestWord = 40
/** A document is found by its beginning: nobody looks for the last page of a long text by two characters. */
const mostTerms = 1500

/** Full-width forms become ordinary ones, accents go, case goes. */
export function plain(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').normalize('NFC').toLowerCase()
}

interface Runs {
  latin: string[]
  han: string[][]
}

const unspaced = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}ー々'
const pieces = new RegExp(`[${unspaced}]+|[^${unspaced}\\P{L}]+(?:[^${unspaced}\\P{L}]|\\p{N})*|\\p{N}+`, 'gu')
const isUnspaced = new RegExp(`^[${unspaced}]`, 'u')

function runsOf(text: string): Runs {
  const runs: Runs = { latin: [], han: [] }
  for (const [piece] of plain(text).matchAll(pieces)) {
    if (isUnspaced.test(piece)) runs.han.push(Array.from(piece))
    else runs.latin.push(piece.slice(0, longestWord))
  }
  return runs
}

export interface Text {
  /** What it is called: found by beginnings of its words too. */
  names: readonly string[]
  body: string
  tags: readonly string[]
}

/** The terms of a document, the most telling first. */
export function termsOf({ names, body, tags }: Text): string[] {
  const terms = new Set<string>()
  for (const tag of tags) terms.add(tagTerm(tag))
  for (const text of [...names, ...tags]) {
    const { latin, han } = runsOf(text)
    for (const word of latin) for (const beginning of beginningsOf(word)) terms.add(beginning)
    addRuns(terms, { latin, han })
  }
  addRuns(terms, runsOf(body))
  return [...terms].slice(0, mostTerms)
}

function addRuns(terms: Set<string>, { latin, han }: Runs): void {
  for (const word of latin) terms.add(word)
  for (const run of han) {
    run.forEach((character, at) => {
      terms.add(character)
      const [next, afterNext] = [run[at + 1], run[at + 2]]
      if (next !== undefined) terms.add(character + next)
      if (afterNext !== undefined) terms.add(`${character}*${afterNext}`)
    })
  }
}

const longestBeginning = 12

/** The word itself is entered with the others: a query needs no sign for a word that is unfinished. */
function beginningsOf(word: string): string[] {
  const longest = Math.min(word.length - 1, longestBeginning)
  return Array.from({ length: Math.max(0, longest - 1) }, (_, at) => word.slice(0, at + 2))
}

export function tagTerm(tag: string): string {
  return `#${plain(tag.trim().replace(/^#+/, '')).slice(0, 40)}`
}

/** Latin words of five letters or more: those that a wrong letter is forgiven in. */
export function spelledWords(text: Text): string[] {
  const words = [...text.names, ...text.tags, text.body].flatMap((each) => runsOf(each).latin)
  return [...new Set(words.filter(isForgiven))].slice(0, 200)
}

export function isForgiven(word: string): boolean {
  return word.length >= 5 && /^\p{L}+$/u.test(word)
}

/** A word and all that is left of it when one letter is missing. Words one letter apart share one of these. */
export function variantsOf(word: string): string[] {
  const letters = Array.from(word)
  return [word, ...new Set(letters.map((_, at) => letters.toSpliced(at, 1).join('')))]
}

/** What a query needs: all of the groups, and of each group any one. */
export interface Wanted {
  /** Tags, Latin words, and Chinese runs by their pairs: all of these as they were written. */
  exact: string[]
  /** The Latin words among them: of these, long ones may be another word by one letter. */
  words: string[]
  /** Each of these stands for all of `exact`, with one Chinese run forgiven a character that is missing or wrong. */
  forgiven: string[][]
}

/** Undefined: nothing to look for. */
export function wantedOf(query: string): Wanted | undefined {
  const tags = [...query.matchAll(/#([^\s#]{1,40})/gu)].map(([, tag = '']) => tagTerm(tag))
  const { latin, han } = runsOf(query.replaceAll(/#[^\s#]+/gu, ' '))
  const words = latin.slice(0, 8)
  const groups = han.slice(0, 4).map((run) => run.slice(0, 20))
  if (tags.length + words.length + groups.length === 0) return undefined
  const exactRuns = groups.map(pairsOf)
  const forgiven = groups.flatMap((run, at) =>
    forgivenPairs(run).map((pairs) => [...tags, ...words, ...exactRuns.flatMap((exact, other) => (other === at ? pairs : exact))]),
  )
  return { exact: [...tags, ...words, ...exactRuns.flat()], words, forgiven }
}

function pairsOf(run: readonly string[]): string[] {
  const [only = ''] = run
  return run.length === 1 ? [only] : run.slice(1).map((character, at) => `${run[at]}${character}`)
}

/** The pairs of a run with one character missing somewhere inside, or with one inside that is wrong (of three or more). */
function forgivenPairs(run: readonly string[]): string[][] {
  if (run.length < 2) return []
  const pairs = pairsOf(run)
  const missing = pairs.map((_, at) => pairs.with(at, `${run[at]}*${run[at + 1]}`))
  const wrong = run.slice(1, -1).map((_, at) => [...pairs.slice(0, at), `${run[at]}*${run[at + 2]}`, ...pairs.slice(at + 2)])
  // At an end nothing stands around it: the rest has to be there.
  const wrongEnds = run.length >= 3 ? [pairs.slice(1), pairs.slice(0, -1)] : []
  return [...missing, ...wrong, ...wrongEnds]
}
