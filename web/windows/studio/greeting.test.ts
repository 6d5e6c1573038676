import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Locale, locales } from '#contract/locales.ts'
import { speakerOf } from '#contract/words/speaking.ts'

test('the studio greets as one does in its language: the name first where that is polite, and never bare', () => {
  const said = (locale: Locale, name: string) => {
    const file = join(import.meta.dirname, `../../../contract/words/${locale}/studio.json`)
    const sentences = Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>)
    const { t } = speakerOf(locale, Object.fromEntries(sentences.map(([key, text]) => [`studio.${key}`, text])))
    return (['morning', 'day', 'evening', 'night'] as const).map((part) => t(`studio.greeting.${part}`, { name }))
  }
  for (const words of said('ja-JP', '凜')) expect(words).toMatch(/^凜さん、.*(?:ます|です|は)$/)
  for (const words of said('ko-KR', '하나')) expect(words).toMatch(/^하나 님, .*요$/)
  for (const words of said('th-TH', 'มะลิ')) expect(words).toMatch(/ คุณมะลิ$/)
  for (const locale of locales) expect(new Set(said(locale, 'Mei')).size, locale).toBe(4)
})
