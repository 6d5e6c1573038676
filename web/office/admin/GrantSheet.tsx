import { useState } from 'react'
import { useTranslation } from '#web/app/say.ts'
import { mostGranted } from '#contract/office/granting.ts'
import { focusFirstError } from '#web/ui/first-error.ts'
import { useFields, useFormAct } from '#web/app/form-act.ts'
import { useSettings } from '#web/app/session.tsx'
import { amountIn } from '#web/app/typed-amount.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { FormRefusal } from '#web/ui/FormRefusal.tsx'
import { FormSheet } from '#web/ui/FormSheet.tsx'
import { Button } from '#web/ui/Button.tsx'
import { NumberField } from '#web/ui/NumberField.tsx'
import { writeMoney, writeNumber } from '#web/ui/numbers.ts'
import { TextArea } from '#web/ui/TextArea.tsx'
import { useSpeech } from '#web/ui/UiWords.tsx'

type Props = { person: { _id: string; name: string }; open: boolean; onClose: () => void }

/** Tokens by hand: how many and why, and the sum once more before they are given. */
export function GrantSheet({ person, open, onClose }: Props) {
  const { t } = useTranslation()
  const { locale } = useSpeech()
  const { currency, tokenConversionRate } = useSettings()
  const { form, values, typed } = useFields({ amount: '', reason: '' })
  const [isSure, setSure] = useState(false)
  const amount = amountIn(values.amount) ?? 0
  const said = { name: person.name, amount: writeNumber(amount, locale) }

  const close = () => {
    form.reset()
    onClose()
  }
  const give = useFormAct(form, (api, once, { reason }) => api.admin.grantTokens({ id: person._id, amount, reason: reason.trim() }, once), {
    refreshes: ['admin.wallet', 'admin.transfers', 'admin.audit'],
    said: () => t('office.people.grant.done', said),
    done() {
      setSure(false)
      close()
    },
    refused: () => setSure(false),
  })
  const isPossible = (sum: number) => sum > 0 && sum <= mostGranted
  return (
    <>
      <FormSheet
        open={open && !isSure}
        onClose={close}
        title={t('office.people.grant.title', said)}
        lead={t('office.people.grant.lead', said)}
        act={t('office.people.grant.next')}
        busy={give.busy}
        onSend={form.handleSubmit(() => setSure(true), focusFirstError)}
      >
        <NumberField
          width="full"
          required
          label={t('office.people.grant.amount')}
          unit={t('office.people.tokens')}
          maxLength={10}
          {...typed('amount', {
            validate: (sum) => isPossible(amountIn(sum) ?? 0) || t('office.people.grant.wrong', { most: writeNumber(mostGranted, locale) }),
          })}
        />
        <TextArea
          label={t('office.reason')}
          rows={4}
          required
          maxLetters={1000}
          maxLength={1000}
          {...typed('reason', { validate: (words) => words.trim() !== '' || t('office.reason.missing') })}
        />
        <div className="flex flex-wrap gap-2">
          {[t('office.people.grant.example1'), t('office.people.grant.example2')].map((example) => (
            <Button
              key={example}
              rank="second"
              size="sm"
              onClick={() => form.setValue('reason', example, { shouldValidate: true })}
              className="max-w-full whitespace-normal!"
            >
              {example}
            </Button>
          ))}
        </div>
        <FormRefusal>{give.problem}</FormRefusal>
      </FormSheet>
      <ConfirmDialog
        open={open && isSure}
        onOpenChange={(isOpen) => !isOpen && setSure(false)}
        title={t('office.people.grant.sure', said)}
        confirm={t('office.people.grant.act', said)}
        cancel={t('office.people.grant.back')}
        loading={give.busy}
        onConfirm={() => void give.send()}
      >
        {t('office.people.grant.sureLead', { value: writeMoney(amount * tokenConversionRate, currency, locale) })}
      </ConfirmDialog>
    </>
  )
}
