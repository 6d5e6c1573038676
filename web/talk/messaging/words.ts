// Days and hours of conversations, as one says them.
import type { Message } from '#contract/talk/messaging.ts'
import { useAmounts } from '#web/app/amounts.ts'
import { useTranslation } from '#web/app/say.ts'
import { dayIn } from '#web/app/zoned-time.ts'
import { daysAgo } from '#web/money/wallet/days.ts'
import { writeDay, writeHour } from '#web/ui/relative-time.ts'
import { useSpeech } from '#web/ui/UiWords.tsx'

/** 今天, 昨天, 11月20日. */
export function useDayName(now: number): (at: number) => string {
  const { t } = useTranslation()
  const { locale, timeZone } = useSpeech()
  return (at) => {
    const ago = daysAgo(dayIn(at, timeZone), dayIn(now, timeZone))
    return ago === 0 ? t('messages.today') : ago === 1 ? t('messages.yesterday') : writeDay(at, now, locale, timeZone)
  }
}

/** In a list: today's by the hour, others by their day. */
export function useWhen(now: number): (at: number) => string {
  const { timeZone } = useSpeech()
  const dayName = useDayName(now)
  return (at) => (dayIn(at, timeZone) === dayIn(now, timeZone) ? writeHour(at, timeZone) : dayName(at))
}

/** A tip in words: who gave how much, and what they said with it. */
export function useTipText(): (message: Message, isOwn: boolean, name: string) => string {
  const { t } = useTranslation()
  const { number } = useAmounts()
  return ({ amount = 0, text }, isOwn, name) => {
    const facts = { count: amount, amount: number(amount), name }
    const tip = isOwn ? t('messages.tip.mine', facts) : t('messages.tip.theirs', facts)
    return text ? t('messages.tip.said', { tip, text }) : tip
  }
}
