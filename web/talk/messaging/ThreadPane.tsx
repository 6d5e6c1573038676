import { Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { Answered, Conversation, Message } from '#contract/talk/messaging.ts'
import type { RequestCard } from '#contract/talk/requests.ts'
import { query, refresh, useQuery } from '#web/app/query.ts'
import { useTranslation } from '#web/app/say.ts'
import { useMember, useNow } from '#web/app/session.tsx'
import { useHearing } from '#web/talk/messaging/hearing.ts'
import { Composer } from '#web/talk/messaging/Composer.tsx'
import { answeredIn, type Delivered, deliveredIn, keepDelivered, useKept } from '#web/talk/messaging/drafts.ts'
import { useDropping } from '#web/talk/messaging/dropping.ts'
import { useEnclose } from '#web/talk/messaging/enclosing.ts'
import { Line } from '#web/talk/messaging/Line.tsx'
import { News } from '#web/talk/messaging/News.tsx'
import { PlainLines } from '#web/talk/messaging/PlainLines.tsx'
import type { Target } from '#web/talk/messaging/Lines.tsx'
import { type Opened, rowsOf } from '#web/talk/messaging/rows.ts'
import { ThreadHead } from '#web/talk/messaging/ThreadHead.tsx'
import { type FirstPage, quoteOf, type Thread } from '#web/talk/messaging/thread.ts'
import { useIsWriting } from '#web/talk/messaging/typing.ts'
import { useThread } from '#web/talk/messaging/use-thread.ts'
import { cx } from '#web/ui/cx.ts'
import { useIsHydrated } from '#web/ui/hydrated.ts'
import { lazy } from '#web/ui/network.ts'
import { tinted } from '#web/ui/tint.ts'
import { useToast } from '#web/ui/Toast.tsx'
import { useSpeech } from '#web/ui/UiWords.tsx'

/** With what keeps thousands of lines light: nobody else needs it. */
const Lines = lazy(() => import('#web/talk/messaging/Lines.tsx').then((file) => ({ default: file.Lines })))
const TopUpSheet = lazy(() => import('#web/talk/messaging/TopUpSheet.tsx').then((file) => ({ default: file.TopUpSheet })))

type ThreadPaneProps = { loaded: Conversation; first: FirstPage; onBack: () => void }

/** One conversation: what was said, and what one says next. */
export function ThreadPane({ loaded, first, onBack }: ThreadPaneProps) {
  const { t } = useTranslation()
  const me = useMember()
  const { timeZone } = useSpeech()
  const now = useNow()
  const isHydrated = useIsHydrated()
  const { conversation, thread, said, outbox, unsent } = useThread(loaded, first)
  const [editing, setEditing] = useState<Message>()
  const { delivering, setDelivering } = useDelivering(conversation._id, said.messages)
  const [answering, setAnswering] = useKept(conversation._id, 'answers', answeredIn)
  const { target, go } = useGoTo(thread)
  const [topUpFor, setTopUpFor] = useState<string>()
  const [isAtEnd, setAtEnd] = useState(false)
  const [opened] = useState<Opened>({ readTo: loaded.readTo, change: loaded.change })
  // As it was opened: who marks it while it is open leaves it by that.
  const isMarked = useRef(loaded.isMarkedUnread)
  const { name } = conversation.recipientInfo
  const isWriting = useIsWriting(conversation._id, said.messages.at(-1)?.number ?? 0)
  const rows = rowsOf(said, unsent, me._id, timeZone, opened)
  const campaigns = useHearing(conversation)
  const enclose = useEnclose(conversation._id)
  const { isOver, zone } = useDropping(conversation.writing.may && !editing ? enclose : undefined)
  const goesOn = useGoesOn((clientId) => outbox.again(clientId))

  // Read is what stands before somebody's eyes: the end in view, in the tab that they look at.
  const markRead = useEffectEvent(async () => {
    if (!isAtEnd || document.visibilityState !== 'visible') return
    if (!(await thread.read(isMarked.current))) return
    isMarked.current = false
    void refresh('messaging.search', 'me.user')
  })
  useEffect(() => {
    void markRead()
    const look = () => void markRead()
    document.addEventListener('visibilitychange', look)
    window.addEventListener('focus', look)
    return () => {
      document.removeEventListener('visibilitychange', look)
      window.removeEventListener('focus', look)
    }
  }, [isAtEnd, said])
  useEffect(() => goesOn(), [goesOn])

  const drawn = rows.map((row) => ({
    row,
    line: (
      <Line
        row={row}
        name={name}
        who={conversation.recipientInfo}
        unsold={conversation.writing.why === 'blocked' ? (conversation.isBlocked ? 'own' : 'any') : undefined}
        now={now}
        isMarked={row.message !== undefined && row.message.number === target?.number}
        isHeld={row.message !== undefined && row.message.number > said.seenTo}
        campaigns={campaigns}
        onAgain={(price) => outbox.again(row.key, price)}
        onTopUp={() => setTopUpFor(row.key)}
        onDrop={() => outbox.drop(row.key)}
        onEdit={setEditing}
        onOpened={(message) => thread.take(message)}
        onDeliver={setDelivering}
        onReacted={(message) => thread.take(message)}
        onAnswer={
          conversation.writing.may
            ? (message) => {
                setEditing(undefined)
                setAnswering(quoteOf(message))
              }
            : undefined
        }
        onGo={(answered) => void go(answered)}
        onDeleted={(message) => thread.take({ ...message, isDeleted: true, text: '' })}
      />
    ),
  }))
  const { className: tint, style } = tinted(conversation.tint)
  const waitsForTokens = unsent.find(({ clientId }) => clientId === topUpFor)
  return (
    <section
      aria-label={t('messages.thread', { name })}
      style={style}
      {...zone}
      className={cx(
        'relative grid h-[calc(100dvh-56px-var(--banners)-var(--lost))] min-w-0 grid-cols-[minmax(0,1fr)] grid-rows-[auto_minmax(0,1fr)_auto] md:h-[calc(100dvh-var(--banners)-var(--lost))]',
        // Fading towards the side, where the frame ends before the window does.
        tint &&
          `${tint} isolate before:absolute before:inset-x-0 before:top-0 before:-z-1 before:h-[300px] before:bg-linear-to-b before:from-t-ground before:to-bg ltr:lg:before:mask-r-from-75% rtl:lg:before:mask-l-from-75%`,
      )}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented || event.nativeEvent.isComposing) return
        if (editing) setEditing(undefined)
        else if (answering) setAnswering(undefined)
        else onBack()
      }}
    >
      <div>
        {/* Where the conversation stands alone, it is what the page is about. */}
        <h1 className="sr-only lg:hidden">{t('messages.thread', { name })}</h1>
        <ThreadHead conversation={conversation} onBack={onBack} />
      </div>
      {isHydrated ? (
        <Suspense fallback={<PlainLines lines={drawn} />}>
          <Lines
            label={t('messages.lines')}
            lines={drawn}
            empty={t('messages.begin', { name })}
            hasEarlier={said.hasEarlier}
            earlier={said.earlier}
            target={target}
            onEarlier={() => void thread.bringEarlier()}
            onEnd={setAtEnd}
          />
        </Suspense>
      ) : (
        <PlainLines lines={drawn} />
      )}
      {isOver && (
        <p className="pointer-events-none absolute inset-3 z-10 grid place-items-center rounded-card border-2 border-dashed border-link bg-bg/85 text-17 font-semibold">
          {t('messages.attach.drop')}
        </p>
      )}
      <News messages={said.messages} name={name} />
      <div>
        {isWriting && (
          <p className="flex items-center gap-2 px-4 py-1 text-13 text-muted lg:px-7">
            <span aria-hidden="true" className="flex gap-1">
              {[0, 1, 2].map((dot) => (
                <i
                  key={dot}
                  className="size-[5px] rounded-full bg-current motion-safe:animate-pulse"
                  style={{ animationDelay: `${dot * 200}ms` }}
                />
              ))}
            </span>
            {t('messages.typing', { name })}
          </p>
        )}
        <Composer
          key={editing?._id}
          conversation={conversation}
          editing={editing}
          delivering={delivering}
          onDelivered={() => setDelivering(undefined)}
          answering={answering}
          onAnswering={setAnswering}
          onEdited={(message) => {
            if (message) thread.take(message)
            setEditing(undefined)
          }}
          onWrite={(text, enclosed) =>
            outbox.write({
              clientId: crypto.randomUUID(),
              conversationId: conversation._id,
              text,
              enclosed,
              replyTo: answering,
              expectedPrice: conversation.writing.price,
              at: new Date().toISOString(),
            })
          }
        />
      </div>
      {waitsForTokens && (
        <Suspense fallback={null}>
          <TopUpSheet
            line={waitsForTokens}
            onClose={() => setTopUpFor(undefined)}
            onToppedUp={() => {
              outbox.again(waitsForTokens.clientId)
              setTopUpFor(undefined)
            }}
          />
        </Suspense>
      )}
    </section>
  )
}

