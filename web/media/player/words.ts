import type { SayKey } from '#contract/words/keys.ts'
import { useTranslation } from '#web/app/say.ts'

type Key = SayKey extends infer Each ? (Each extends `player.${infer Name}` ? Name : never) : never
export type PlayerWords = (key: Key, facts?: Readonly<Record<string, unknown>>) => string

/** What the players say by themselves: it is fetched with them, and not with the first page (bringWords). */
export function usePlayerWords(): PlayerWords {
  const { t } = useTranslation()
  return (key, facts) => t(`player.${key}`, facts)
}
