import { useSpeech } from '#web/ui/UiWords.tsx'
import { languageOf } from '#web/ui/language.ts'
import type { UiLocale } from '#web/ui/words.ts'

export const titled = (title: string, locale: UiLocale) => languageOf(locale).title.join(title)

/** A work's title inside a sentence, in the marks of the language: 《》, “ ”. It moves to the next line as a whole instead of breaking inside. */
export function WorkTitle({ children }: { children: string }) {
  const { locale } = useSpeech()
  return <span className="inline-block max-w-full">{titled(children, locale)}</span>
}
