import { Smile } from 'lucide-react'
import { cloneElement, type ReactElement, type RefObject, useState } from 'react'
import { useTranslation } from '#web/app/say.ts'
import { fetchEmoji } from '#web/talk/messaging/emoji/emoji.ts'
import { insertAtCaret } from '#web/talk/messaging/emoji/insert.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { partUntilBack } from '#web/ui/network.ts'
import { useToast } from '#web/ui/Toast.tsx'

type EmojiButtonProps = {
  /** What is written in: the emoji goes to its caret, and the focus back into it. */
  field: RefObject<HTMLTextAreaElement | null>
  /** Another element to press. It must take props and ref (Button, IconButton). */
  trigger?: ReactElement<Pressed>
}

interface Pressed {
  onClick?: () => void
  'aria-haspopup'?: 'dialog'
  'aria-expanded'?: boolean
  'aria-busy'?: boolean | undefined
}

/** The pieces and the names of all emoji, which weigh as much as a page: together, and only when they are asked for. */
async function fetchAll(language: string) {
  const [{ EmojiOpened }, data] = await Promise.all([
    partUntilBack(() => import('#web/talk/messaging/emoji/EmojiOpened.tsx')),
    fetchEmoji(language),
  ])
  return { EmojiOpened, data }
}

/** Opens all emoji for a text field. Until it is pressed it is a button only, and then the same button with what it opened. */
export function EmojiButton({ field, trigger }: EmojiButtonProps) {
  const { t, speaker } = useTranslation()
  const { show } = useToast()
  const [all, setAll] = useState<Awaited<ReturnType<typeof fetchAll>>>()
  const [busy, setBusy] = useState(false)
  const button: ReactElement<Pressed> = trigger ?? (
    <IconButton label={t('messages.emoji')}>
      {busy ? <span className="turning size-5 rounded-full border-2 border-current border-e-transparent" /> : <Smile />}
    </IconButton>
  )
  const open = () => {
    if (busy) return
    setBusy(true)
    const said = () => show(t('messages.emoji.failed'), { failed: true, action: { label: t('messages.again'), onPress: open } })
    void fetchAll(speaker.language)
      .then(setAll, said)
      .finally(() => setBusy(false))
  }
  if (!all) {
    return cloneElement(button, { 'aria-haspopup': 'dialog', 'aria-expanded': false, 'aria-busy': busy || undefined, onClick: open })
  }
  const { EmojiOpened, data } = all
  return (
    <EmojiOpened data={data} field={field} trigger={button} onChoose={(emoji) => field.current && insertAtCaret(field.current, emoji)} />
  )
}
