import { CircleAlert, Gift, Image, Pencil, Reply, Trash2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import { Link } from 'react-router'
import type { Answered, Conversation, Message } from '#contract/talk/messaging.ts'
import type { RequestCard } from '#contract/talk/requests.ts'
import { useAct } from '#web/app/act.ts'
import { useAmounts } from '#web/app/amounts.ts'
import { useTranslation } from '#web/app/say.ts'
import { useInside } from '#web/talk/messaging/inside.ts'
import { LineActions, Reactions, useCopy } from '#web/talk/messaging/LineActions.tsx'
import { LinkedText } from '#web/talk/messaging/LinkedText.tsx'
import { useLongPress } from '#web/talk/messaging/long-press.ts'
import { Media } from '#web/talk/messaging/Media.tsx'
import { Quote } from '#web/talk/messaging/Quote.tsx'
import type { Row } from '#web/talk/messaging/rows.ts'
import { useDayName, useTipText } from '#web/talk/messaging/words.ts'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Menu } from '#web/ui/Menu.tsx'
import { lazy, useIsLost } from '#web/ui/network.ts'
import { writeHour } from '#web/ui/relative-time.ts'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { useSpeech } from '#web/ui/UiWords.tsx'

const RequestLine = lazy(() => import('#web/talk/messaging/RequestLine.tsx').then((file) => ({ default: file.RequestLine })))
const ConfirmDialog = lazy(() => import('#web/ui/ConfirmDialog.tsx').then((file) => ({ default: file.ConfirmDialog })))

type LineProps = {
  row: Row
  /** The other one's. */
  name: string
  who: Conversation['recipientInfo']
  /** As what was sent with a price knows it. */
  unsold?: 'own' | 'any' | undefined
  now: number
  /** The other one has not read it yet. */
  isHeld: boolean
  /** Somebody went to it from an answer, just now. */
  isMarked: boolean
  /** To the fan: whether mass messages come here, and the way to say so. */
  campaigns?: { areHeard: boolean; hear: (are: boolean) => void } | undefined
  onAgain: (price?: number) => void
  onTopUp: () => void
  onDrop: () => void
  onEdit: (message: Message) => void
  onDeleted: (message: Message) => void
  onOpened: (message: Message) => void
  onDeliver: (request: RequestCard) => void
  /** Absent where one may not write. */
  onAnswer: ((message: Message) => void) | undefined
  onGo: (answered: Answered) => void
  onReacted: (message: Message) => void
}

/** A line of a conversation, with what stands above and under it. */
export function Line(props: LineProps) {
  const { t } = useTranslation()
  const { timeZone } = useSpeech()
  const { row, now } = props
  const dayName = useDayName(now)
  return (
    <div className={cx('grid gap-1 px-4 pb-2 transition-colors duration-220 lg:px-7', props.isMarked && 'bg-hover')}>
      {row.isUnreadFrom && (
        <div
          role="separator"
          aria-label={t('messages.unread.from')}
          className="flex items-center gap-3 py-1 text-13 font-semibold text-link"
        >
          <span aria-hidden="true" className="h-px flex-1 bg-current opacity-40" />
          {t('messages.unread.from')}
          <span aria-hidden="true" className="h-px flex-1 bg-current opacity-40" />
        </div>
      )}
      {row.begins && (
        <p className="num py-1 text-center text-13 text-muted">{row.begins === 'day' ? dayName(row.at) : writeHour(row.at, timeZone)}</p>
      )}
      {row.message?.type === 'tip' ? (
        <Tip {...props} message={row.message} />
      ) : row.message?.request ? (
        <Suspense fallback={<div className="h-[160px]" />}>
          <RequestLine request={row.message.request} who={props.who} isOwn={row.isOwn} now={now} onDeliver={props.onDeliver} />
        </Suspense>
      ) : row.message ? (
        <Kept {...props} message={row.message} />
      ) : null}
      {row.unsent && <NotKept {...props} unsent={row.unsent} />}
      {row.isReadMark && <p className="text-end text-13 text-muted">{t('messages.read')}</p>}
    </div>
  )
}

