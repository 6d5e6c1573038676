import { MessagesSquare, Pin, PinOff, Send, Settings2 } from 'lucide-react'
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import type { Room, RoomLine } from '#contract/talk/rooms.ts'
import { mostRoomLetters } from '#contract/talk/limits.ts'
import { useAct } from '#web/app/act.ts'
import { useAmounts } from '#web/app/amounts.ts'
import { useTranslation } from '#web/app/say.ts'
import { useMe } from '#web/app/session.tsx'
import type { Unsaid } from '#web/stage/live/saying.ts'
import type { RoomState } from '#web/stage/live/use-room.ts'
import { useAsMember } from '#web/people/follows/members.ts'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Menu } from '#web/ui/Menu.tsx'
import { lazy } from '#web/ui/network.ts'
import { Sheet } from '#web/ui/Sheet.tsx'

/** For whoever runs the room: nobody else brings it. */
const RoomSettings = lazy(() => import('#web/stage/live/RoomSettings.tsx').then((file) => ({ default: file.RoomSettings })))

type RoomPaneProps = {
  state: RoomState
  performer: { _id: string; name: string; username: string }
  /** Over the picture, on a phone. */
  isOver?: boolean
  /** Beside the field: what else one does there. */
  aside?: ReactNode
}

/**
 * What is said beside a stream. New lines are read out as they come; whoever scrolled up stays where they read. Over the picture there is room for the
 * newest only: all of it, and what one does with it, is on a sheet.
 */
export function RoomPane({ state, performer, isOver = false, aside }: RoomPaneProps) {
  const { t } = useTranslation()
  const { room, lines, unsaid, hasEarlier, isLost, earlier } = state
  const log = useRef<HTMLDivElement>(null)
  const [isAtEnd, setAtEnd] = useState(true)
  const [seen, setSeen] = useState<number>()
  const [isWhole, setWhole] = useState(false)
  const newest = lines.at(-1)?.number
  useEffect(() => {
    if (isAtEnd) log.current?.scrollTo({ top: log.current.scrollHeight })
  }, [newest, unsaid.length, isAtEnd])
  const onScroll = () => {
    const one = log.current
    if (!one) return
    const is = one.scrollHeight - one.scrollTop - one.clientHeight < 48
    if (isAtEnd && !is) setSeen(newest)
    setAtEnd(is)
  }
  const above = async () => {
    const one = log.current
    const below = one ? one.scrollHeight - one.scrollTop : 0
    await earlier()
    // What comes above moves nothing of what is read.
    requestAnimationFrame(() => one?.scrollTo({ top: one.scrollHeight - below }))
  }
  return (
    <div className="grid min-h-0 flex-1 grid-cols-[minmax(0,1fr)] grid-rows-[auto_minmax(0,1fr)_auto]">
      <div>
        {room?.pinned && (
          <Pinned room={room} pinned={room.pinned} isOver={isOver} onDone={() => void state.catchUp()} onOpen={() => setWhole(true)} />
        )}
        {isLost && <p className={cx('mx-4 mt-3 text-13 lg:mx-5', isOver ? 'text-on-media' : 'text-muted')}>{t('live.chat.lost')}</p>}
      </div>
      <div className="relative min-h-0">
        <div
          ref={log}
          onScroll={onScroll}
          // With a finger; by keyboard and by voice there is the button beside the field.
          onClick={isOver ? () => setWhole(true) : undefined}
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
            <Button rank="text" size="sm" onClick={() => void above()} className="self-center">
              {t('live.chat.earlier')}
            </Button>
          )}
          {lines.length === 0 && unsaid.length === 0 && room && (
            <p className={cx('text-14', isOver ? 'text-on-media' : 'text-muted')}>{t('live.chat.empty')}</p>
          )}
          {lines.map((line) => (
            <Line key={line._id} line={line} room={room} performer={performer} onDone={() => void state.catchUp()} isOver={isOver} />
          ))}
          {unsaid.map((line) => (
            <UnsaidLine key={line.clientId} line={line} state={state} isOver={isOver} />
          ))}
        </div>
        {!isAtEnd && (
          <Button size="sm" rank="second" className="absolute! bottom-2 left-1/2 -translate-x-1/2 bg-bg" onClick={() => setAtEnd(true)}>
            {t(newest !== undefined && newest > (seen ?? 0) ? 'live.chat.new' : 'live.chat.toEnd')}
          </Button>
        )}
      </div>
      {room && <Say state={state} room={room} performer={performer} isOver={isOver} aside={aside} onOpen={() => setWhole(true)} />}
      {isOver && (
        <Sheet open={isWhole} onOpenChange={setWhole} title={t('live.chat')}>
          <div className="-mx-5 flex h-[62dvh] flex-col md:-mx-6">
            <RoomPane state={state} performer={performer} />
          </div>
        </Sheet>
      )}
    </div>
  )
}

type PinnedProps = { room: Room; pinned: RoomLine; isOver: boolean; onDone: () => void; onOpen: () => void }

