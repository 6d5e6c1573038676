// The writings whose letters a machine may lack, and what tells that one of them stands in a text.

export const writings = ['hant', 'hans', 'kana', 'hang', 'thai'] as const
export type Writing = (typeof writings)[number]

const han = '\\u2e80-\\u2fdf\\u3400-\\u9fff\\uf900-\\ufaff\\u{20000}-\\u{3ffff}'

/** Every letter of a writing. Japanese and Korean have Han letters, too; these are what they have to themselves. */
const letters: Readonly<Record<Writing, RegExp>> = {
  hant: new RegExp(`[${han}]`, 'u'),
  hans: new RegExp(`[${han}]`, 'u'),
  kana: /[\u3041-\u30ff\u31f0-\u31ff\uff66-\uff9f]/u,
  hang: /[\u1100-\u11ff\u3131-\u318e\ua960-\ua97f\uac00-\ud7ff\uffa0-\uffdc]/u,
  thai: /[\u0e01-\u0e5b]/u,
}

/**
 * What a text in another writing than the page's is known by. The two Chinese ones share most letters: frequent ones that only one of them has, and
 * Japanese not either. A dot in the middle, which Chinese borrows, makes no Japanese.
 */
const signs: Readonly<Record<Writing, RegExp>> = {
  ...letters,
  hant: /[們這說來國會對為發還學實體點麼樣裡讓錢關]/u,
  hans: /[简们这说对个为过发还实么样让请钱关开头时问题]/u,
  kana: /[\p{Script=Hiragana}\p{Script=Katakana}]/u,
}

/** Two letters of each: what everybody writes, and what a font that was made for a neighbour may lack. A machine has a writing when it has both. */
export const samples: Readonly<Record<Writing, string>> = { hant: '灣餒', hans: '说赡', kana: 'の済', hang: '한글', thai: 'ไท' }

/** What a page in this language is written in, of those that a machine may lack. */
export function writingOf(language: string): Writing | undefined {
  const [tongue = '', place] = language.split('-')
  if (tongue === 'zh') return place === 'CN' || place === 'SG' || place === 'Hans' ? 'hans' : 'hant'
  return ({ ja: 'kana', ko: 'hang', th: 'thai' } as const)[tongue]
}

/** Whose shapes Han letters have on a page in this language. In a language without any they are the traditional ones, because the site's own first language has those. */
export function hanOf(language: string): Writing {
  const own = writingOf(language)
  return own === undefined || own === 'thai' ? 'hant' : own
}

/** Which of these writings stand in a text on a page in this language, the page's own first: others fill what its own leaves. */
export function foundIn(text: string, among: readonly Writing[], language: string): Writing[] {
  const first = hanOf(language)
  const stands = (writing: Writing) => signs[writing].test(text) || (writing === first && letters.hant.test(text))
  return among.filter(stands).toSorted((one, other) => Number(other === first) - Number(one === first))
}

/** Whether a list of letters in another writing than the page's may bring this one: its own, and Han letters that the page's own list does not bring. */
export function mayBring(writing: Writing, letter: string, broughtByOwn: ReadonlySet<number> | undefined): boolean {
  if (!letters.hant.test(letter)) return letters[writing].test(letter)
  return broughtByOwn ? !broughtByOwn.has(letter.codePointAt(0) ?? 0) : letters[writing].test(letter)
}
