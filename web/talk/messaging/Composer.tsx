import { ArrowUp, FolderOpen, Gift, Image, MessageSquareText, Plus, Sparkles, Upload, X } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, Suspense, useEffect, useRef, useState } from 'react'
import type { Answered, Conversation, Message } from '#contract/talk/messaging.ts'
import { useAct } from '#web/app/act.ts'
import { useAmounts } from '#web/app/amounts.ts'
import { useTranslation } from '#web/app/say.ts'
import { useMember, useSettings } from '#web/app/session.tsx'
import { amountIn } from '#web/app/typed-amount.ts'
import { bringWords } from '#web/app/words.ts'
import { accepts } from '#web/media/uploads/purposes.ts'
import { clear, itemsOf, seed, useUploads } from '#web/media/uploads/uploads.ts'
import { Closed } from '#web/talk/messaging/Closed.tsx'
import { type Delivered, draftOf, filesOf, keepDraft, keepFiles, saleIn, useKept } from '#web/talk/messaging/drafts.ts'
import { EmojiButton } from '#web/talk/messaging/emoji/EmojiButton.tsx'
import { enclosedFrom, isWithin, listOf, useEnclose } from '#web/talk/messaging/enclosing.ts'
import { mostLetters } from '#contract/talk/limits.ts'
import type { Enclosed } from '#web/talk/messaging/outbox.ts'
import { useQuoted } from '#web/talk/messaging/Quote.tsx'
import { useSaysWriting } from '#web/talk/messaging/typing.ts'
import { cx } from '#web/ui/cx.ts'
import { useIsHydrated } from '#web/ui/hydrated.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Menu } from '#web/ui/Menu.tsx'
import type { MenuEntry } from '#web/ui/MenuOpened.tsx'
import { lazy } from '#web/ui/network.ts'

const TipSheet = lazy(() => import('#web/money/payments/TipSheet.tsx').then((file) => ({ default: file.TipSheet })))

const Enclosures = lazy(() => import('#web/talk/messaging/Enclosures.tsx').then((file) => ({ default: file.Enclosures })))
const FromLibrary = lazy(async () => {
  const [file] = await Promise.all([import('#web/talk/messaging/FromLibrary.tsx'), bringWords('work')])
  return { default: file.FromLibrary }
})

const tellWhenLeft = 100

const AskSheet = lazy(() => import('#web/talk/messaging/AskSheet.tsx').then((file) => ({ default: file.AskSheet })))
const SavedReplies = lazy(() => import('#web/talk/messaging/SavedReplies.tsx').then((file) => ({ default: file.SavedReplies })))

type ComposerProps = {
  conversation: Conversation
  /** One's own message whose words are changed instead. */
  editing: Message | undefined
  /** It was saved, or left as it is. */
  onEdited: (message?: Message) => void
  /** The request that the next files deliver. */
  delivering: Delivered | undefined
  /** It went out, or not now. */
  onDelivered: () => void
  answering: Answered | undefined
  onAnswering: (answered: Answered | undefined) => void
  onWrite: (text: string, enclosed: Enclosed | undefined) => void
}

