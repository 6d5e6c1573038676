import { expect, test } from 'vitest'
import { locales } from '#contract/locales.ts'
import { all } from 'words:all'
import { makeSpeaker } from '#web/app/words.ts'

test('the studio greets as one does in its language: the name first where that is polite, and never bare', () => {
  const said = (locale: (typeof locales)[number], name: string) => {
    const { t } = makeSpeaker(locale, all[locale], {})
    return (['morning', 'day', 'evening', 'night'] as const).map((part) => t(`studio.greeting.${part}`, { name }))
  }
  for (const words of said('ja-JP', '凜')) expect(words).toMatch(/^凜さん、.*(?:ます|です|は)$/)
  for (const words of said('ko-KR', '하나')) expect(words).toMatch(/^하나 님, .*요$/)
  for (const words of said('th-TH', 'มะลิ')) expect(words).toMatch(/ คุณมะลิ$/)
  for (const locale of locales) expect(new Set(said(locale, 'Mei')).size, locale).toBe(4)
})
