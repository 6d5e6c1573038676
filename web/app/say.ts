// The words of the page, for whoever says one.
import { createContext, use } from 'react'
import type { Say, Speaker } from '#contract/words/speaking.ts'

const SpeakerContext = createContext<Speaker | undefined>(undefined)

export const SpeakerProvider = SpeakerContext.Provider

export function useTranslation(): { t: Say; speaker: Speaker } {
  const speaker = use(SpeakerContext)
  if (!speaker) throw new Error('outside of SpeakerProvider')
  return { t: speaker.t, speaker }
}
