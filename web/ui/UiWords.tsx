import { createContext, type ReactNode, use, useMemo } from 'react'
import type { UiLocale, UiWords } from '#web/ui/words.ts'

type Speech = {
  locale: UiLocale
  /** What Intl is given to write dates by. */
  dateTag: string
  timeZone: string
  words: UiWords
}
const SpeechContext = createContext<Speech>({ locale: 'zh-TW', dateTag: 'zh-TW', timeZone: 'Asia/Taipei', words: (key) => key })

export type UiWordsProviderProps = {
  locale: UiLocale
  dateTag?: string
  /** Kept by whoever gives them: what reads them is drawn anew with each other one. */
  words: UiWords
  /** IANA zone in which dates are written. Server and browser must be given the same one, or hydration disagrees. */
  timeZone?: string
  children: ReactNode
}

/** Set once by the app, around everything. */
export function UiWordsProvider({ locale, dateTag = locale, timeZone = 'Asia/Taipei', words, children }: UiWordsProviderProps) {
  return (
    <SpeechContext value={useMemo(() => ({ locale, dateTag, timeZone, words }), [locale, dateTag, timeZone, words])}>
      {children}
    </SpeechContext>
  )
}

export function useUiWords(): UiWords {
  return use(SpeechContext).words
}

export function useSpeech(): Speech {
  return use(SpeechContext)
}
