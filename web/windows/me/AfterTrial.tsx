import { useTranslation } from '#web/app/say.ts'
import { useQuery } from '#web/app/query.ts'
import { useMember, useSettings } from '#web/app/session.tsx'
import { cardName } from '#web/money/payments/card-text.ts'
import { type Mine, myCards } from '#web/money/subscriptions/mine.ts'
import { writeMoney } from '#web/ui/numbers.ts'
import { useSpeech } from '#web/ui/UiWords.tsx'

/** What a trial becomes: its price, and what pays for it. The main card does, without one the wallet; where neither can, it ends by itself. */
export function AfterTrial({ subscription: { price, currency } }: { subscription: Mine['data'][number] }) {
  const { t } = useTranslation()
  const { locale } = useSpeech()
  const { balance } = useMember()
  const { tokenConversionRate } = useSettings()
  const { data: cards } = useQuery(myCards)
  if (!cards) return null
  const card = cards.data.find(({ isDefault, isUsable }) => isDefault && isUsable)
  const month = t('mysubscriptions.price.monthly', { price: writeMoney(price, currency, locale) })
  const way = card ? 'card' : balance * tokenConversionRate >= price ? 'wallet' : 'none'
  return (
    <p className="num text-14 text-muted">{t(`mysubscriptions.afterTrial.${way}`, { price: month, card: card ? cardName(card) : '' })}</p>
  )
}