/**
 * The request that the next files deliver: chosen at its card, or named by the address that one came by. It ends when it is delivered otherwise; where its
 * card is further up than what was brought, it is the one that was kept, or the server's.
 */
function useDelivering(conversationId: string, messages: readonly Message[]) {
  const [search, setSearch] = useSearchParams()
  const me = useMember()
  const [kept, keep] = useKept(conversationId, 'delivers', deliveredIn)
  const named = search.get('deliver')
  const id = named ?? kept?._id
  const brought = messages.find((message) => message.request?._id === id)?.request
  const { data: asked } = useQuery(named !== null && !brought ? query('requests.one', { id: named }) : null)
  const request = brought ?? asked
  const delivering: Delivered | undefined = request
    ? request.may.includes('deliver')
      ? request
      : undefined
    : kept?._id === id
      ? kept
      : undefined
  const found = named === null ? undefined : delivering
  // What the address named is kept as what was chosen is: the files that are attached for it stay when one looks elsewhere.
  useEffect(() => {
    if (found) keepDelivered(me._id, conversationId, found)
  }, [me._id, conversationId, found])
  return {
    delivering,
    setDelivering: (next: RequestCard | undefined) => {
      keep(next && deliveredIn(next))
      if (!search.has('deliver')) return
      const rest = new URLSearchParams(search)
      rest.delete('deliver')
      setSearch(rest, { replace: true, preventScrollReset: true })
    },
  }
}

