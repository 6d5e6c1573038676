import { createContext, type ReactNode, use } from 'react'
import { type UiLocale, type UiWords, uiLocale, words } from '#web/ui/words.ts'

type Speech = { locale: UiLocale; timeZone: string; words: UiWords }
const SpeechContext = createContext<Speech>({ locale: 'zh-TW', timeZone: 'Asia/Taipei', words: words['zh-TW'] })

export type UiWordsProviderProps = {
  /** Any language tag; the pieces speak zh-TW and en-US. */
  locale: string
  /** IANA zone in which dates are written. Server and browser must be given the same one, or hydration disagrees. */
  timeZone?: string
  children: ReactNode
}

/** Set once by the app, around everything. */
export function UiWordsProvider({ locale, timeZone = 'Asia/Taipei', children }: UiWordsProviderProps) {
  const spoken = uiLocale(locale)
  return <SpeechContext value={{ locale: spoken, timeZone, words: words[spoken] }}>{children}</SpeechContext>
}

export function useUiWords(): UiWords {
  return use(SpeechContext).words
}

export function useSpeech(): Speech {
  return use(SpeechContext)
}
