import { useTranslation } from '#web/app/say.ts'
import { useFields, useFormAct } from '#web/app/form-act.ts'
import { dayIn, startOfDay } from '#web/app/zoned-time.ts'
import { useBoot, useNow, useSettings } from '#web/app/session.tsx'
import { daysBefore } from '#web/money/earnings/days.ts'
import { CashingOutNote } from '#web/money/coupons/CashingOutNote.tsx'
import { couponCanBeCashedOut } from '#web/money/coupons/cashing-out.ts'
import { amountIn } from '#web/app/typed-amount.ts'
import { FormSheet } from '#web/ui/FormSheet.tsx'
import { NumberField } from '#web/ui/NumberField.tsx'
import { RefusedState } from '#web/ui/RefusedState.tsx'
import { Segmented } from '#web/ui/Segmented.tsx'
import { DayField } from '#web/ui/moments/DayField.tsx'
import { TextField } from '#web/ui/TextField.tsx'

const empty = { code: '', type: 'percent' as 'percent' | 'fixed', value: '', minAmount: '', maxUses: '', startsAt: '', expiresAt: '' }

function isWorth(typed: string, type: 'percent' | 'fixed'): boolean {
  const worth = amountIn(typed) ?? 0
  return worth > 0 && (type === 'fixed' || (worth <= 99 && Number.isInteger(worth)))
}

export function CouponForm({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const { currency, commission, minimumWalletPrice } = useSettings()
  const { timeZone } = useBoot()
  const today = dayIn(useNow(), timeZone)
  const { form, values, typed, chosen } = useFields(empty)
  const { type, value, minAmount } = values
  const { send, busy, problem } = useFormAct(
    form,
    (api, _once, draft) => {
      const startsAt = startOfDay(draft.startsAt, timeZone)
      // The last day is one of its days.
      const expiresAt = draft.expiresAt === '' ? undefined : startOfDay(daysBefore(draft.expiresAt, -1), timeZone)
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
      said: ({ code }) => t('officeMoney.coupon.made', { code }),
      done() {
        form.reset(empty)
        onClose()
      },
    },
  )
  const isTooCheap = couponCanBeCashedOut(
    { type, value: amountIn(value) ?? 0, least: Math.max(amountIn(minAmount) ?? 0, minimumWalletPrice) },
    commission,
  )
  return (
    <FormSheet
      open={open}
      onClose={onClose}
      title={t('officeMoney.coupon.new')}
      lead={t('officeMoney.coupon.newLead')}
      act={t('officeMoney.coupon.make')}
      busy={busy}
      onSend={send}
    >
      <TextField
        label={t('officeMoney.coupon.code')}
        hint={t('officeMoney.coupon.codeHint')}
        maxLength={20}
        autoCapitalize="characters"
        required
        {...typed('code', { validate: (code) => /^[A-Za-z0-9]{4,20}$/.test(code.trim()) || t('officeMoney.coupon.wrong.code') })}
      />
      <Segmented
        width="wide"
        label={t('officeMoney.coupon.type')}
        options={[
          { value: 'percent', label: t('officeMoney.coupon.percent') },
          { value: 'fixed', label: t('officeMoney.coupon.fixed') },
        ]}
        {...chosen('type')}
      />
      <div className="grid grid-cols-2 items-start gap-4 max-md:grid-cols-1">
        <NumberField
          width="full"
          required
          label={t('officeMoney.coupon.value')}
          unit={type === 'percent' ? '%' : currency}
          maxLength={10}
          {...typed('value', { validate: (worth, its) => isWorth(worth, its.type) || t(`officeMoney.coupon.wrong.value.${its.type}`) })}
        />
        <NumberField
          width="full"
          label={t('officeMoney.coupon.minAmount')}
          unit={currency}
          maxLength={10}
          {...typed('minAmount', { validate: (least) => least === '' || !!amountIn(least) || t('officeMoney.coupon.wrong.minAmount') })}
        />
        <NumberField
          width="full"
          digits="numeric"
          label={t('officeMoney.coupon.maxUses')}
          hint={t('officeMoney.coupon.maxUsesHint')}
          maxLength={6}
          {...typed('maxUses', { validate: (uses) => /^([1-9]\d{0,5})?$/.test(uses) || t('officeMoney.coupon.wrong.maxUses') })}
        />
        <span className="max-md:hidden" />
        <DayField today={today} label={t('officeMoney.coupon.from')} {...chosen('startsAt', { deps: 'expiresAt' })} />
        <DayField
          today={today}
          label={t('officeMoney.coupon.until')}
          {...chosen('expiresAt', {
            validate: (until, { startsAt }) => until === '' || until >= startsAt || t('officeMoney.coupon.wrong.until'),
          })}
        />
      </div>
      <CashingOutNote canBe={isTooCheap} />
      {problem && <RefusedState look="inline" what={t('officeMoney.coupon.notMade')} why={problem} />}
    </FormSheet>
  )
}
