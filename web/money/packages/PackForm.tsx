import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SayKey } from '#contract/words/keys.ts'
import { useAct } from '#web/app/act.ts'
import { useSettings } from '#web/app/session.tsx'
import { canBeCashedOut } from '#web/money/coupons/cashing-out.ts'
import type { Pack } from '#web/money/packages/queries.ts'
import { amountIn } from '#web/app/typed-amount.ts'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { FormSheet } from '#web/ui/FormSheet.tsx'
import { NumberField } from '#web/ui/NumberField.tsx'
import { writeNumber } from '#web/ui/numbers.ts'
import { RefusedState } from '#web/ui/RefusedState.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { useSpeech } from '#web/ui/UiWords.tsx'

type Texts = 'zh' | 'en' | 'price' | 'tokens' | 'bonus' | 'order'
type Draft = Record<Texts, string> & { isActive: boolean }
type Wrongs = Partial<Record<Texts, SayKey>>

const draftOf = (pack: Pack | undefined): Draft => ({
  zh: pack?.names['zh-TW'] ?? '',
  en: pack?.names['en-US'] ?? '',
  // What it cost in another currency is not its price in this one.
  price: pack && !pack.pricesIn ? String(pack.price) : '',
  tokens: pack ? String(pack.tokens) : '',
  bonus: pack ? String(pack.bonusTokens) : '0',
  order: pack ? String(pack.order) : '0',
  isActive: pack?.isActive ?? true,
})

function wrongIn({ zh, en, price, tokens, bonus, order }: Draft): Wrongs {
  return {
    ...(zh.trim() === '' && { zh: 'officeMoney.pack.wrong.name' }),
    ...(en.trim() === '' && { en: 'officeMoney.pack.wrong.name' }),
    ...(!amountIn(price) && { price: 'officeMoney.pack.wrong.amount' }),
    ...(!amountIn(tokens) && { tokens: 'officeMoney.pack.wrong.amount' }),
    ...(amountIn(bonus) === undefined && { bonus: 'officeMoney.pack.wrong.bonus' }),
    ...(!/^\d{1,3}$/.test(order) && { order: 'officeMoney.pack.wrong.order' }),
  }
}

/** Give it a `key` of the pack, so that another one starts anew. */
export function PackForm({ pack, open, onClose }: { pack: Pack | undefined; open: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const { locale } = useSpeech()
  const { currency, commission, tokenConversionRate } = useSettings()
  const [draft, setDraft] = useState(() => draftOf(pack))
  const [wrong, setWrong] = useState<Wrongs>({})
  const {
    act: save,
    busy,
    problem,
    forgive,
  } = useAct(
    (api) => {
      const body = {
        names: { 'zh-TW': draft.zh.trim(), 'en-US': draft.en.trim() },
        price: amountIn(draft.price) ?? 0,
        tokens: amountIn(draft.tokens) ?? 0,
        bonusTokens: amountIn(draft.bonus) ?? 0,
        order: Number(draft.order),
        isActive: draft.isActive,
      }
      return pack ? api.packages.update({ id: pack._id, ...body }) : api.packages.create(body)
    },
    { refreshes: ['packages.all', 'payments.packages'], noIn: 'screen', said: () => t('shell.saved'), done: onClose },
  )
  const typed = (field: Texts) => ({
    value: draft[field],
    error: wrong[field] ? t(wrong[field]) : undefined,
    onChange: (event: React.ChangeEvent<HTMLInputElement>) => {
      setDraft((before) => ({ ...before, [field]: event.target.value }))
      setWrong({})
      forgive()
    },
  })
  const worth = ((amountIn(draft.tokens) ?? 0) + (amountIn(draft.bonus) ?? 0)) * tokenConversionRate
  const isTooCheap = canBeCashedOut({ paid: amountIn(draft.price) ?? 0, worth, commission })
  const send = async () => {
    const found = wrongIn(draft)
    setWrong(found)
    if (Object.keys(found).length === 0) await save()
  }
  return (
    <FormSheet
      open={open}
      onClose={onClose}
      title={t(pack ? 'officeMoney.pack.edit' : 'officeMoney.pack.new')}
      lead={t('officeMoney.pack.lead')}
      act={t('officeMoney.pack.save')}
      busy={busy}
      onSend={send}
    >
      <div className="grid grid-cols-2 items-start gap-4 max-md:grid-cols-1">
        <TextField required maxLength={40} label={t('officeMoney.pack.zh')} {...typed('zh')} />
        <TextField required maxLength={40} label={t('officeMoney.pack.en')} {...typed('en')} />
        <NumberField required width="full" maxLength={10} label={t('officeMoney.pack.price')} unit={currency} {...typed('price')} />
        <NumberField required width="full" maxLength={10} label={t('officeMoney.pack.tokens')} {...typed('tokens')} />
        <NumberField width="full" maxLength={10} label={t('officeMoney.pack.bonus')} {...typed('bonus')} />
        <NumberField width="full" digits="numeric" maxLength={3} label={t('officeMoney.pack.order')} {...typed('order')} />
      </div>
      <div role="status" className="contents">
        {isTooCheap && (
          <p className="rounded-control bg-well px-4 py-3 text-14">
            {t('officeMoney.cashingOut', { share: writeNumber(commission, locale) })}
          </p>
        )}
      </div>
      <Checkbox
        label={t('officeMoney.pack.onSale')}
        checked={draft.isActive}
        onChange={(isActive) => setDraft((before) => ({ ...before, isActive }))}
      />
      {problem && <RefusedState look="inline" what={t('officeMoney.pack.notSaved')} why={problem} />}
    </FormSheet>
  )
}
