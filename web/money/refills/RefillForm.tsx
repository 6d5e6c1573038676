import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SentTo } from '#contract/client.ts'
import { useAct } from '#web/app/act.ts'
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
  const [below, setBelow] = useState(String(own.below ?? 50))
  const [what, setWhat] = useState(own.packageId ?? (own.amount === undefined ? (packages[0]?._id ?? free) : free))
  const [typed, setTyped] = useState(own.amount === undefined ? '' : String(own.amount))
  const [cardId, setCardId] = useState(cards.find(({ _id }) => _id === own.cardId)?._id ?? cards[0]?._id ?? '')
  const [limit, setLimit] = useState(
    own.monthlyLimit !== undefined ? String(own.monthlyLimit) : saved.monthlyLimit === undefined ? '100' : '',
  )
  const [wrong, setWrong] = useState<{ below?: string; amount?: string; limit?: string }>({})

  const pack = packages.find(({ _id }) => _id === what)
  const price = pack?.price ?? amountIn(typed)
  const wrongNow = () => ({
    ...(!amountIn(below) && { below: t('purse.auto.wrong.below') }),
    ...(!pack &&
      (price === undefined || price < minimumWalletPrice || price > maximumWalletPrice) && {
        amount: t('purse.free.bounds', { least: money(minimumWalletPrice), most: money(maximumWalletPrice) }),
      }),
    ...((amountIn(limit) ?? 0) < (price ?? 0) && { limit: t('purse.auto.wrong.limit') }),
  })
  const {
    act: send,
    busy,
    problem,
    forgive,
  } = useAct((api, once, wanted: SentTo<'refills.save'>) => api.refills.save(wanted, once), {
    refreshes: ['refills.mine', 'me.user'],
    noIn: 'screen',
    said: (_own, { isOn }) => t(isOn ? 'purse.auto.isOn' : 'purse.auto.isOff'),
    refused: (no) => no?.errors[0]?.message,
  })
  const save = async (isOn: boolean) => {
    const found = isOn ? wrongNow() : {}
    setWrong(found)
    forgive()
    if (Object.keys(found).length > 0) return
    const terms = {
      below: amountIn(below) ?? 0,
      ...(pack ? { packageId: pack._id } : { amount: price ?? 0 }),
      cardId,
      monthlyLimit: amountIn(limit) ?? 0,
    }
    await send({ isOn, ...(isOn && terms) })
  }
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy) void save(true)
      }}
    >
      <NumberField
        label={t('purse.auto.below')}
        unit={t('purse.tokens')}
        value={below}
        maxLength={9}
        error={wrong.below}
        onChange={(event) => setBelow(event.target.value)}
      />
      <Select
        label={t('purse.auto.what')}
        value={what}
        onChange={setWhat}
        options={[
          ...packages.map((each) => ({
            value: each._id,
            label: `${t('purse.package', { tokens: writeNumber(each.tokens + each.bonusTokens, locale) })} · ${money(each.price)}`,
          })),
          { value: free, label: t('purse.free') },
        ]}
      />
      {what === free && (
        <NumberField
          label={t('purse.free.amount')}
          unit={currency}
          value={typed}
          maxLength={10}
          error={wrong.amount}
          onChange={(event) => setTyped(event.target.value)}
        />
      )}
      <Select
        label={t('purse.auto.card')}
        value={cardId}
        onChange={setCardId}
        options={cards.map((card) => ({ value: card._id, label: cardName(card) }))}
      />
      <NumberField
        label={t('purse.auto.limit')}
        hint={t('purse.auto.limitHint')}
        unit={currency}
        value={limit}
        maxLength={10}
        error={wrong.limit}
        onChange={(event) => setLimit(event.target.value)}
      />
      {problem && <RefusedState look="inline" what={t('purse.auto.notSaved')} why={problem} />}
      <Button type="submit" size="wide" loading={busy}>
        {t(own.isOn ? 'purse.auto.save' : 'purse.auto.switchOn')}
      </Button>
      {own.isOn && (
        <Button rank="second" size="wide" disabled={busy} onClick={() => void save(false)}>
          {t('purse.auto.switchOff')}
        </Button>
      )}
      <p className="text-center text-13 text-muted">{t('purse.auto.note')}</p>
    </form>
  )
}
