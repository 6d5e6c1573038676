import { Smile, UserRound } from 'lucide-react'
import { useRef } from 'react'
import { mostLetters } from '#contract/talk/limits.ts'
import { useTranslation } from '#web/app/say.ts'
import { EmojiButton } from '#web/talk/messaging/emoji/EmojiButton.tsx'
import { useNamedText } from '#web/talk/messaging/named-text.ts'
import { Button } from '#web/ui/Button.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'

type NamedTextAreaProps = {
  label: string
  hideLabel?: boolean
  value: string
  onChange: (text: string) => void
  error?: string | undefined
  rows?: number
}

/** A text that many read, each with their own name where a press put it. */
export function NamedTextArea({ label, hideLabel = false, value, onChange, error, rows = 4 }: NamedTextAreaProps) {
  const { t } = useTranslation()
  const { token } = useNamedText()
  const field = useRef<HTMLTextAreaElement>(null)
  const putName = () => {
    const { selectionStart = value.length, selectionEnd = value.length } = field.current ?? {}
    onChange(value.slice(0, selectionStart) + token + value.slice(selectionEnd))
    const after = selectionStart + token.length
    requestAnimationFrame(() => {
      field.current?.focus()
      field.current?.setSelectionRange(after, after)
    })
  }
  return (
    <div className="grid gap-1">
      <TextArea
        ref={field}
        required
        label={label}
        hideLabel={hideLabel}
        rows={rows}
        maxLetters={mostLetters}
        value={value}
        error={error}
        onChange={(event) => onChange(event.target.value)}
      />
      <div className="-mt-6 flex flex-wrap">
        <Button rank="text" size="sm" icon={<UserRound className="size-4" />} onClick={putName}>
          {t('campaigns.name.put')}
        </Button>
        <EmojiButton
          field={field}
          trigger={
            <Button rank="text" size="sm" icon={<Smile className="size-4" />}>
              {t('messages.emoji')}
            </Button>
          }
        />
      </div>
    </div>
  )
}