/** Above the line and what it answers, so that it takes no room from what is said; there only while somebody points at the line or stands in it. */
const atHand =
  'pointer-events-none absolute -top-9 z-10 flex rounded-full bg-raised opacity-0 ring-1 ring-line group-focus-within:pointer-events-auto group-focus-within:opacity-100 group-hover:pointer-events-auto group-hover:opacity-100 has-aria-expanded:pointer-events-auto has-aria-expanded:opacity-100 [&_button]:size-10'

function Tip({ row, name, who, message, onAnswer, onGo, onReacted }: LineProps & { message: Message }) {
  const { t } = useTranslation()
  const tipText = useTipText()
  const { replyTo, isDeleted, isRemoved } = message
  const { held, ...menu } = useMenu()
  return (
    <div
      tabIndex={-1}
      className={cx('group relative grid justify-items-center outline-none', !isDeleted && heldLook)}
      {...(!isDeleted && held)}
    >
      {replyTo && <Quote answered={replyTo} isOwn={isOwnQuote(row, message, replyTo)} name={name} onGo={() => onGo(replyTo)} />}
      <div className="flex max-w-full items-center">
        <p className="num flex min-w-0 items-center justify-center gap-2 py-1.5 text-center text-14 text-muted">
          <Gift aria-hidden="true" className="size-4 flex-none" />
          <span className="min-w-0 wrap-anywhere">
            {isDeleted ? t(isRemoved ? 'messages.removed' : 'messages.deleted') : tipText(message, row.isOwn, name)}
          </span>
        </p>
        {!isDeleted && (
          <span className={cx(atHand, 'left-1/2 -translate-x-1/2')}>
            <LineActions message={message} who={who} isOwn={row.isOwn} onAnswer={onAnswer} onChanged={onReacted} {...menu} />
          </span>
        )}
      </div>
      <Reactions message={message} name={name} onChanged={onReacted} />
    </div>
  )
}

/** A line's menu, and what a finger that stays on the line does. */
function useMenu() {
  const [open, onOpenChange] = useState(false)
  return { open, onOpenChange, held: useLongPress(() => onOpenChange(true)) }
}

/** With a finger no words are marked, because the same press opens the menu, which copies them. */
const heldLook = 'pointer-coarse:select-none [-webkit-touch-callout:none]'

const isOwnQuote = (row: Row, message: Message, { senderId }: Answered) => (senderId === message.senderId) === row.isOwn

const bubble = 'max-w-[min(440px,82%)] px-3.5 py-2 text-15 leading-[1.6]! wrap-anywhere whitespace-pre-wrap'
const own = 'rounded-[16px] rounded-ee-[4px] bg-bubble-me'
const theirs = 'rounded-[16px] rounded-es-[4px] bg-bubble'

