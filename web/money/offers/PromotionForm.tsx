import { useTranslation } from '#web/app/say.ts'
import type { OwnTier, PaidType } from '#contract/money/offers.ts'
import { useFields, useFormAct } from '#web/app/form-act.ts'
import { dayIn, startOfDay } from '#web/app/zoned-time.ts'
import { useBoot, useNow } from '#web/app/session.tsx'
import { paidPlans } from '#web/money/offers/offer.ts'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { FormSheet } from '#web/ui/FormSheet.tsx'
import { NumberField } from '#web/ui/NumberField.tsx'
import { RefusedState } from '#web/ui/RefusedState.tsx'
import { Segmented } from '#web/ui/Segmented.tsx'
import { Select } from '#web/ui/Select.tsx'
import { DayField } from '#web/ui/moments/DayField.tsx'

const everything = 'everything'
const empty = {
  percentOff: '',
  days: '7',
  startsAt: '',
  maxUses: '',
  appliesTo: 'new' as 'new' | 'returning' | 'all',
  types: ['monthly'] as PaidType[],
  tierId: everything,
}
const isWhole = (typed: string, least: number, most: number) => /^\d{1,7}$/.test(typed) && Number(typed) >= least && Number(typed) <= most

/** Less for the first period, for so many days from now or from a day to come: how much, for whom, for which lengths, and how often. */
export function PromotionForm({ tiers, open, onClose }: { tiers: OwnTier[]; open: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const now = useNow()
  const { timeZone } = useBoot()
  const { form, values, typed, chosen } = useFields(empty)
  const today = dayIn(now, timeZone)
  const isPlanned = values.startsAt > today
  const { send, busy, problem } = useFormAct(
    form,
    (api, _once, { percentOff, days, appliesTo, types, tierId, maxUses, startsAt: from }) => {
      const startsAt = (isPlanned && startOfDay(from, timeZone)) || new Date(now).toISOString()
      return api.offers.createPromotion({
        percentOff: Number(percentOff),
        appliesTo,
        types,
        ...(tierId !== everything && { tierId }),
        ...(maxUses !== '' && { maxUses: Number(maxUses) }),
        startsAt,
        endsAt: new Date(Date.parse(startsAt) + Number(days) * 86_400_000).toISOString(),
      })
    },
    {
      refreshes: ['offers.promotions', 'offers.ofPerformer'],
      said: () => t(isPlanned ? 'offers.promotion.planned' : 'offers.promotion.started'),
      done() {
        form.reset(empty)
        onClose()
      },
    },
  )
  const types = chosen('types', { validate: (lengths) => lengths.length > 0 || t('offers.wrong.types') })
  const whole = { digits: 'numeric', width: 'full', maxLength: 7 } as const
  return (
    <FormSheet
      open={open}
      onClose={onClose}
      title={t('offers.promotion.add')}
      lead={t('offers.promotion.lead')}
      act={t(isPlanned ? 'offers.promotion.plan' : 'offers.promotion.start')}
      busy={busy}
      onSend={send}
    >
      <div className="grid grid-cols-2 items-start gap-4">
        <NumberField
          required
          label={t('offers.promotion.percent')}
          unit="%"
          {...whole}
          {...typed('percentOff', { validate: (percent) => isWhole(percent, 5, 90) || t('offers.wrong.percent') })}
        />
        <NumberField
          required
          label={t('offers.promotion.days')}
          unit={t('offers.promotion.daysUnit')}
          {...whole}
          {...typed('days', { validate: (days) => isWhole(days, 1, 90) || t('offers.wrong.days') })}
        />
      </div>
      <DayField
        label={t('offers.promotion.from')}
        hint={t('offers.promotion.fromHint')}
        min={today}
        today={today}
        {...chosen('startsAt', { validate: (from) => from === '' || from >= today || t('offers.wrong.from') })}
      />
      <Segmented
        width="wide"
        label={t('offers.promotion.for')}
        options={(['new', 'returning', 'all'] as const).map((value) => ({ value, label: t(`offers.promotion.for.${value}`) }))}
        {...chosen('appliesTo')}
      />
      <fieldset data-invalid={types.error && ''}>
        <legend className="text-14 font-semibold">{t('offers.promotion.types')}</legend>
        <div className="grid grid-cols-2 gap-x-4">
          {paidPlans.map((plan) => (
            <Checkbox
              key={plan}
              label={t(`subscribe.${plan}`)}
              checked={types.value.includes(plan)}
              onChange={(isOne) => types.onChange(isOne ? [...types.value, plan] : types.value.filter((each) => each !== plan))}
            />
          ))}
        </div>
        {types.error && <p className="text-13 text-onair">{types.error}</p>}
      </fieldset>
      {tiers.length > 0 && (
        <Select
          label={t('offers.promotion.tier')}
          options={[
            { value: everything, label: t('offers.promotion.everything') },
            ...tiers.map((tier) => ({ value: tier._id, label: tier.name })),
          ]}
          {...chosen('tierId')}
        />
      )}
      <NumberField
        label={t('offers.promotion.maxUses')}
        hint={t('offers.promotion.maxUsesHint')}
        {...whole}
        {...typed('maxUses', { validate: (uses) => uses === '' || isWhole(uses, 1, 1_000_000) || t('offers.wrong.maxUses') })}
      />
      {problem && <RefusedState look="inline" what={t('offers.notSaved')} why={problem} />}
    </FormSheet>
  )
}
