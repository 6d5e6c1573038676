import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OwnTier, PaidType } from '#contract/money/offers.ts'
import { useAct } from '#web/app/act.ts'
import { dayIn, startOfDay } from '#web/app/zoned-time.ts'
import { useBoot, useNow } from '#web/app/session.tsx'
import { paidPlans } from '#web/money/offers/offer.ts'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { FormSheet } from '#web/ui/FormSheet.tsx'
import { NumberField } from '#web/ui/NumberField.tsx'
import { RefusedState } from '#web/ui/RefusedState.tsx'
import { Segmented } from '#web/ui/Segmented.tsx'
import { Select } from '#web/ui/Select.tsx'
import { TextField } from '#web/ui/TextField.tsx'

const everything = 'everything'
const empty = { percent: '', days: '7', from: '', maxUses: '', appliesTo: 'new' as 'new' | 'returning' | 'all', tierId: everything }
type Draft = typeof empty
const isWhole = (typed: string, least: number, most: number) => /^\d{1,7}$/.test(typed) && Number(typed) >= least && Number(typed) <= most

/** Less for the first period, for so many days from now or from a day to come: how much, for whom, for which lengths, and how often. */
export function PromotionForm({ tiers, open, onClose }: { tiers: OwnTier[]; open: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const now = useNow()
  const { timeZone } = useBoot()
  const [draft, setDraft] = useState(empty)
  const [types, setTypes] = useState<PaidType[]>(['monthly'])
  const [wrong, setWrong] = useState<Partial<Record<'percent' | 'days' | 'from' | 'maxUses' | 'types', true>>>({})
  const set = (change: Partial<Draft>) => {
    setDraft({ ...draft, ...change })
    setWrong({})
  }
  const today = dayIn(now, timeZone)
  const isPlanned = draft.from > today
  const {
    act: send,
    busy,
    problem: refused,
    forgive,
  } = useAct(
    (api) => {
      const startsAt = (isPlanned && startOfDay(draft.from, timeZone)) || new Date(now).toISOString()
      return api.offers.createPromotion({
        percentOff: Number(draft.percent),
        appliesTo: draft.appliesTo,
        types,
        ...(draft.tierId !== everything && { tierId: draft.tierId }),
        ...(draft.maxUses !== '' && { maxUses: Number(draft.maxUses) }),
        startsAt,
        endsAt: new Date(Date.parse(startsAt) + Number(draft.days) * 86_400_000).toISOString(),
      })
    },
    {
      refreshes: ['offers.promotions', 'offers.ofPerformer'],
      noIn: 'screen',
      said: () => t(isPlanned ? 'offers.promotion.planned' : 'offers.promotion.started'),
      done() {
        setDraft(empty)
        onClose()
      },
    },
  )
  const start = async () => {
    const found = {
      ...(!isWhole(draft.percent, 5, 90) && { percent: true as const }),
      ...(!isWhole(draft.days, 1, 90) && { days: true as const }),
      ...(draft.from !== '' && draft.from < today && { from: true as const }),
      ...(draft.maxUses !== '' && !isWhole(draft.maxUses, 1, 1_000_000) && { maxUses: true as const }),
      ...(types.length === 0 && { types: true as const }),
    }
    setWrong(found)
    forgive()
    if (Object.keys(found).length === 0) await send()
  }
  const typed = (field: 'percent' | 'days' | 'maxUses') => ({
    digits: 'numeric' as const,
    width: 'full' as const,
    maxLength: 7,
    value: draft[field],
    error: wrong[field] ? t(`offers.wrong.${field}`) : undefined,
    onChange: (event: React.ChangeEvent<HTMLInputElement>) => set({ [field]: event.target.value }),
  })
  return (
    <FormSheet
      open={open}
      onClose={onClose}
      title={t('offers.promotion.add')}
      lead={t('offers.promotion.lead')}
      act={t(isPlanned ? 'offers.promotion.plan' : 'offers.promotion.start')}
      busy={busy}
      onSend={start}
    >
      <div className="grid grid-cols-2 items-start gap-4">
        <NumberField required label={t('offers.promotion.percent')} unit="%" {...typed('percent')} />
        <NumberField required label={t('offers.promotion.days')} unit={t('offers.promotion.daysUnit')} {...typed('days')} />
      </div>
      <TextField
        type="date"
        label={t('offers.promotion.from')}
        hint={t('offers.promotion.fromHint')}
        min={today}
        value={draft.from}
        error={wrong.from && t('offers.wrong.from')}
        onChange={(event) => set({ from: event.target.value })}
      />
      <Segmented
        width="wide"
        label={t('offers.promotion.for')}
        value={draft.appliesTo}
        onChange={(appliesTo) => set({ appliesTo })}
        options={(['new', 'returning', 'all'] as const).map((value) => ({ value, label: t(`offers.promotion.for.${value}`) }))}
      />
      <fieldset>
        <legend className="text-14 font-semibold">{t('offers.promotion.types')}</legend>
        <div className="grid grid-cols-2 gap-x-4">
          {paidPlans.map((plan) => (
            <Checkbox
              key={plan}
              label={t(`subscribe.${plan}`)}
              checked={types.includes(plan)}
              onChange={(isChosen) => setTypes(isChosen ? [...types, plan] : types.filter((each) => each !== plan))}
            />
          ))}
        </div>
        {wrong.types && <p className="text-13 text-onair">{t('offers.wrong.types')}</p>}
      </fieldset>
      {tiers.length > 0 && (
        <Select
          label={t('offers.promotion.tier')}
          value={draft.tierId}
          onChange={(tierId) => set({ tierId })}
          options={[
            { value: everything, label: t('offers.promotion.everything') },
            ...tiers.map((tier) => ({ value: tier._id, label: tier.name })),
          ]}
        />
      )}
      <NumberField label={t('offers.promotion.maxUses')} hint={t('offers.promotion.maxUsesHint')} {...typed('maxUses')} />
      {refused && <RefusedState look="inline" what={t('offers.notSaved')} why={refused} />}
    </FormSheet>
  )
}