function Kept({
  row,
  now,
  name,
  who,
  unsold,
  isHeld,
  campaigns,
  message,
  onOpened,
  onAnswer,
  onGo,
  onReacted,
  ...does
}: LineProps & { message: Message }) {
  const { t } = useTranslation()
  const { number } = useAmounts()
  const {
    amount,
    isReturned,
    editedAt,
    isDeleted,
    isRemoved,
    text,
    author,
    campaignId,
    files,
    price,
    totalSold,
    state,
    rejectionReason,
    replyTo,
  } = message
  const paid = amount === undefined ? undefined : { count: amount, amount: number(amount) }
  const isToMany = campaignId !== undefined && !isDeleted
  const { held, ...menu } = useMenu()
  const notes = [
    ...(author === 'automation' && !isDeleted ? [t('messages.automatic')] : []),
    ...(isToMany ? [t('messages.toMany')] : []),
    ...(editedAt ? [t('messages.edited')] : []),
    ...(paid ? [t(isReturned ? 'messages.returned' : 'messages.paid', paid)] : []),
    ...(row.isOwn && price !== undefined ? [t('messages.sale.for', { count: price, amount: number(price) })] : []),
    ...(totalSold ? [t('messages.sale.sold', { count: totalSold })] : []),
    ...(state ? [t(`messages.state.${state}`)] : []),
    ...(rejectionReason ? [t('messages.state.why', { reason: rejectionReason })] : []),
  ]
  const when = (
    <RelativeTime
      at={row.at}
      now={now}
      show="moment"
      className="flex-none text-13 text-muted opacity-0 transition-opacity group-focus-within:opacity-100 group-hover:opacity-100 max-md:sr-only"
    />
  )
  return (
    // A tap shows what a mouse shows by standing over it.
    <div
      tabIndex={-1}
      className={cx(
        'group relative grid gap-0.5 outline-none',
        row.isOwn ? 'justify-items-end' : 'justify-items-start',
        !isDeleted && heldLook,
      )}
      {...(!isDeleted && held)}
    >
      {replyTo && <Quote answered={replyTo} isOwn={isOwnQuote(row, message, replyTo)} name={name} onGo={() => onGo(replyTo)} />}
      <div className={cx('flex w-full items-center gap-2', row.isOwn ? 'justify-end' : 'justify-start')}>
        {row.isOwn && !isDeleted && (
          <span className={cx(atHand, 'end-0')}>
            <LineActions message={message} isOwn who={who} onAnswer={state ? undefined : onAnswer} onChanged={onReacted} {...menu}>
              <OwnMenu
                message={message}
                now={now}
                name={name}
                isHeld={isHeld}
                onAnswer={state ? undefined : onAnswer}
                {...does}
                {...menu}
              />
            </LineActions>
          </span>
        )}
        {row.isOwn && when}
        {files && !isDeleted ? (
          <div className={cx('grid min-w-0 flex-1 gap-1.5', row.isOwn ? 'justify-items-end' : 'justify-items-start')}>
            <Media message={{ ...message, files }} isOwn={row.isOwn} who={who} unsold={unsold} onOpened={onOpened} />
            {text !== '' && (
              <p dir="auto" className={cx(bubble, row.isOwn ? own : theirs)}>
                <LinkedText>{text}</LinkedText>
              </p>
            )}
          </div>
        ) : (
          <p dir="auto" className={cx(bubble, row.isOwn ? own : theirs, isDeleted && 'text-muted')}>
            {isDeleted ? t(isRemoved ? 'messages.removed' : 'messages.deleted') : <LinkedText>{text}</LinkedText>}
          </p>
        )}
        {!row.isOwn && !isDeleted && (
          <span className={cx(atHand, 'start-0')}>
            <LineActions message={message} who={who} isOwn={false} onAnswer={onAnswer} onChanged={onReacted} {...menu} />
          </span>
        )}
        {!row.isOwn && when}
      </div>
      <Reactions message={message} name={name} onChanged={onReacted} className={row.isOwn ? 'me-3' : 'ms-3'} />
      {notes.length > 0 && (
        <p className="num text-13 text-muted">
          {notes.join(' · ')}
          {isToMany && campaigns && !row.isOwn && (
            <>
              {' · '}
              <button type="button" className="touch underline hover:text-text" onClick={() => campaigns.hear(!campaigns.areHeard)}>
                {t(campaigns.areHeard ? 'messages.toMany.stop' : 'messages.toMany.hear')}
              </button>
            </>
          )}
        </p>
      )}
      {message.isBought && price !== undefined && (
        <p className="num text-13 text-muted">
          {t('messages.bought', { count: price, amount: number(price) })}
          <Link to="/unlocked" className="font-semibold text-link hover:underline">
            {t('messages.media.unlocked')}
          </Link>
        </p>
      )}
    </div>
  )
}

const editableMs = 15 * 60_000

type OwnMenuProps = Pick<LineProps, 'now' | 'name' | 'isHeld' | 'onAnswer' | 'onEdit' | 'onDeleted'> & {
  message: Message
  open: boolean
  onOpenChange: (open: boolean) => void
}

