import { useAmounts } from '#web/app/amounts.ts'
import { useTranslation } from '#web/app/say.ts'
import { useBoot, useNow, useSettings } from '#web/app/session.tsx'
import { amountIn } from '#web/app/typed-amount.ts'
import { dayIn, instantFrom } from '#web/app/zoned-time.ts'
import { mostDescription, mostMinMinutes, mostTitle } from '#contract/stage/limits.ts'
import { writeComing } from '#web/ui/relative-time.ts'
import { useSpeech } from '#web/ui/UiWords.tsx'

const dayMs = 86_400_000

/** What the fields of a stream are held against, wherever they stand, and the hours that are often meant. */
export function useStreamRules() {
  const { t } = useTranslation()
  const { timeZone } = useBoot()
  const { locale } = useSpeech()
  const { number } = useAmounts()
  const now = useNow()
  const { minimumItemPrice: least, maximumItemPrice: most } = useSettings()
  const isLong = (limit: number) => (text: string) => Array.from(text.trim()).length <= limit || t('live.studio.wrong.tooLong', { limit })
  const preset = (value: string) => {
    const at = instantFrom(value, timeZone)
    return { value, label: at ? writeComing(Date.parse(at), now, locale, timeZone) : '' }
  }
  const [today, tomorrow] = [dayIn(now, timeZone), dayIn(now + dayMs, timeZone)]
  return {
    title: { validate: { there: (text: string) => text.trim() !== '' || t('live.studio.wrong.title'), short: isLong(mostTitle) } },
    description: { validate: isLong(mostDescription) },
    price: (isTicket: boolean) => ({
      validate: (text: string) => {
        const amount = amountIn(text)
        const isRight = !isTicket || (amount !== undefined && amount >= least && amount <= most)
        return isRight || t('live.studio.wrong.price', { least: number(least), most: number(most) })
      },
    }),
    /** Of a show with a ticket it may stay empty: then it costs what the ticket does. */
    recordPrice: (mayBeEmpty: boolean) => ({
      validate: (text: string) => {
        const amount = amountIn(text)
        const isRight = (mayBeEmpty && text.trim() === '') || (amount !== undefined && amount >= least && amount <= most)
        return isRight || t('live.record.wrong.price', { least: number(least), most: number(most) })
      },
    }),
    minMinutes: {
      validate: (text: string) =>
        (/^\d+$/.test(text.trim()) && Number(text) >= 1 && Number(text) <= mostMinMinutes) ||
        t('privateShow.prices.wrong.minutes', { most: mostMinMinutes }),
    },
    today,
    presets: [preset(`${tomorrow}T20:00`), preset(`${tomorrow}T22:00`)],
  }
}
