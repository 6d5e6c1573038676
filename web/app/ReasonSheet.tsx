import { type ReactNode, useState } from 'react'
import { useTranslation } from '#web/app/say.ts'
import type { Api, RowName } from '#contract/client.ts'
import { type Once, useAct } from '#web/app/act.ts'
import { Button } from '#web/ui/Button.tsx'
import { FormSheet } from '#web/ui/FormSheet.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'

export type ReasonSheetProps<Answer> = {
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
  /** Whom or what it is about: the same words about another are another decision. */
  about: string
  onSend: (api: Api, once: Once, reason: string) => Promise<Answer>
  refreshes: readonly RowName[]
  said?: (answer: Answer) => string
}

/** A decision about somebody else needs words that they, or the audit log, can read. */
export function ReasonSheet<Answer>({
  open,
  onClose,
  title,
  lead,
  label,
  examples = [],
  act: button,
  danger = false,
  about,
  onSend,
  refreshes,
  said,
}: ReasonSheetProps<Answer>) {
  const { t } = useTranslation()
  const [reason, setReason] = useState('')
  const [wrong, setWrong] = useState<string>()
  const { act, busy, problem, forgive } = useAct((api, once, because: string, _about: string) => onSend(api, once, because), {
    refreshes,
    noIn: 'screen',
    said: (answer) => said?.(answer),
    done: () => close(),
  })
  const error = wrong ?? problem
  const close = () => {
    setReason('')
    setWrong(undefined)
    forgive()
    onClose()
  }
  const write = (words: string) => {
    setReason(words)
    setWrong(undefined)
    forgive()
  }
  const send = async () => {
    if (reason.trim() === '') return setWrong(t('office.reason.missing'))
    await act(reason.trim(), about)
  }
  return (
    <FormSheet
      open={open}
      onClose={close}
      title={title}
      lead={lead}
      act={button}
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
          onChange={(event) => write(event.target.value)}
        />
        {examples.length > 0 && (
          <div className="flex flex-wrap gap-2">
            {examples.map((example) => (
              <Button key={example} rank="second" size="sm" onClick={() => write(example)} className="max-w-full whitespace-normal!">
                {example}
              </Button>
            ))}
          </div>
        )}
      </div>
    </FormSheet>
  )
}
