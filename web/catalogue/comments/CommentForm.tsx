import { SendHorizontal } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from '#web/app/say.ts'
import type { Api } from '#contract/client.ts'
import { type Once, useAct } from '#web/app/act.ts'
import { useMe } from '#web/app/session.tsx'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { IconButton } from '#web/ui/IconButton.tsx'

const mostLetters = 500
const tellWhenLeft = 60

type CommentFormProps = {
  label: string
  placeholder: string
  /** What the server refuses is said under the words, which stay. */
  sends: (api: Api, once: Once, content: string) => Promise<unknown>
  onSent?: (() => void) | undefined
  /** An edit: its words, saved by a button and left by another. */
  before?: string | undefined
  onCancel?: (() => void) | undefined
  autoFocus?: boolean
  /** Beside the field: the writer's face, smaller for a reply. */
  face?: 36 | 28
}

/** A line that grows while one writes. Ctrl and Enter send; Esc leaves a reply or an edit. */
export function CommentForm({ label, placeholder, sends, onSent, before, onCancel, autoFocus = false, face }: CommentFormProps) {
  const { t } = useTranslation()
  const me = useMe()
  const field = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useState(before ?? '')
  const left = mostLetters - Array.from(text).length
  const isReady = text.trim() !== '' && left >= 0

  useEffect(() => {
    const element = field.current
    if (!autoFocus || !element) return
    const pressed = document.activeElement
    const row = element.closest('li')
    element.focus()
    element.setSelectionRange(element.value.length, element.value.length)
    // A reply or an edit that is over gives the focus back to what opened it; of a menu that has gone, to its button.
    return () => {
      const opener = pressed?.isConnected && pressed !== document.body ? pressed : row?.querySelector('[aria-haspopup="menu"]')
      if (opener instanceof HTMLElement && document.activeElement === document.body) opener.focus()
    }
  }, [autoFocus])

  const {
    act,
    busy,
    problem: refused,
  } = useAct(sends, {
    refreshes: ['comments.list', 'feeds.one'],
    noIn: 'screen',
    done() {
      setText(before === undefined ? '' : text)
      // The button that sent it has nothing more to send and would let the focus fall.
      field.current?.focus()
      onSent?.()
    },
    refused: () => field.current?.focus(),
  })
  const send = async () => {
    if (isReady) await act(text.trim())
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter that ends the writing of a Chinese word belongs to the word.
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      void send()
    }
    if (event.key === 'Escape' && onCancel) {
      event.preventDefault()
      onCancel()
    }
  }
  return (
    <form
      className="flex items-start gap-3"
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        void send()
      }}
    >
      {face && me && <Avatar src={me.avatar} name={me.name} size={face} className={face === 36 ? 'mt-1' : 'mt-2'} />}
      <div className="min-w-0 flex-1">
        <div
          className={cx(
            'flex items-end rounded-[22px] bg-well pe-1 ps-4 ring-1 ring-transparent transition-shadow ring-inset focus-within:ring-2 focus-within:ring-link',
            (refused !== undefined || left < 0) && 'ring-onair',
          )}
        >
          <textarea
            ref={field}
            rows={1}
            value={text}
            aria-label={label}
            aria-keyshortcuts="Control+Enter"
            aria-invalid={refused !== undefined || left < 0 ? true : undefined}
            placeholder={placeholder}
            onChange={(event) => setText(event.target.value)}
            onKeyDown={onKeyDown}
            className="field-sizing-content max-h-48 min-w-0 flex-1 resize-none bg-transparent py-[11px] text-15 outline-none placeholder:text-muted"
          />
          {before === undefined && (
            <IconButton
              type="submit"
              label={t('comments.send')}
              disabled={!isReady}
              aria-busy={busy || undefined}
              className={isReady ? 'text-link' : 'text-muted'}
            >
              <SendHorizontal />
            </IconButton>
          )}
        </div>
        {left < tellWhenLeft && (
          <p role="status" className={cx('num mt-1 px-4 text-13', left < 0 ? 'text-onair' : 'text-muted')}>
            {left < 0 ? t('comments.tooLong', { count: -left }) : t('comments.left', { count: left })}
          </p>
        )}
        {refused !== undefined && (
          <p role="alert" className="mt-1 px-4 text-13 text-onair">
            {refused}
          </p>
        )}
        {before !== undefined && (
          <div className="mt-2 flex gap-2">
            <Button type="submit" size="sm" rank="second" loading={busy} disabled={!isReady}>
              {t('comments.save')}
            </Button>
            <Button size="sm" rank="second" onClick={onCancel}>
              {t('comments.cancel')}
            </Button>
          </div>
        )}
      </div>
    </form>
  )
}