function Pinned({ room, pinned, isOver, onDone, onOpen }: PinnedProps) {
  const { t } = useTranslation()
  const unpin = useAct((api) => api.messaging.updateRoom({ id: room._id, pinnedMessageId: null }), { done: onDone })
  if (isOver)
    return (
      <button
        type="button"
        onClick={onOpen}
        className="mx-4 mt-3 flex max-w-[calc(100%-32px)] items-center gap-2 rounded-control bg-media-chip px-3 py-2 text-start text-14 text-on-media focus-visible:outline-on-media"
      >
        <Pin aria-hidden="true" className="size-4 flex-none" />
        <span className="sr-only">{t('live.chat.pinned')}</span>
        <span className="truncate">
          <b>{pinned.sender?.name ?? t('live.someone')}</b> {pinned.text}
        </span>
      </button>
    )
  return (
    <div className="mx-4 mt-3 flex items-start gap-2 rounded-control bg-well py-2 pe-1 ps-3 text-14 lg:mx-5">
      <p className="min-w-0 flex-1 wrap-anywhere">
        <span className="block text-13 text-muted">{t('live.chat.pinned')}</span>
        <span className="line-clamp-3">
          <b>{pinned.sender?.name ?? t('live.someone')}</b> {pinned.text}
        </span>
      </p>
      {room.isModerator && room.isActive && (
        <IconButton label={t('live.chat.unpin')} disabled={unpin.busy} onClick={() => void unpin.act()}>
          <PinOff />
        </IconButton>
      )}
    </div>
  )
}

/** On its way, or not there: then why, and the way on. */
function UnsaidLine({ line: { clientId, text, state: how, why }, state, isOver }: { line: Unsaid; state: RoomState; isOver: boolean }) {
  const { t } = useTranslation()
  const me = useMe()
  return (
    <div className={cx('text-15 leading-normal! wrap-anywhere', isOver && 'text-on-media [text-shadow:0_0_3px_#000a]')}>
      <p className={cx(how === 'going' && 'opacity-60')}>
        <b className="me-1">{me?.name}</b>
        {text}
        {how === 'going' && <span className="sr-only"> {t('live.chat.going')}</span>}
      </p>
      {how !== 'going' && (
        <div role="alert" className={cx('flex flex-wrap items-center gap-x-3 text-13', isOver ? 'text-on-media' : 'text-onair')}>
          <span>{why ?? t('live.chat.unsure')}</span>
          {/* Presses on the lines open the sheet; these are their own. */}
          <span className="flex gap-1" onClick={(event) => event.stopPropagation()}>
            <Button rank="text" size="sm" disabled={state.waits > 0} onClick={() => state.sayAgain(clientId)}>
              {t('live.chat.again')}
            </Button>
            <Button rank="text" size="sm" onClick={() => state.unsay(clientId)}>
              {t('live.chat.drop')}
            </Button>
          </span>
        </div>
      )}
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
  const mute = useAct((api) => api.messaging.updateRoom({ id: line.conversationId, ...(sender && { muteUserId: sender._id }) }), {
    ...done,
    said: () => t('live.chat.muted', { name }),
  })
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
      {type === 'tip' && <b className="num me-2 text-house-text">{number(amount)}</b>}
      <b className={cx('me-1', isHost ? 'text-link' : 't-ink')}>
        {name}
        {isHost && <span className="sr-only"> {t('live.chat.host')}</span>}
      </b>
      {type === 'tip' && menuItem !== undefined && <span className="me-1">{t('show.tip.for', { item: menuItem })}</span>}
      {type === 'tip' && text === '' && menuItem === undefined ? t('live.tipped', { amount: number(amount) }) : <bdi>{text}</bdi>}
      {entries.length > 0 && !isOver && (
        <span className="absolute -top-1 end-0 opacity-0 group-focus-within/line:opacity-100 group-hover/line:opacity-100 max-lg:opacity-100">
          <Menu label={t('live.chat.menu', { name })} entries={entries} />
        </span>
      )}
    </p>
  )
}

type SayProps = {
  state: RoomState
  room: Room
  performer: RoomPaneProps['performer']
  isOver: boolean
  aside: ReactNode
  onOpen: () => void
}

function Say({ state, room, performer, isOver, aside, onOpen }: SayProps) {
  const { t } = useTranslation()
  const asMember = useAsMember()
  const { waits } = state
  const [text, setText] = useState('')
  const [arranges, setArranges] = useState<boolean>()
  const whole = isOver && (
    <IconButton look="media" label={t('live.chat.open')} onClick={onOpen}>
      <MessagesSquare />
    </IconButton>
  )
  const { may, why } = room.writing
  if (!may) {
    return (
      <div
        className={cx(
          'flex items-center justify-between gap-3 px-4 py-3 text-14 lg:px-5',
          isOver ? 'text-on-media' : 'border-t border-line text-muted',
        )}
      >
        <p className="min-w-0 flex-1">{t(`live.chat.closed.${why ?? 'closed'}`)}</p>
        {why === 'visitor' && (
          <Button size="sm" rank="second" onClick={() => asMember({ key: `chat:${room._id}`, kind: 'see', of: performer }, () => {})}>
            {t('live.signIn')}
          </Button>
        )}
        {whole}
      </div>
    )
  }
  return (
    <>
      <form
        className={cx('px-4 py-3 lg:px-5', !isOver && 'border-t border-line')}
        onSubmit={(event) => {
          event.preventDefault()
          const words = text.trim()
          if (words === '' || waits > 0) return
          state.say(words)
          setText('')
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
            disabled={waits > 0 || text.trim() === ''}
          >
            <Send />
          </IconButton>
          {aside}
          {whole}
          {room.isModerator && !isOver && (
            <IconButton label={t('live.chat.settings')} onClick={() => setArranges(true)}>
              <Settings2 />
            </IconButton>
          )}
        </div>
        {/* The field's own hint is gone once something is written. */}
        {waits > 0 && text !== '' && (
          <p className={cx('num mt-1.5 px-4 text-13', isOver ? 'text-on-media' : 'text-muted')}>{t('live.chat.slow', { count: waits })}</p>
        )}
      </form>
      {arranges !== undefined && room.isModerator && (
        <Suspense>
          <RoomSettings open={arranges} onOpenChange={setArranges} state={state} room={room} />
        </Suspense>
      )}
    </>
  )
}
