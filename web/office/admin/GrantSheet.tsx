import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { mostGranted } from '#contract/office/granting.ts'
import type { SentTo } from '#contract/client.ts'
import { useAct } from '#web/app/act.ts'
import { sentenceOf } from '#web/app/api.ts'
import { useSettings } from '#web/app/session.tsx'
import { amountIn } from '#web/app/typed-amount.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
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
  const [typed, setTyped] = useState('')
  const [reason, setReason] = useState('')
  const [wrong, setWrong] = useState<{ amount?: string; reason?: string }>({})
  const [isSure, setSure] = useState(false)
  const amount = amountIn(typed) ?? 0
  const said = { name: person.name, amount: writeNumber(amount, locale) }

  const close = () => {
    setTyped('')
    setReason('')
    setWrong({})
    onClose()
  }
  const ask = async () => {
    const found = {
      ...((amount <= 0 || amount > mostGranted) && { amount: t('office.people.grant.wrong', { most: writeNumber(mostGranted, locale) }) }),
      ...(reason.trim() === '' && { reason: t('office.reason.missing') }),
    }
    setWrong(found)
    setSure(Object.keys(found).length === 0)
  }
  const { act: give, busy } = useAct((api, once, wanted: SentTo<'admin.grantTokens'>) => api.admin.grantTokens(wanted, once), {
    refreshes: ['admin.wallet', 'admin.transfers', 'admin.audit'],
    said: () => t('office.people.grant.done', said),
    done() {
      setSure(false)
      close()
    },
    refused(no) {
      setSure(false)
      setWrong({ reason: sentenceOf(no, t('shell.tryLater')) })
      return true
    },
  })
  return (
    <>
      <FormSheet
        open={open && !isSure}
        onClose={close}
        title={t('office.people.grant.title', said)}
        lead={t('office.people.grant.lead', said)}
        act={t('office.people.grant.next')}
        busy={busy}
        onSend={ask}
      >
        <NumberField
          width="full"
          required
          label={t('office.people.grant.amount')}
          unit={t('office.people.tokens')}
          maxLength={10}
          value={typed}
          error={wrong.amount}
          onChange={(event) => setTyped(event.target.value)}
        />
        <TextArea
          label={t('office.reason')}
          rows={4}
          required
          maxLetters={1000}
          maxLength={1000}
          value={reason}
          error={wrong.reason}
          onChange={(event) => setReason(event.target.value)}
        />
        <div className="flex flex-wrap gap-2">
          {[t('office.people.grant.example1'), t('office.people.grant.example2')].map((example) => (
            <Button key={example} rank="second" size="sm" onClick={() => setReason(example)} className="max-w-full whitespace-normal!">
              {example}
            </Button>
          ))}
        </div>
      </FormSheet>
      <ConfirmDialog
        open={open && isSure}
        onOpenChange={(isOpen) => !isOpen && setSure(false)}
        title={t('office.people.grant.sure', said)}
        confirm={t('office.people.grant.act', said)}
        cancel={t('office.people.grant.back')}
        loading={busy}
        onConfirm={() => void give({ id: person._id, amount, reason: reason.trim() })}
      >
        {t('office.people.grant.sureLead', { value: writeMoney(amount * tokenConversionRate, currency, locale) })}
      </ConfirmDialog>
    </>
  )
}
