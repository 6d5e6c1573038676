import { TicketPercent } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '#web/app/say.ts'
import { exact } from '#web/app/amounts.ts'
import { useSettings } from '#web/app/session.tsx'
import type { UsedCoupon } from '#web/money/wallet/coupon.ts'
import { Button } from '#web/ui/Button.tsx'
import { writeMoney } from '#web/ui/numbers.ts'
import { TextField } from '#web/ui/TextField.tsx'
import { useSpeech } from '#web/ui/UiWords.tsx'

/** A line that most people pass by; a field for those who have a code; what it saves once it is applied. */
export function CouponField({ coupon, price }: { coupon: UsedCoupon; price: number | undefined }) {
  const { t } = useTranslation()
  const { locale } = useSpeech()
  const { currency } = useSettings()
  const [isOpen, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const { quote } = coupon
  if (!isOpen)
    return (
      <Button
        rank="text"
        size="sm"
        className="justify-self-start"
        icon={<TicketPercent className="size-4" />}
        onClick={() => setOpen(true)}
      >
        {t('purse.coupon.have')}
      </Button>
    )
  if (quote && price !== undefined)
    return (
      <div className="flex items-center justify-between gap-3 rounded-control bg-well px-4 py-2">
        <p className="min-w-0 text-14" aria-live="polite">
          <span className="num font-semibold">{quote.code}</span>{' '}
          <span className="num text-success-text">
            {t('purse.coupon.saves', { amount: writeMoney(exact(price - quote.discounted), currency, locale) })}
          </span>
        </p>
        <Button
          rank="text"
          size="sm"
          onClick={() => {
            coupon.apply('')
            setTyped('')
          }}
        >
          {t('purse.coupon.drop')}
        </Button>
      </div>
    )
  return (
    <TextField
      label={t('purse.coupon')}
      value={typed}
      maxLength={40}
      autoCapitalize="characters"
      autoComplete="off"
      spellCheck={false}
      error={coupon.refused}
      after={
        <Button rank="text" size="sm" loading={coupon.isAsking} onClick={() => coupon.apply(typed.trim())}>
          {t('purse.coupon.apply')}
        </Button>
      }
      onChange={(event) => {
        setTyped(event.target.value)
        coupon.apply('')
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return
        // The form would pay.
        event.preventDefault()
        coupon.apply(typed.trim())
      }}
    />
  )
}
