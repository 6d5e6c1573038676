import { useTranslation } from '#web/app/say.ts'
import type { OwnProfile } from '#contract/windows/me.ts'
import { useSettings } from '#web/app/session.tsx'
import { priceOf } from '#web/app/typed-amount.ts'
import type { Terms } from '#web/catalogue/works/studio/terms.ts'
import { writeMoney, writeNumber } from '#web/ui/numbers.ts'
import { useSpeech } from '#web/ui/UiWords.tsx'

/** What will stand on the one act that opens this draft, for somebody who neither follows nor pays. */
export function useActWords(
  { isSale, price: typed }: Pick<Terms, 'isSale' | 'price'>,
  { monthlyPrice, pricesIn, needsPrice }: OwnProfile,
): string {
  const { t } = useTranslation()
  const { locale } = useSpeech()
  const { currency } = useSettings()
  const price = priceOf(typed)
  return {
    free: t('composer.act.free'),
    followers: t('composer.act.followers'),
    // What stands here before they said a price: nobody can subscribe.
    subscription: needsPrice
      ? t('composer.act.unpriced')
      : t('composer.act.subscription', { price: writeMoney(monthlyPrice, pricesIn ?? currency, locale) }),
    ppv: Number.isNaN(price) ? t('composer.act.noPrice') : t('composer.act.ppv', { price: writeNumber(price, locale) }),
  }[isSale]
}
