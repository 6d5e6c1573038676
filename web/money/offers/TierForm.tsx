import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OwnTier } from '#contract/money/offers.ts'
import { useAct } from '#web/app/act.ts'
import { useSettings } from '#web/app/session.tsx'
import { useAmounts } from '#web/app/amounts.ts'
import { PriceFields } from '#web/money/offers/PriceFields.tsx'
import { draftOf, type PriceField, priceFields, sentPrices, wrongPrices } from '#web/money/offers/prices.ts'
import { amountIn } from '#web/app/typed-amount.ts'
import { FormSheet } from '#web/ui/FormSheet.tsx'
import { RefusedState } from '#web/ui/RefusedState.tsx'
import { Switch } from '#web/ui/Switch.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { TextField } from '#web/ui/TextField.tsx'

type TierFormProps = {
  /** Undefined: a new one. */
  tier: OwnTier | undefined
  open: boolean
  /** The plain subscription's month: a tier costs more. */
  above: number
  onClose: () => void
}

const mostBenefits = 10

export function TierForm({ tier, open, above, onClose }: TierFormProps) {
  const { t } = useTranslation()
  const { money } = useAmounts()
  const { minimumSubscriptionPrice: minimum, maximumSubscriptionPrice: maximum } = useSettings()
  const [name, setName] = useState(tier?.name ?? '')
  const [description, setDescription] = useState(tier?.description ?? '')
  const [benefits, setBenefits] = useState(tier?.benefits.join('\n') ?? '')
  const [freeMessages, setFreeMessages] = useState(tier?.freeMessages ?? false)
  const [draft, setDraft] = useState(draftOf(tier?.pricesIn ? undefined : tier))
  const [wrong, setWrong] = useState<Partial<Record<PriceField | 'name' | 'benefits', string>>>({})

  const lines = benefits
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  const find = () => ({
    ...wrongPrices(draft, { minimum, maximum }),
    ...((amountIn(draft.monthlyPrice) ?? 0) <= above && { monthlyPrice: t('offers.wrong.above', { amount: money(above) }) }),
    ...(name.trim() === '' && { name: t('offers.wrong.name') }),
    ...((lines.length > mostBenefits || lines.some((line) => line.length > 80)) && { benefits: t('offers.wrong.benefits') }),
  })
  const {
    act: send,
    busy,
    problem: refused,
    forgive,
  } = useAct(
    (api) => {
      const body = { name: name.trim(), description: description.trim(), benefits: lines, freeMessages, ...sentPrices(draft) }
      return tier ? api.offers.editTier({ id: tier._id, ...body }) : api.offers.createTier(body)
    },
    {
      refreshes: ['offers.tiers', 'offers.ofPerformer'],
      noIn: 'screen',
      said: () => t('shell.saved'),
      done: onClose,
      refused(no) {
        const field = no?.errors[0]
        if (field && (field.field === 'name' || priceFields.some((each) => each === field.field)))
          setWrong({ [field.field]: field.message })
      },
    },
  )
  const save = async () => {
    const found = find()
    setWrong(found)
    forgive()
    if (Object.keys(found).length === 0) await send()
  }
  return (
    <FormSheet
      open={open}
      onClose={onClose}
      width="wide"
      title={tier ? t('offers.tier.editTitle', { tier: tier.name }) : t('offers.tier.add')}
      lead={t('offers.tier.lead')}
      act={t(tier ? 'offers.tier.save' : 'offers.tier.create')}
      busy={busy}
      onSend={save}
    >
      <TextField
        label={t('offers.tier.name')}
        required
        maxLength={40}
        value={name}
        error={wrong.name}
        onChange={(event) => setName(event.target.value)}
      />
      <TextField
        label={t('offers.tier.description')}
        maxLength={500}
        value={description}
        onChange={(event) => setDescription(event.target.value)}
      />
      <TextArea
        label={t('offers.tier.benefits')}
        hint={t('offers.tier.benefitsHint')}
        rows={4}
        value={benefits}
        error={wrong.benefits}
        onChange={(event) => setBenefits(event.target.value)}
      />
      <Switch
        label={t('subscribe.freeMessages')}
        hint={t('offers.tier.freeMessagesHint')}
        checked={freeMessages}
        onChange={setFreeMessages}
      />
      <PriceFields
        draft={draft}
        wrong={wrong}
        onChange={(field, typed) => {
          setDraft({ ...draft, [field]: typed })
          setWrong({})
        }}
      />
      {refused && <RefusedState look="inline" what={t('offers.notSaved')} why={refused} />}
    </FormSheet>
  )
}
