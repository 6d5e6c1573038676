import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SayKey } from '#contract/words/keys.ts'
import { useAct } from '#web/app/act.ts'
import { startOfDay } from '#web/app/zoned-time.ts'
import { useBoot, useSettings } from '#web/app/session.tsx'
import { daysBefore } from '#web/money/earnings/days.ts'
import { couponCanBeCashedOut } from '#web/money/coupons/cashing-out.ts'
import { amountIn } from '#web/app/typed-amount.ts'
import { FormSheet } from '#web/ui/FormSheet.tsx'
import { NumberField } from '#web/ui/NumberField.tsx'
import { writeNumber } from '#web/ui/numbers.ts'
import { RefusedState } from '#web/ui/RefusedState.tsx'
import { Segmented } from '#web/ui/Segmented.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { useSpeech } from '#web/ui/UiWords.tsx'

const empty = { code: '', type: 'percent' as 'percent' | 'fixed', value: '', minAmount: '', maxUses: '', from: '', until: '' }
type Draft = typeof empty
type Wrongs = Partial<Record<keyof Draft, SayKey>>

/** What is wrong with it, by field; empty when it can be sent. */
function wrongIn({ code, type, value, minAmount, maxUses, from, until }: Draft): Wrongs {
  const worth = amountIn(value)
  return {
    ...(!/^[A-Za-z0-9]{4,20}$/.test(code.trim()) && { code: 'officeMoney.coupon.wrong.code' }),
    ...((worth === undefined || worth === 0 || (type === 'percent' && (worth > 99 || !Number.isInteger(worth)))) && {
      value: `officeMoney.coupon.wrong.value.${type}`,
    }),
    ...(minAmount !== '' && !amountIn(minAmount) && { minAmount: 'officeMoney.coupon.wrong.minAmount' }),
    ...(maxUses !== '' && !/^[1-9]\d{0,5}$/.test(maxUses) && { maxUses: 'officeMoney.coupon.wrong.maxUses' }),
    ...(from !== '' && until !== '' && until < from && { until: 'officeMoney.coupon.wrong.until' }),
  }
}

export function CouponForm({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const { locale } = useSpeech()
  const { currency, commission, minimumWalletPrice } = useSettings()
  const { timeZone } = useBoot()
  const [draft, setDraft] = useState(empty)
  const [wrong, setWrong] = useState<Wrongs>({})
  const told = (field: keyof Draft) => (wrong[field] ? t(wrong[field]) : undefined)
  const make = useAct(
    (api) => {
      const startsAt = startOfDay(draft.from, timeZone)
      // The last day is one of its days.
      const expiresAt = draft.until === '' ? undefined : startOfDay(daysBefore(draft.until, -1), timeZone)
      return api.coupons.create({
        code: draft.code.trim(),
        type: draft.type,
        value: amountIn(draft.value) ?? 0,
        ...(draft.minAmount && { minAmount: amountIn(draft.minAmount) ?? 0 }),
        ...(draft.maxUses && { maxUses: Number(draft.maxUses) }),
        ...(startsAt && { startsAt }),
        ...(expiresAt && { expiresAt }),
      })
    },
    {
      refreshes: ['coupons.all'],
      noIn: 'screen',
      said: ({ code }) => t('officeMoney.coupon.made', { code }),
      done() {
        setDraft(empty)
        onClose()
      },
      refused: (no) => no?.errors[0]?.message,
    },
  )
  const isTooCheap = couponCanBeCashedOut(
    { type: draft.type, value: amountIn(draft.value) ?? 0, least: Math.max(amountIn(draft.minAmount) ?? 0, minimumWalletPrice) },
    commission,
  )
  const set = (change: Partial<Draft>) => {
    setDraft((before) => ({ ...before, ...change }))
    setWrong({})
    make.forgive()
  }
  const send = async () => {
    const found = wrongIn(draft)
    setWrong(found)
    if (Object.keys(found).length === 0) await make.act()
  }
  const typed = (field: keyof Draft) => ({
    value: draft[field],
    error: told(field),
    onChange: (event: React.ChangeEvent<HTMLInputElement>) => set({ [field]: event.target.value }),
  })
  return (
    <FormSheet
      open={open}
      onClose={onClose}
      title={t('officeMoney.coupon.new')}
      lead={t('officeMoney.coupon.newLead')}
      act={t('officeMoney.coupon.make')}
      busy={make.busy}
      onSend={send}
    >
      <TextField
        label={t('officeMoney.coupon.code')}
        hint={t('officeMoney.coupon.codeHint')}
        maxLength={20}
        autoCapitalize="characters"
        required
        {...typed('code')}
      />
      <Segmented
        width="wide"
        label={t('officeMoney.coupon.type')}
        value={draft.type}
        onChange={(type) => set({ type })}
        options={[
          { value: 'percent', label: t('officeMoney.coupon.percent') },
          { value: 'fixed', label: t('officeMoney.coupon.fixed') },
        ]}
      />
      <div className="grid grid-cols-2 items-start gap-4 max-md:grid-cols-1">
        <NumberField
          width="full"
          required
          label={t('officeMoney.coupon.value')}
          unit={draft.type === 'percent' ? '%' : currency}
          maxLength={10}
          {...typed('value')}
        />
        <NumberField width="full" label={t('officeMoney.coupon.minAmount')} unit={currency} maxLength={10} {...typed('minAmount')} />
        <NumberField
          width="full"
          digits="numeric"
          label={t('officeMoney.coupon.maxUses')}
          hint={t('officeMoney.coupon.maxUsesHint')}
          maxLength={6}
          {...typed('maxUses')}
        />
        <span className="max-md:hidden" />
        <TextField type="date" label={t('officeMoney.coupon.from')} {...typed('from')} />
        <TextField type="date" label={t('officeMoney.coupon.until')} {...typed('until')} />
      </div>
      <div role="status" className="contents">
        {isTooCheap && (
          <p className="rounded-control bg-well px-4 py-3 text-14">
            {t('officeMoney.cashingOut', { share: writeNumber(commission, locale) })}
          </p>
        )}
      </div>
      {make.problem && <RefusedState look="inline" what={t('officeMoney.coupon.notMade')} why={make.problem} />}
    </FormSheet>
  )
}
