import { useTranslation } from '#web/app/say.ts'
import type { OwnTier } from '#contract/money/offers.ts'
import { useFields, useFormAct } from '#web/app/form-act.ts'
import { useAmounts } from '#web/app/amounts.ts'
import { PriceFields } from '#web/money/offers/PriceFields.tsx'
import { draftOf, sentPrices } from '#web/money/offers/prices.ts'
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

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

export function TierForm({ tier, open, above, onClose }: TierFormProps) {
  const { t } = useTranslation()
  const { money } = useAmounts()
  const { form, values, typed, ticked } = useFields({
    name: tier?.name ?? '',
    description: tier?.description ?? '',
    benefits: tier?.benefits.join('\n') ?? '',
    freeMessages: tier?.freeMessages ?? false,
    ...draftOf(tier?.pricesIn ? undefined : tier),
  })
  const { send, busy, problem } = useFormAct(
    form,
    (api, _once, { name, description, benefits, freeMessages, ...draft }) => {
      const said = { name: name.trim(), description: description.trim(), benefits: linesOf(benefits), freeMessages }
      const body = { ...said, ...sentPrices(draft) }
      return tier ? api.offers.editTier({ id: tier._id, ...body }) : api.offers.createTier(body)
    },
    { refreshes: ['offers.tiers', 'offers.ofPerformer'], said: () => t('shell.saved'), done: onClose },
  )
  const isTooLong = (lines: string[]) => lines.length > mostBenefits || lines.some((line) => line.length > 80)
  return (
    <FormSheet
      open={open}
      onClose={onClose}
      width="wide"
      title={tier ? t('offers.tier.editTitle', { tier: tier.name }) : t('offers.tier.add')}
      lead={t('offers.tier.lead')}
      act={t(tier ? 'offers.tier.save' : 'offers.tier.create')}
      busy={busy}
      onSend={send}
    >
      <TextField
        label={t('offers.tier.name')}
        required
        maxLength={40}
        {...typed('name', { validate: (name) => name.trim() !== '' || t('offers.wrong.name') })}
      />
      <TextField label={t('offers.tier.description')} maxLength={500} {...typed('description')} />
      <TextArea
        label={t('offers.tier.benefits')}
        hint={t('offers.tier.benefitsHint')}
        rows={4}
        {...typed('benefits', { validate: (benefits) => !isTooLong(linesOf(benefits)) || t('offers.wrong.benefits') })}
      />
      <Switch label={t('subscribe.freeMessages')} hint={t('offers.tier.freeMessagesHint')} {...ticked('freeMessages')} />
      <PriceFields
        draft={values}
        typed={typed}
        wrong={(field, { monthlyPrice }) =>
          field === 'monthlyPrice' && (amountIn(monthlyPrice) ?? 0) <= above ? t('offers.wrong.above', { amount: money(above) }) : undefined
        }
      />
      {problem && <RefusedState look="inline" what={t('offers.notSaved')} why={problem} />}
    </FormSheet>
  )
}
