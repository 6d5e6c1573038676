import { Send } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { Room, RoomLine } from '#contract/talk/rooms.ts'
import { mostRoomLetters } from '#web/stage/live/limits.ts'
import { useAct } from '#web/app/act.ts'
import { useAmounts } from '#web/app/amounts.ts'
import { useTranslation } from '#web/app/say.ts'
import { useMe } from '#web/app/session.tsx'
import type { RoomState } from '#web/stage/live/use-room.ts'
import { useAsMember } from '#web/people/follows/members.ts'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { cx } from '#web/ui/cx.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Menu } from '#web/ui/Menu.tsx'

type RoomPaneProps = {
  state: RoomState
  performer: { _id: string; name: string; username: string }
  /** Over the picture, on a phone. */
  isOver?: boolean
  /** Beside the field: what else one does there. */
  aside?: ReactNode
}

/** What is said beside a stream. New lines are read out as they come; whoever scrolled up stays where they read. */
export function RoomPane({ state, performer, isOver = false, aside }: RoomPaneProps) {
  const { t } = useTranslation()
  const { room, lines, hasEarlier, isLost, earlier } = state
  const log = useRef<HTMLDivElement>(null)
  const [isAtEnd, setAtEnd] = useState(true)
  const newest = lines.at(-1)?.number
  useEffect(() => {
    if (isAtEnd) log.current?.scrollTo({ top: log.current.scrollHeight })
  }, [newest, isAtEnd])
  const onScroll = () => {
    const one = log.current
    if (one) setAtEnd(one.scrollHeight - one.scrollTop - one.clientHeight < 48)
  }
  return (
    <div className="grid min-h-0 flex-1 grid-rows-[auto_minmax(0,1fr)_auto]">
      <div>
        {room?.pinned && !isOver && (
          <p className="mx-4 mt-3 line-clamp-3 rounded-control bg-well px-3 py-2 text-14 lg:mx-5">
            <span className="block text-13 text-muted">{t('live.chat.pinned')}</span>
            <b>{room.pinned.sender?.name ?? t('live.someone')}</b> {room.pinned.text}
          </p>
        )}
        {isLost && <p className="mx-4 mt-3 text-13 text-muted lg:mx-5">{t('live.chat.lost')}</p>}
      </div>
      <div className="relative min-h-0">
        <div
          ref={log}
          onScroll={onScroll}
          role="log"
          aria-label={t('live.chat')}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached by keyboard
          tabIndex={0}
          className={cx(
            'quiet-scroll flex h-full flex-col gap-2.5 overflow-y-auto overscroll-contain px-4 py-3 lg:px-5',
            isOver && '[mask-image:linear-gradient(#0000,#000_30%)]',
          )}
        >
          <div className="mt-auto" />
          {hasEarlier && !isOver && (
            <Button rank="text" size="sm" onClick={() => void earlier()} className="self-center">
              {t('live.chat.earlier')}
            </Button>
          )}
          {lines.length === 0 && room && <p className="text-14 text-muted">{t('live.chat.empty')}</p>}
          {lines.map((line) => (
            <Line key={line._id} line={line} room={room} performer={performer} onDone={() => void state.catchUp()} isOver={isOver} />
          ))}
        </div>
        {!isAtEnd && (
          <Button size="sm" rank="second" className="absolute! bottom-2 left-1/2 -translate-x-1/2 bg-bg" onClick={() => setAtEnd(true)}>
            {t('live.chat.new')}
          </Button>
        )}
      </div>
      {room && <Say state={state} room={room} performer={performer} isOver={isOver} aside={aside} />}
    </div>
  )
}

type LineProps = { line: RoomLine; room: Room | undefined; performer: RoomPaneProps['performer']; onDone: () => void; isOver: boolean }

