import { useSpeech } from '#web/ui/UiWords.tsx'
import type { UiLocale } from '#web/ui/words.ts'

export const titled = (title: string, locale: UiLocale) => (locale === 'zh-TW' ? `《${title}》` : `“${title}”`)

/** A work's title inside a sentence: 《》 in Chinese, quotation marks in English. It moves to the next line as a whole instead of breaking inside. */
export function WorkTitle({ children }: { children: string }) {
  const { locale } = useSpeech()
  return <span className="inline-block max-w-full">{titled(children, locale)}</span>
}
