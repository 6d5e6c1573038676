import { Flag } from 'lucide-react'
import type { Conversation, Message } from '#contract/talk/messaging.ts'
import { useTranslation } from '#web/app/say.ts'
import { useReport } from '#web/site/reporting/use-report.tsx'
import { AfterReport } from '#web/talk/messaging/AfterReport.tsx'
import { Menu } from '#web/ui/Menu.tsx'
import type { MenuEntry, MenuPick } from '#web/ui/MenuOpened.tsx'

type TheirMenuProps = {
  message: Message
  who: Conversation['recipientInfo']
  /** What else one can do with it, above. */
  entries: MenuEntry[]
  picks: MenuPick[] | undefined
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** What one can do about a line of the other one. */
export function TheirMenu({ message: { _id: id, conversationId }, who, entries, picks, ...opens }: TheirMenuProps) {
  const { t } = useTranslation()
  const { entry, sheet } = useReport({ target: 'message', id, after: <AfterReport id={conversationId} who={who} /> })
  return (
    <>
      <Menu
        label={t('messages.message.menu')}
        entries={[...entries, { ...entry, icon: Flag, apart: entries.length > 0 }]}
        picks={picks}
        {...opens}
      />
      {sheet}
    </>
  )
}
