import type { SayKey } from '#contract/words/keys.ts'
import type { Facts, Speaker } from '#contract/words/speaking.ts'
import { useTranslation } from '#web/app/say.ts'

/**
 * For a sentence whose key is put together from what the server sent as plain text: the sentence, or undefined where there is
 * none, so that each place says what it shows instead. It is the only way to ask for a key that the compiler cannot know.
 */
export function useKnownWords() {
  const { speaker } = useTranslation()
  return (key: string, facts: Facts = {}) => knownWords(speaker, key, facts)
}

function knownWords({ exists, t }: Pick<Speaker, 'exists' | 't'>, key: string, facts: Facts): string | undefined {
  return exists(key, facts) ? t(key as SayKey, facts) : undefined
}
