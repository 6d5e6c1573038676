import { NotCharged } from '#web/money/payments/NotCharged.tsx'
import { useState } from 'react'
import { useTranslation } from '#web/app/say.ts'
import { useNavigate } from 'react-router'
import type { SentTo } from '#contract/client.ts'
import { untilLeft, useAct } from '#web/app/act.ts'
import { refresh } from '#web/app/query.ts'
import { useSettings } from '#web/app/session.tsx'
import { amountIn, tokensFor } from '#web/app/typed-amount.ts'
import { useCoupon } from '#web/money/wallet/coupon.ts'
import { CouponField } from '#web/money/wallet/CouponField.tsx'
import { CardChoice, usePayingCard } from '#web/money/payments/CardChoice.tsx'
import { leaveToPay } from '#web/money/payments/leave.ts'
import type { Packages } from '#web/money/payments/queries.ts'
import { Button } from '#web/ui/Button.tsx'
import { NumberField } from '#web/ui/NumberField.tsx'
import { hasCents, writeMoney, writeNumber } from '#web/ui/numbers.ts'
import { Panel } from '#web/ui/Panel.tsx'
import { RadioCards } from '#web/ui/RadioCards.tsx'
import { useToast } from '#web/ui/Toast.tsx'
import { useSpeech } from '#web/ui/UiWords.tsx'

const free = 'free'

/**
 * Tokens for money: a package, or an amount of one's own. The button names what will be asked for at the gateway.
 * @param wanted an amount in the address (?amount=12.5), for those who were sent here because something was missing
 */
export function TopUp({ packages, wanted }: { packages: Packages['data']; wanted: string | null }) {
  const { t } = useTranslation()
  const { locale } = useSpeech()
  const navigate = useNavigate()
  const toast = useToast()
  const { currency, tokenConversionRate, minimumWalletPrice, maximumWalletPrice } = useSettings()
  const offers = packages.filter(({ isActive }) => isActive).toSorted((a, b) => a.order - b.order)
  const [chosen, setChosen] = useState(wanted || offers.length === 0 ? free : (offers[Math.min(1, offers.length - 1)]?._id ?? free))
  const [typed, setTyped] = useState(wanted ?? '')
  const paying = usePayingCard(true)
  const [fieldProblem, setFieldProblem] = useState<string>()

  const money = (value: number) => writeMoney(value, currency, locale)
  const amount = amountIn(typed)
  const offer = offers.find(({ _id }) => _id === chosen)
  const price = offer?.price ?? amount
  const bounds = t('purse.free.bounds', { least: money(minimumWalletPrice), most: money(maximumWalletPrice) })

  const isWritable = hasCents(currency) || Number.isInteger(amount)
  const isPossible = amount !== undefined && isWritable && amount >= minimumWalletPrice && amount <= maximumWalletPrice
  const coupon = useCoupon(offer ? { packageId: offer._id } : isPossible ? { amount } : undefined)
  const asked = coupon.quote?.discounted ?? price

  const {
    act: send,
    busy,
    problem,
    isUnsure,
    forgive,
  } = useAct((api, once, asked: SentTo<'payments.topUp'>) => api.payments.topUp(asked, once), {
    noIn: 'screen',
    unsure: 'unlock.unsure',
    async done(outcome) {
      if (outcome.status === 'redirect' && outcome.paymentUrl) {
        leaveToPay(outcome.paymentUrl, navigate)
        return untilLeft()
      }
      if (outcome.transactionId) {
        void navigate(`/payment/return?transaction=${outcome.transactionId}&to=%2Fwallet`)
        return untilLeft()
      }
      await refresh('me.user', 'wallet.lines')
      toast.show(t('shell.done'))
    },
  })
  const pay = async () => {
    forgive()
    if (!offer && !isPossible) return setFieldProblem(bounds)
    const { cardId } = paying
    await send({
      ...(cardId && { cardId }),
      ...(offer ? { packageId: offer._id } : { amount: amount! }),
      ...(coupon.quote && { couponCode: coupon.quote.code }),
      returnPath: '/payment/return?to=%2Fwallet',
    })
  }
  return (
    <Panel title={t('purse.topUp')}>
      <form
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (!busy) void pay()
        }}
      >
        <RadioCards
          label={t('purse.topUp')}
          value={chosen}
          onChange={(next) => {
            setChosen(next)
            setFieldProblem(undefined)
          }}
          cards={[
            ...offers.map(({ _id, tokens, bonusTokens, price: own }) => {
              const saved = Math.round((tokens + bonusTokens) * tokenConversionRate * 100 - own * 100) / 100
              return {
                value: _id,
                label: t('purse.package', { tokens: writeNumber(tokens + bonusTokens, locale) }),
                gain: saved > 0 ? t('purse.package.saved', { amount: money(saved) }) : undefined,
                amount: money(own),
              }
            }),
            { value: free, label: t('purse.free') },
          ]}
        />
        {chosen === free && (
          <NumberField
            label={t('purse.free.amount')}
            before={currency === 'USD' ? 'US$' : currency === 'TWD' ? 'NT$' : currency}
            width="full"
            value={typed}
            maxLength={10}
            hint={
              amount === undefined
                ? bounds
                : t('purse.free.tokens', { tokens: writeNumber(tokensFor(amount, tokenConversionRate), locale) })
            }
            error={fieldProblem}
            onChange={(event) => {
              setTyped(event.target.value)
              setFieldProblem(undefined)
            }}
          />
        )}
        <CouponField coupon={coupon} price={price} />
        <CardChoice {...paying} />
        {problem && <NotCharged why={problem} isUnsure={isUnsure} />}
        <Button type="submit" size="wide" loading={busy}>
          {asked === undefined ? t('purse.topUp') : t('purse.topUp.amount', { amount: money(asked) })}
        </Button>
        <p className="text-center text-13 text-muted">{t('purse.topUp.note')}</p>
      </form>
    </Panel>
  )
}
