import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#web/ui/Button.tsx'
import { FormSheet } from '#web/ui/FormSheet.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'

export type ReasonSheetProps = {
  open: boolean
  onClose: () => void
  title: string
  /** What will happen, and who will read the reason. */
  lead: ReactNode
  /** What is asked for, where it is no reason. */
  label?: string
  /** Sentences to begin from. */
  examples?: string[]
  act: string
  danger?: boolean
  /** Answers what went wrong, in words; undefined when it is done. */
  onSend: (reason: string) => Promise<string | undefined>
}

/** A decision about somebody else needs words that they, or the audit log, can read. */
export function ReasonSheet({ open, onClose, title, lead, label, examples = [], act, danger = false, onSend }: ReasonSheetProps) {
  const { t } = useTranslation()
  const [reason, setReason] = useState('')
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  const close = () => {
    setReason('')
    setError(undefined)
    onClose()
  }
  const send = async () => {
    if (reason.trim() === '') return setError(t('office.reason.missing'))
    setBusy(true)
    const refused = await onSend(reason.trim())
    setBusy(false)
    if (refused === undefined) close()
    else setError(refused)
  }
  return (
    <FormSheet
      open={open}
      onClose={close}
      title={title}
      lead={lead}
      act={act}
      rank={danger ? 'danger' : 'primary'}
      busy={busy}
      onSend={send}
    >
      <div className="grid gap-3">
        <TextArea
          label={label ?? t('office.reason')}
          rows={4}
          required
          maxLetters={1000}
          maxLength={1000}
          value={reason}
          error={error}
          onChange={(event) => setReason(event.target.value)}
        />
        {examples.length > 0 && (
          <div className="flex flex-wrap gap-2">
            {examples.map((example) => (
              <Button key={example} rank="second" size="sm" onClick={() => setReason(example)} className="max-w-full whitespace-normal!">
                {example}
              </Button>
            ))}
          </div>
        )}
      </div>
    </FormSheet>
  )
}
