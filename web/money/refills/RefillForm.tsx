import { useTranslation } from '#web/app/say.ts'
import { useAct } from '#web/app/act.ts'
import { useFields, useFormAct } from '#web/app/form-act.ts'
import { useSettings } from '#web/app/session.tsx'
import { cardName } from '#web/money/payments/card-text.ts'
import type { CardRow, Packages } from '#web/money/payments/queries.ts'
import type { Refill } from '#web/money/refills/queries.ts'
import { amountIn } from '#web/app/typed-amount.ts'
import { Button } from '#web/ui/Button.tsx'
import { NumberField } from '#web/ui/NumberField.tsx'
import { writeMoney, writeNumber } from '#web/ui/numbers.ts'
import { RefusedState } from '#web/ui/RefusedState.tsx'
import { Select } from '#web/ui/Select.tsx'
import { useSpeech } from '#web/ui/UiWords.tsx'

const free = 'free'

/** What was said in another currency is not offered as if it were of this one. */
function inCurrency(saved: Refill, currency: string): Refill {
  const { amount: _, packageId: __, monthlyLimit: ___, ...rest } = saved
  return saved.currency === undefined || saved.currency === currency ? saved : rest
}

type Props = { own: Refill; cards: CardRow[]; packages: Packages['data'] }

export function RefillForm({ own: saved, cards, packages }: Props) {
  const { t } = useTranslation()
  const { locale } = useSpeech()
  const { currency, minimumWalletPrice, maximumWalletPrice } = useSettings()
  const money = (value: number) => writeMoney(value, currency, locale)
  const own = inCurrency(saved, currency)
  const { form, values, typed, chosen } = useFields({
    below: String(own.below ?? 50),
    packageId: own.packageId ?? (own.amount === undefined ? (packages[0]?._id ?? free) : free),
    amount: own.amount === undefined ? '' : String(own.amount),
    cardId: cards.find(({ _id }) => _id === own.cardId)?._id ?? cards[0]?._id ?? '',
    monthlyLimit: own.monthlyLimit !== undefined ? String(own.monthlyLimit) : saved.monthlyLimit === undefined ? '100' : '',
  })
  const priceOf = (what: { packageId: string; amount: string }) =>
    packages.find(({ _id }) => _id === what.packageId)?.price ?? amountIn(what.amount) ?? 0
  const refreshes = ['refills.mine', 'me.user'] as const
  const { send, busy, problem } = useFormAct(
    form,
    (api, once, { below, packageId, amount, cardId, monthlyLimit }) => {
      const what = packageId === free ? { amount: amountIn(amount) ?? 0 } : { packageId }
      return api.refills.save({ isOn: true, below: amountIn(below) ?? 0, ...what, cardId, monthlyLimit: amountIn(monthlyLimit) ?? 0 }, once)
    },
    { refreshes, said: () => t('purse.auto.isOn') },
  )
  const off = useAct((api, once) => api.refills.save({ isOn: false }, once), {
    refreshes,
    noIn: 'screen',
    said: () => t('purse.auto.isOff'),
  })
  const isPossible = (amount: number) => amount >= minimumWalletPrice && amount <= maximumWalletPrice
  const bounds = t('purse.free.bounds', { least: money(minimumWalletPrice), most: money(maximumWalletPrice) })
  const refused = problem ?? off.problem
  return (
    <form noValidate className="grid gap-4" onSubmit={(event) => void send(event)}>
      <NumberField
        label={t('purse.auto.below')}
        unit={t('purse.tokens')}
        maxLength={9}
        {...typed('below', { validate: (below) => !!amountIn(below) || t('purse.auto.wrong.below') })}
      />
      <Select
        label={t('purse.auto.what')}
        options={[
          ...packages.map((each) => ({
            value: each._id,
            label: `${t('purse.package', { tokens: writeNumber(each.tokens + each.bonusTokens, locale) })} · ${money(each.price)}`,
          })),
          { value: free, label: t('purse.free') },
        ]}
        {...chosen('packageId')}
      />
      {values.packageId === free && (
        <NumberField
          label={t('purse.free.amount')}
          unit={currency}
          maxLength={10}
          {...typed('amount', { validate: (amount) => isPossible(amountIn(amount) ?? 0) || bounds, deps: 'monthlyLimit' })}
        />
      )}
      <Select
        label={t('purse.auto.card')}
        options={cards.map((card) => ({ value: card._id, label: cardName(card) }))}
        {...chosen('cardId')}
      />
      <NumberField
        label={t('purse.auto.limit')}
        hint={t('purse.auto.limitHint')}
        unit={currency}
        maxLength={10}
        {...typed('monthlyLimit', { validate: (limit, its) => (amountIn(limit) ?? 0) >= priceOf(its) || t('purse.auto.wrong.limit') })}
      />
      {refused && <RefusedState look="inline" what={t('purse.auto.notSaved')} why={refused} />}
      <Button type="submit" size="wide" loading={busy} disabled={off.busy}>
        {t(own.isOn ? 'purse.auto.save' : 'purse.auto.switchOn')}
      </Button>
      {own.isOn && (
        <Button rank="second" size="wide" loading={off.busy} disabled={busy} onClick={() => void off.act()}>
          {t('purse.auto.switchOff')}
        </Button>
      )}
      <p className="text-center text-13 text-muted">{t('purse.auto.note')}</p>
    </form>
  )
}