/** What one says next. Enter sends where there is a keyboard; what was begun stays in this browser until it is sent. */
export function Composer({ conversation, editing, onEdited, delivering, onDelivered, answering, onAnswering, onWrite }: ComposerProps) {
  const { t } = useTranslation()
  const me = useMember()
  const { number } = useAmounts()
  const { _id: id, recipientInfo: who, writing } = conversation
  const field = useRef<HTMLTextAreaElement>(null)
  const isHydrated = useIsHydrated()
  const [draft] = useState(() => (typeof window === 'undefined' ? '' : draftOf(me._id, id)))
  const [typed, setTyped] = useState(editing?.text)
  // The server knows no drafts, and the first drawing must agree with it.
  const text = typed ?? (isHydrated ? draft : '')
  const [tips, setTips] = useState<boolean>()
  const [picks, setPicks] = useState<boolean>()
  const [asks, setAsks] = useState(false)
  const isEdit = editing !== undefined
  const left = mostLetters - Array.from(text.trim()).length
  const items = useUploads(listOf(id))
  const enclose = useEnclose(id)
  const picker = useRef<HTMLInputElement>(null)
  const [library, setLibrary] = useState<boolean>()
  const [sale, setSale] = useKept(id, 'sale', saleIn)
  const isSold = sale.isOn && !delivering
  const settings = useSettings()
  const salePrice = isSold && isWithin(sale.price, settings) ? amountIn(sale.price) : undefined
  const enclosed = isEdit ? undefined : enclosedFrom(items, { price: salePrice, previewId: sale.previewId })
  const isWhole = items.length === 0 || isEdit || (enclosed !== undefined && (!isSold || salePrice !== undefined))
  const isReady = (enclosed !== undefined || (text.trim() !== '' && !delivering)) && left >= 0 && isWhole
  const price = writing.price === undefined ? undefined : { count: writing.price, amount: number(writing.price) }

  useEffect(() => {
    // At a desk one came to write; on a phone the keyboard would cover what one came to read.
    if (isEdit || window.matchMedia('(min-width: 1024px) and (pointer: fine)').matches) field.current?.focus()
  }, [isEdit])

  useEffect(() => {
    // Those that are still in this tab go on by themselves.
    const kept = isEdit ? [] : filesOf(me._id, id)
    if (kept.length > 0 && itemsOf(listOf(id)).length === 0) seed(listOf(id), kept)
  }, [isEdit, me._id, id])
  useEffect(() => {
    if (!isEdit) keepFiles(me._id, id, items)
  }, [isEdit, me._id, id, items])

  const answered = isEdit ? undefined : answering
  const quoted = useQuoted()
  const answeredId = answered?._id
  useEffect(() => {
    if (answeredId !== undefined) field.current?.focus()
  }, [answeredId])

  const saysWriting = useSaysWriting(id)
  const change = (next: string) => {
    setTyped(next)
    if (!isEdit) saysWriting(next !== '')
    if (!isEdit) keepDraft(me._id, id, next)
  }
  const {
    act: save,
    busy,
    problem,
  } = useAct((api, _once, words: string) => api.messaging.edit({ id: editing?._id ?? '', text: words }), {
    refreshes: ['messaging.search'],
    noIn: 'screen',
    done: (message) => onEdited(message),
  })
  const send = () => {
    if (!isReady || busy) return
    if (isEdit) return void save(text.trim())
    onWrite(
      text.trim(),
      delivering && enclosed ? { fileIds: enclosed.fileIds, inside: enclosed.inside, requestId: delivering._id } : enclosed,
    )
    if (delivering) onDelivered()
    change('')
    onAnswering(undefined)
    clear(listOf(id))
    keepFiles(me._id, id, [])
    setSale(undefined)
    field.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter that ends the writing of a Chinese word belongs to the word; Safari says so by 229 alone.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing || event.nativeEvent.keyCode === 229) return
    if (!window.matchMedia('(pointer: fine)').matches) return
    event.preventDefault()
    send()
  }
  const files = () => picker.current?.click()
  // A creator may also take what is in their library.
  const acts: readonly Act[] = who.isPerformer
    ? [
        { label: t('messages.attach'), icon: Image, onChoose: files },
        { label: t('messages.tip', { name: who.name }), icon: Gift, onChoose: () => setTips(true) },
        ...(conversation.takesRequests
          ? [{ label: t('requests.ask', { name: who.name }), icon: Sparkles, onChoose: () => setAsks(true) }]
          : []),
      ]
    : [
        {
          label: t('messages.attach'),
          icon: Image,
          from: [
            { label: t('messages.attach.device'), icon: Upload, onChoose: files },
            { label: t('messages.attach.library'), icon: FolderOpen, onChoose: () => setLibrary(true) },
          ],
        },
        { label: t('messages.replies.pick'), icon: MessageSquareText, onChoose: () => setPicks(true) },
      ]
  if (!writing.may && !isEdit) return <Closed conversation={conversation} />
  return (
    <>
      <form
        className="safe-bottom grid gap-1 max-md:border-t max-md:border-line max-md:bg-surface"
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          send()
        }}
        onPaste={(event) => {
          // Words that are pasted stay words.
          if (isEdit || event.clipboardData.files.length === 0) return
          event.preventDefault()
          enclose([...event.clipboardData.files])
        }}
      >
        {isEdit && (
          <p className="flex items-center justify-between ps-4 text-13 text-muted lg:ps-7">
            {t('messages.edit.now')}
            <IconButton label={t('messages.edit.cancel')} onClick={() => onEdited()}>
              <X />
            </IconButton>
          </p>
        )}
        {delivering && !isEdit && (
          <div className="flex items-center justify-between gap-2 px-4 pt-2 text-13 lg:px-7">
            <p className="num grid min-w-0">
              <span className="font-semibold">{t('requests.deliver.now', { name: who.name })}</span>
              <span className="truncate text-muted">{delivering.text}</span>
              <span className="text-muted">{t('requests.deliver.price', { amount: number(delivering.price ?? 0) })}</span>
            </p>
            <IconButton label={t('requests.deliver.cancel')} onClick={onDelivered}>
              <X />
            </IconButton>
          </div>
        )}
        {answered && (
          <p className="flex items-center gap-2 ps-4 text-13 text-muted lg:ps-7">
            <span className="min-w-0 flex-1 truncate border-s-2 border-line-strong ps-2">
              <span className="font-semibold">
                {answered.senderId === me._id ? t('messages.reply.self') : t('messages.reply.to', { name: who.name })}
              </span>{' '}
              {quoted(answered)}
            </span>
            <IconButton label={t('messages.reply.cancel')} onClick={() => onAnswering(undefined)}>
              <X />
            </IconButton>
          </p>
        )}
        {!isEdit && items.length > 0 && (
          <Suspense fallback={<div className="h-[92px]" />}>
            <Enclosures list={listOf(id)} items={items} sale={sale} onSale={delivering ? undefined : setSale} />
          </Suspense>
        )}
        <div className="flex items-end gap-1 px-2 pt-2 pb-3 md:px-3 lg:px-5 lg:pb-4">
          {!isEdit && <Beside acts={acts} />}
          <input
            ref={picker}
            type="file"
            multiple
            hidden
            aria-label={t('messages.attach')}
            accept={`${accepts.photo},${accepts.video},${accepts.audio}`}
            onChange={(event) => {
              enclose([...(event.target.files ?? [])])
              event.target.value = ''
            }}
          />
          <div className="mx-1 min-w-0 flex-1">
            <div className="relative">
              <textarea
                ref={field}
                rows={1}
                value={text}
                aria-label={t('messages.write', { name: who.name })}
                placeholder={t('messages.write', { name: who.name })}
                aria-invalid={left < 0 || problem !== undefined ? true : undefined}
                aria-describedby={price ? `price-${id}` : undefined}
                onChange={(event) => change(event.target.value)}
                onKeyDown={onKeyDown}
                className={cx(
                  'block field-sizing-content max-h-40 w-full resize-none rounded-[22px] bg-surface py-[10px] pe-12 ps-4 text-15 leading-[1.6]! ring-1 ring-line-strong outline-none ring-inset placeholder:text-muted focus:ring-2 focus:ring-link max-md:text-16',
                  left < 0 && 'ring-onair',
                )}
              />
              <div className="absolute end-0 bottom-0">
                <EmojiButton field={field} />
              </div>
            </div>
            {price && (
              <p id={`price-${id}`} className="num px-4 pt-1 text-13 text-muted">
                {t('messages.price', price)}
              </p>
            )}
            {left < tellWhenLeft && (
              <p role="status" className={cx('num px-4 pt-1 text-13', left < 0 ? 'text-onair' : 'text-muted')}>
                {left < 0 ? t('messages.tooLong', { count: -left }) : t('messages.left', { count: left })}
              </p>
            )}
            {problem !== undefined && (
              <p role="alert" className="px-4 pt-1 text-13 text-onair">
                {problem}
              </p>
            )}
          </div>
          <IconButton
            type="submit"
            label={isEdit ? t('messages.edit.save') : price ? t('messages.send.price', price) : t('messages.send')}
            disabled={!isReady}
            aria-busy={busy || undefined}
            className="bg-primary text-on-primary hover:bg-primary-hover active:bg-primary-press"
          >
            <ArrowUp />
          </IconButton>
        </div>
      </form>
      {/* Beside the form and not in it: what is sent in a sheet sends nothing else. */}
      {library !== undefined && (
        <Suspense fallback={null}>
          <FromLibrary list={listOf(id)} open={library} onOpenChange={setLibrary} />
        </Suspense>
      )}
      {picks !== undefined && (
        <Suspense fallback={null}>
          <SavedReplies
            name={who.name}
            open={picks}
            onOpenChange={setPicks}
            // What was begun stays before it.
            onPick={(reply) => change(text.trim() === '' ? reply : `${text.trimEnd()}\n${reply}`)}
          />
        </Suspense>
      )}
      {asks && (
        <Suspense fallback={null}>
          <AskSheet performer={who} onClose={() => setAsks(false)} />
        </Suspense>
      )}
      {tips !== undefined && (
        <Suspense fallback={null}>
          <TipSheet performer={who} open={tips} onOpenChange={setTips} />
        </Suspense>
      )}
    </>
  )
}

interface Deed {
  label: string
  icon: NonNullable<MenuEntry['icon']>
  onChoose: () => void
}
/** `from`: where it may come from, which is asked for first. */
type Act = Deed | (Omit<Deed, 'onChoose'> & { from: readonly Deed[] })

/** What one can do besides writing. On a phone it is behind one button, so that what is written has the room. */
function Beside({ acts }: { acts: readonly Act[] }) {
  const { t } = useTranslation()
  return (
    <>
      <span className="md:hidden">
        <Menu
          align="start"
          trigger={
            <IconButton label={t('messages.acts')}>
              <Plus />
            </IconButton>
          }
          entries={acts.flatMap((act) => ('from' in act ? act.from : act))}
        />
      </span>
      {acts.map((act) => {
        const { label, icon: Icon } = act
        return (
          <span key={label} className="max-md:hidden">
            {'from' in act ? (
              <Menu
                align="start"
                trigger={
                  <IconButton label={label}>
                    <Icon />
                  </IconButton>
                }
                entries={[...act.from]}
              />
            ) : (
              <IconButton label={label} onClick={act.onChoose}>
                <Icon />
              </IconButton>
            )}
          </span>
        )
      })}
    </>
  )
}
