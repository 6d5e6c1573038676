import { useWrittenLanguages } from '#web/app/written-languages.tsx'
import { inEachLocale, localeNames } from '#contract/locales.ts'
import { useTranslation } from '#web/app/say.ts'
import { useFields, useFormAct } from '#web/app/form-act.ts'
import { useSettings } from '#web/app/session.tsx'
import { CashingOutNote } from '#web/money/coupons/CashingOutNote.tsx'
import { canBeCashedOut } from '#web/money/coupons/cashing-out.ts'
import type { Pack } from '#web/money/packages/queries.ts'
import { amountIn } from '#web/app/typed-amount.ts'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { FormSheet } from '#web/ui/FormSheet.tsx'
import { NumberField } from '#web/ui/NumberField.tsx'
import { RefusedState } from '#web/ui/RefusedState.tsx'
import { TextField } from '#web/ui/TextField.tsx'

const draftOf = (pack: Pack | undefined) => ({
  names: inEachLocale((locale) => pack?.names[locale] ?? ''),
  // What it cost in another currency is not its price in this one.
  price: pack && !pack.pricesIn ? String(pack.price) : '',
  tokens: pack ? String(pack.tokens) : '',
  bonusTokens: pack ? String(pack.bonusTokens) : '0',
  order: pack ? String(pack.order) : '0',
  isActive: pack?.isActive ?? true,
})

/** Give it a `key` of the pack, so that another one starts anew. */
export function PackForm({ pack, open, onClose }: { pack: Pack | undefined; open: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const { currency, commission, tokenConversionRate, defaultLocale } = useSettings()
  const { shown, more } = useWrittenLanguages((locale) => pack?.names[locale] !== undefined)
  const { form, values, typed, ticked } = useFields(draftOf(pack))
  const { price, tokens, bonusTokens } = values
  const { send, busy, problem } = useFormAct(
    form,
    (api, _once, draft) => {
      const body = {
        names: Object.fromEntries(
          Object.entries(draft.names).flatMap(([locale, name]) => (name.trim() === '' ? [] : [[locale, name.trim()]])),
        ),
        price: amountIn(draft.price) ?? 0,
        tokens: amountIn(draft.tokens) ?? 0,
        bonusTokens: amountIn(draft.bonusTokens) ?? 0,
        order: Number(draft.order),
        isActive: draft.isActive,
      }
      return pack ? api.packages.update({ id: pack._id, ...body }) : api.packages.create(body)
    },
    { refreshes: ['packages.all', 'payments.packages'], said: () => t('shell.saved'), done: onClose },
  )
  const worth = ((amountIn(tokens) ?? 0) + (amountIn(bonusTokens) ?? 0)) * tokenConversionRate
  const isTooCheap = canBeCashedOut({ paid: amountIn(price) ?? 0, worth, commission })
  const named = { validate: (name: string) => name.trim() !== '' || t('officeMoney.pack.wrong.name') }
  const amount = { validate: (sum: string) => !!amountIn(sum) || t('officeMoney.pack.wrong.amount') }
  const bonus = { validate: (sum: string) => amountIn(sum) !== undefined || t('officeMoney.pack.wrong.bonus') }
  const order = { validate: (place: string) => /^\d{1,3}$/.test(place) || t('officeMoney.pack.wrong.order') }
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
        {shown.map((locale) => (
          <TextField
            key={locale}
            lang={locale}
            required={locale === defaultLocale}
            maxLength={40}
            label={t('officeMoney.pack.name', { language: localeNames[locale] })}
            {...typed(`names.${locale}`, locale === defaultLocale ? named : undefined)}
          />
        ))}
      </div>
      {more}
      <div className="grid grid-cols-2 items-start gap-4 max-md:grid-cols-1">
        <NumberField required width="full" maxLength={10} label={t('officeMoney.pack.price')} unit={currency} {...typed('price', amount)} />
        <NumberField required width="full" maxLength={10} label={t('officeMoney.pack.tokens')} {...typed('tokens', amount)} />
        <NumberField width="full" maxLength={10} label={t('officeMoney.pack.bonus')} {...typed('bonusTokens', bonus)} />
        <NumberField width="full" digits="numeric" maxLength={3} label={t('officeMoney.pack.order')} {...typed('order', order)} />
      </div>
      <CashingOutNote canBe={isTooCheap} />
      <Checkbox label={t('officeMoney.pack.onSale')} {...ticked('isActive')} />
      {problem && <RefusedState look="inline" what={t('officeMoney.pack.notSaved')} why={problem} />}
    </FormSheet>
  )
}
