// A sentence out of the files of words, with what is put into it. The files are written as i18next reads them (JSON v4), and a test holds
// every sentence against it: {{fact}}, {{count, number}}, $t(another.sentence), and forms that count, `_one` and `_other` (docs/adr/0011).
import type { SayKey } from '#contract/words/keys.ts'

export type Facts = Readonly<Record<string, unknown>>

export type Say = (key: SayKey, facts?: Facts) => string

export interface Speaker {
  readonly language: string
  /** One sentence. A key that is not there is said as it is. */
  t: Say
  exists(key: string, facts?: Facts): boolean
  /** More sentences, by full key; what was there under the same key is forgotten. */
  learn(more: Readonly<Record<string, string>>): void
}

/** @param sentences by full key, kept and added to */
export function speakerOf(language: string, sentences: Record<string, string>): Speaker {
  let forms: Intl.PluralRules | undefined
  let numbers: Intl.NumberFormat | undefined

  const textOf = (key: string, { count }: Facts): string | undefined => {
    if (typeof count !== 'number') return sentences[key]
    forms ??= new Intl.PluralRules(language)
    return (count === 0 ? sentences[`${key}_zero`] : undefined) ?? sentences[`${key}_${forms.select(count)}`] ?? sentences[key]
  }
  const written = (value: unknown, as: string | undefined): string => {
    if (value === undefined || value === null) return ''
    return as === 'number' ? (numbers ??= new Intl.NumberFormat(language)).format(value as number) : String(value as string)
  }
  // In one pass: what was put in is never read as a part of the sentence.
  const filled = (text: string, facts: Facts): string =>
    text.includes('{{') || text.includes('$t(')
      ? text.replace(/\$t\(([^)]*)\)|\{\{\s*(\w+)\s*(?:,\s*(\w+)\s*)?\}\}/g, (whole, other: string | undefined, fact = '', as?: string) => {
          if (other !== undefined) return said(filled(other, facts), facts)
          return fact in facts ? written(facts[fact], as) : whole
        })
      : text
  const said = (key: string, facts: Facts = {}): string => {
    const text = textOf(key, facts)
    return text === undefined ? key : filled(text, facts)
  }
  return {
    language,
    t: said,
    exists: (key, facts = {}) => textOf(key, facts) !== undefined,
    learn: (more) => void Object.assign(sentences, more),
  }
}