function Line({ line, room, performer, onDone, isOver }: LineProps) {
  const { t } = useTranslation()
  const me = useMe()
  const { number } = useAmounts()
  const { _id, sender, text, isDeleted, type, amount = 0, menuItem } = line
  const isHost = sender?._id === performer._id
  const name = sender?.name ?? t('live.someone')
  const done = { done: onDone }
  const remove = useAct((api) => api.messaging.remove({ id: _id }), done)
  const pin = useAct((api, _once, id: string | null) => api.messaging.updateRoom({ id: line.conversationId, pinnedMessageId: id }), done)
  const mute = useAct(
    (api) =>
      api.messaging.updateRoom({ id: line.conversationId, mutedUserIds: [...(room?.mutedUserIds ?? []), ...(sender ? [sender._id] : [])] }),
    { ...done, said: () => t('live.chat.muted', { name }) },
  )
  const isOwn = sender !== undefined && me?._id === sender._id
  const moderates = room?.isModerator ?? false
  const isPinned = room?.pinned?._id === _id
  const entries = [
    ...(isOwn || moderates ? [{ label: t('live.chat.delete'), onChoose: () => void remove.act() }] : []),
    ...(moderates
      ? [{ label: t(isPinned ? 'live.chat.unpin' : 'live.chat.pin'), onChoose: () => void pin.act(isPinned ? null : _id) }]
      : []),
    ...(moderates && sender && !isOwn && !isHost ? [{ label: t('live.chat.mute', { name }), onChoose: () => void mute.act() }] : []),
  ]
  if (isDeleted) return <p className="text-14 text-muted italic">{t('live.chat.deleted')}</p>
  return (
    <p
      className={cx(
        'group/line relative text-15 leading-normal! wrap-anywhere',
        type === 'tip' && 'rounded-control bg-house-wash px-3 py-1.5',
        isOver && 'text-on-media [text-shadow:0_0_3px_#000a]',
      )}
    >
      {type === 'tip' && <b className="num mr-2 text-house-text">{number(amount)}</b>}
      <b className={cx('mr-1', isHost ? 'text-link' : 't-ink')}>
        {name}
        {isHost && <span className="sr-only"> {t('live.chat.host')}</span>}
      </b>
      {type === 'tip' && menuItem !== undefined && <span className="mr-1">{t('show.tip.for', { item: menuItem })}</span>}
      {type === 'tip' && text === '' && menuItem === undefined ? t('live.tipped', { amount: number(amount) }) : text}
      {entries.length > 0 && !isOver && (
        <span className="absolute -top-1 right-0 opacity-0 group-focus-within/line:opacity-100 group-hover/line:opacity-100 max-lg:opacity-100">
          <Menu label={t('live.chat.menu', { name })} entries={entries} />
        </span>
      )}
    </p>
  )
}

type SayProps = { state: RoomState; room: Room; performer: RoomPaneProps['performer']; isOver: boolean; aside: ReactNode }

function Say({ state, room, performer, isOver, aside }: SayProps) {
  const { t } = useTranslation()
  const asMember = useAsMember()
  const [text, setText] = useState('')
  const [waits, setWaits] = useState(0)
  const [asks, setAsks] = useState(false)
  useEffect(() => {
    if (waits <= 0) return
    const tick = setTimeout(() => setWaits(waits - 1), 1000)
    return () => clearTimeout(tick)
  }, [waits])
  const say = useAct((api, _once, words: string, clientId: string) => api.messaging.say({ id: room._id, text: words, clientId }), {
    done: (line) => {
      state.put(line)
      setText('')
      if (room.slowModeSeconds > 0 && !room.isModerator) setWaits(room.slowModeSeconds)
    },
    refused: (no) => {
      if (no?.code !== 'slow_mode') return undefined
      setWaits(Number(no.details['seconds'] ?? 5))
      return true
    },
  })
  const clear = useAct((api) => api.messaging.clearRoom({ id: room._id }), {
    said: () => t('live.chat.cleared'),
    done: () => {
      setAsks(false)
      void state.catchUp()
    },
  })
  const { may, why } = room.writing
  if (!may) {
    return (
      <div
        className={cx(
          'flex items-center justify-between gap-3 px-4 py-3 text-14 lg:px-5',
          isOver ? 'text-on-media' : 'border-t border-line text-muted',
        )}
      >
        <p>{t(`live.chat.closed.${why ?? 'closed'}`)}</p>
        {why === 'visitor' && (
          <Button size="sm" rank="second" onClick={() => asMember({ key: `chat:${room._id}`, kind: 'see', of: performer }, () => {})}>
            {t('live.signIn')}
          </Button>
        )}
      </div>
    )
  }
  return (
    <form
      className={cx('px-4 py-3 lg:px-5', !isOver && 'border-t border-line')}
      onSubmit={(event) => {
        event.preventDefault()
        const words = text.trim()
        if (words !== '' && waits === 0) void say.act(words, crypto.randomUUID())
      }}
    >
      <div className="flex items-center gap-2">
        <input
          value={text}
          onChange={(event) => setText(event.target.value)}
          maxLength={mostRoomLetters}
          aria-label={t('live.chat.say')}
          placeholder={waits > 0 ? t('live.chat.slow', { count: waits }) : t('live.chat.say')}
          autoComplete="off"
          enterKeyHint="send"
          className={cx(
            'min-h-11 min-w-0 flex-1 rounded-full px-4 text-15 ring-1 ring-inset focus-visible:outline-2',
            isOver ? 'bg-media-chip text-on-media ring-on-media/30 placeholder:text-on-media/80' : 'bg-well ring-line-strong',
          )}
        />
        <IconButton
          type="submit"
          look={isOver ? 'media' : 'plain'}
          label={t('live.chat.send')}
          disabled={say.busy || waits > 0 || text.trim() === ''}
        >
          <Send />
        </IconButton>
        {aside}
        {room.isModerator && !isOver && (
          <Menu label={t('live.chat')} entries={[{ label: t('live.chat.clear'), danger: true, onChoose: () => setAsks(true) }]} />
        )}
      </div>
      <ConfirmDialog
        open={asks}
        onOpenChange={setAsks}
        title={t('live.chat.clear.title')}
        confirm={t('live.chat.clear')}
        cancel={t('live.chat.clear.cancel')}
        onConfirm={() => void clear.act()}
        loading={clear.busy}
        danger
      >
        {t('live.chat.clear.lead')}
      </ConfirmDialog>
    </form>
  )
}
