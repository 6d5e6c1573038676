// What a message carries, in words.
import type { Message } from '#contract/talk/messaging.ts'
import { useTranslation } from '#web/app/say.ts'
import { writeTime } from '#web/media/player/times.ts'

export type Inside = NonNullable<Message['inside']>

/** 3張照片 · 1部影片 · 3:40. */
export function useInside(): (inside: Inside) => string {
  const { t } = useTranslation()
  return ({ photos, videos, audios, duration }) =>
    [
      ...(photos > 0 ? [t('messages.photos', { count: photos })] : []),
      ...(videos > 0 ? [t('messages.videos', { count: videos })] : []),
      ...(audios > 0 ? [t('messages.audios', { count: audios })] : []),
      ...(duration !== undefined ? [writeTime(duration)] : []),
    ].join(' · ')
}

/** A message in one line of a list: its words, or what it carries. */
export function useGist(): (message: Message) => string {
  const insideOf = useInside()
  return ({ text, inside }) => text || (inside ? insideOf(inside) : '')
}