/** From an answer to what it answers: as many earlier pages as it takes, and it is marked for a moment. */
function useGoTo(thread: Thread): { target: Target | undefined; go: (answered: Answered) => Promise<void> } {
  const { t } = useTranslation()
  const toast = useToast()
  const [target, setTarget] = useState<Target>()
  useEffect(() => {
    if (!target) return
    const timer = setTimeout(() => setTarget(undefined), markedMs)
    return () => clearTimeout(timer)
  }, [target])
  const go = async ({ number, isDeleted }: Answered) => {
    const found = isDeleted ? 'gone' : await thread.bringTo(number)
    if (found === 'there') setTarget({ number })
    else toast.show(t(found === 'gone' ? 'messages.reply.gone' : 'messages.earlier.failed'))
  }
  return { target, go }
}

const markedMs = 2000

/** Back from the payment page: the line that waited for tokens goes out by itself, once, and the address forgets it. */
function useGoesOn(again: (clientId: string) => void): () => void {
  const [search, setSearch] = useSearchParams()
  return useEffectEvent(() => {
    const clientId = search.get('send')
    if (clientId === null) return
    again(clientId)
    const rest = new URLSearchParams(search)
    rest.delete('send')
    setSearch(rest, { replace: true, preventScrollReset: true })
  })
}
