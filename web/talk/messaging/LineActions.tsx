import { Copy, Reply, SmilePlus } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Conversation, Message, Reaction } from '#contract/talk/messaging.ts'
import { useAct } from '#web/app/act.ts'
import { useTranslation } from '#web/app/say.ts'
import { pictures, reactionNames } from '#web/talk/messaging/reactions.ts'
import { TheirMenu } from '#web/talk/messaging/TheirMenu.tsx'
import { cx } from '#web/ui/cx.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Menu } from '#web/ui/Menu.tsx'
import type { MenuEntry } from '#web/ui/MenuOpened.tsx'
import { useToast } from '#web/ui/Toast.tsx'

/** What one makes of a line, shown at once; a no puts it back as it was, and says why. The same again takes it back. */
function useReaction(message: Message, onChanged: (message: Message) => void) {
  const { _id: id, reactions } = message
  const { act, busy } = useAct(
    (api, _once, reaction: Reaction | null) =>
      reaction === null ? api.messaging.takeBackReaction({ id }) : api.messaging.react({ id, reaction }),
    { done: (shown) => onChanged(shown), refused: () => onChanged(message) },
  )
  const react = (reaction: Reaction) => {
    if (busy) return
    const mine = reaction === reactions?.mine ? null : reaction
    const { reactions: _before, ...rest } = message
    onChanged(mine === null ? rest : { ...rest, reactions: { mine } })
    void act(mine)
  }
  return { mine: reactions?.mine, react }
}

/** Where a finger that stays opens a menu it marks no words: they are taken from there. */
export function useCopy({ text, type }: Message): MenuEntry[] {
  const { t } = useTranslation()
  const { show } = useToast()
  if (text === '' || type === 'tip') return []
  const copy = () =>
    void navigator.clipboard.writeText(text).then(
      () => show(t('messages.copied')),
      () => show(t('messages.copy.failed'), { failed: true }),
    )
  return [{ label: t('messages.copy'), icon: Copy, onChoose: copy }]
}

type LineActionsProps = {
  message: Message
  isOwn: boolean
  /** The other one. */
  who: Conversation['recipientInfo']
  /** Absent where one may not write. */
  onAnswer: ((message: Message) => void) | undefined
  onChanged: (message: Message) => void
  /** Whether its menu is open: a finger that stays on the line opens it, too. */
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The menu of one's own line; it answers, too. */
  children?: ReactNode
}

/** Beside a line, for whoever points at it or comes by the keyboard; on a phone a tap shows its menu. */
export function LineActions({ message, isOwn, who, onAnswer, onChanged, open, onOpenChange, children }: LineActionsProps) {
  const { t } = useTranslation()
  const { mine, react } = useReaction(message, onChanged)
  const copy = useCopy(message)
  const theirs = { message, who, open, onOpenChange }
  if (!onAnswer) return isOwn ? children : <TheirMenu {...theirs} entries={copy} picks={undefined} />
  const answer = () => onAnswer(message)
  const picks = isOwn
    ? undefined
    : reactionNames.map((name) => ({
        label: t(`messages.reaction.${name}`),
        picture: pictures[name],
        chosen: mine === name,
        onChoose: () => react(name),
      }))
  const entries: MenuEntry[] = [{ label: t('messages.reply'), icon: Reply, onChoose: answer }, ...copy]
  return (
    <>
      {children}
      <span className="contents max-md:hidden">
        {picks && (
          <Menu
            align="start"
            entries={[]}
            picks={picks}
            trigger={
              <IconButton label={t('messages.react')}>
                <SmilePlus />
              </IconButton>
            }
          />
        )}
        <IconButton label={t('messages.reply')} onClick={answer}>
          <Reply />
        </IconButton>
      </span>
      {!isOwn && <TheirMenu {...theirs} entries={entries} picks={picks} />}
    </>
  )
}

type ReactionsProps = Pick<LineActionsProps, 'message' | 'onChanged'> & { name: string; mayTakeBack?: boolean; className?: string }

const chip = 'z-1 -mt-2 grid h-6 min-w-8 flex-none place-items-center rounded-full bg-raised px-1.5 text-14 leading-none ring-1 ring-line'

/** At the edge of what it is about. A press on one's own takes it back. */
export function Reactions({ message, name, onChanged, className }: ReactionsProps) {
  const { t } = useTranslation()
  const { mine, react } = useReaction(message, onChanged)
  const theirs = message.reactions?.theirs
  if (mine !== undefined) {
    return (
      <button
        type="button"
        aria-label={t('messages.reaction.takeBack', { reaction: t(`messages.reaction.${mine}`) })}
        className={cx(chip, 'touch relative', className)}
        onClick={() => react(mine)}
      >
        {pictures[mine]}
      </button>
    )
  }
  if (theirs === undefined) return null
  return (
    <span
      role="img"
      aria-label={t('messages.reaction.theirs', { name, reaction: t(`messages.reaction.${theirs}`) })}
      className={cx(chip, className)}
    >
      {pictures[theirs]}
    </span>
  )
}