function OwnMenu({ message, now, name, isHeld, onAnswer, onEdit, onDeleted, open, onOpenChange }: OwnMenuProps) {
  const { t } = useTranslation()
  const { number } = useAmounts()
  const [asks, setAsks] = useState<boolean>()
  const copy = useCopy(message)
  const { _id: id, amount = 0, isReturned } = message
  const { act: remove, busy } = useAct((api) => api.messaging.remove({ id }), {
    refreshes: ['messaging.search', 'me.user'],
    done() {
      setAsks(false)
      onDeleted(message)
    },
    refused: () => setAsks(false),
  })
  const mayEdit = message.type === 'text' && amount === 0 && now - Date.parse(message.createdAt) < editableMs
  return (
    <>
      <Menu
        label={t('messages.message.menu')}
        open={open}
        onOpenChange={onOpenChange}
        entries={[
          ...(onAnswer ? [{ label: t('messages.reply'), icon: Reply, onChoose: () => onAnswer(message) }] : []),
          ...copy,
          ...(mayEdit ? [{ label: t('messages.edit'), icon: Pencil, onChoose: () => onEdit(message) }] : []),
          { label: t('messages.delete'), icon: Trash2, danger: true, onChoose: () => setAsks(true) },
        ]}
      />
      {asks !== undefined && (
        <Suspense fallback={null}>
          <ConfirmDialog
            open={asks}
            onOpenChange={setAsks}
            danger
            loading={busy}
            title={t('messages.delete.title')}
            confirm={t('messages.delete')}
            cancel={t('messages.delete.keep')}
            onConfirm={() => void remove()}
          >
            <span className="grid gap-2">
              <span>{t('messages.delete.what', { name })}</span>
              {amount > 0 && isHeld && !isReturned && (
                <span className="num">{t('messages.delete.returns', { name, count: amount, amount: number(amount) })}</span>
              )}
            </span>
          </ConfirmDialog>
        </Suspense>
      )}
    </>
  )
}

function NotKept({
  unsent: { text, enclosed, replyTo, refused },
  who,
  name,
  onAgain,
  onTopUp,
  onDrop,
  onGo,
}: LineProps & { unsent: NonNullable<Row['unsent']> }) {
  const { t } = useTranslation()
  const { number } = useAmounts()
  const { code, price, sentence } = refused ?? {}
  const insideOf = useInside()
  const isLost = useIsLost()
  return (
    <div className="grid justify-items-end gap-1">
      {replyTo && <Quote answered={replyTo} isOwn={replyTo.senderId !== who._id} name={name} onGo={() => onGo(replyTo)} />}
      {enclosed && (
        <p dir="auto" className={cx(bubble, own, 'num flex items-center gap-2 text-muted')}>
          <Image aria-hidden="true" className="size-4 flex-none" />
          {insideOf(enclosed.inside)}
        </p>
      )}
      {text !== '' && (
        <p aria-busy={!refused || undefined} className={cx(bubble, own, !refused && 'text-muted')}>
          <LinkedText>{text}</LinkedText>
        </p>
      )}
      {refused ? (
        <div role="alert" className="grid justify-items-end gap-1 text-end">
          <p className="flex items-center gap-1.5 text-13 text-onair">
            <CircleAlert aria-hidden="true" className="size-4" />
            <span>
              {t('messages.failed')} · {sentence}
            </span>
          </p>
          <p className="flex flex-wrap justify-end gap-1">
            <Button rank="text" size="sm" onClick={onDrop}>
              {t('messages.drop')}
            </Button>
            <Button rank="second" size="sm" onClick={() => (code === 'not_enough_tokens' ? onTopUp() : onAgain(price))}>
              {code === 'not_enough_tokens'
                ? t('messages.again.topUp')
                : code === 'reply_not_there'
                  ? t('messages.again.plain')
                  : code === 'price_changed' && price !== undefined
                    ? t('messages.again.price', { count: price, amount: number(price) })
                    : t('messages.again')}
            </Button>
          </p>
        </div>
      ) : (
        <p className="appear-late text-13 text-muted">{t(isLost === 'lost' ? 'messages.waiting' : 'messages.sending')}</p>
      )}
    </div>
  )
}
