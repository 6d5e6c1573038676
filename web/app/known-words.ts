import type { i18n } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { SayKey } from '#contract/words/keys.ts'

/**
 * For a sentence whose key is put together from what the server sent as plain text: the sentence, or undefined where there is
 * none, so that each place says what it shows instead. It is the only way to ask for a key that the compiler cannot know.
 */
export function useKnownWords() {
  const { i18n } = useTranslation()
  return (key: string, facts: Readonly<Record<string, unknown>> = {}) => knownWords(i18n, key, facts)
}

function knownWords({ exists, t }: Pick<i18n, 'exists' | 't'>, key: string, facts: Readonly<Record<string, unknown>>): string | undefined {
  return exists(key, facts) ? t(key as SayKey, facts) : undefined
}
