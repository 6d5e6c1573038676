import {
  type EmojiData,
  EmojiPicker,
  type EmojiPickerListCategoryHeaderProps,
  type EmojiPickerListEmojiProps,
  type EmojiPickerListRowProps,
  type SkinTone,
} from 'frimousse'
import { Flag, Hash, Lamp, Leaf, PartyPopper, Plane, Search, Smile, User, Utensils } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useTranslation } from '#web/app/say.ts'
import { useMember } from '#web/app/session.tsx'
import { keepRecent, keepTone, recentOf, toneOf } from '#web/talk/messaging/emoji/recent.ts'
import { cx } from '#web/ui/cx.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Menu } from '#web/ui/Menu.tsx'

/** By Emojibase's numbers of its groups. */
const icons = new Map([
  [0, Smile],
  [1, User],
  [3, Leaf],
  [4, Utensils],
  [5, Plane],
  [6, PartyPopper],
  [7, Lamp],
  [8, Hash],
  [9, Flag],
])

type EmojiPanelProps = {
  data: EmojiData
  search: RefObject<HTMLInputElement | null>
  columns: number
  onChoose: (emoji: string) => void
  className: string
}

/** To search by name, to leaf through by group, and to take again what one took lately. Arrows and Enter choose while one searches. */
export function EmojiPanel({ data, search, columns, onChoose, className }: EmojiPanelProps) {
  const { t } = useTranslation()
  const { _id: ownId } = useMember()
  const viewport = useRef<HTMLDivElement>(null)
  const [tone, setTone] = useState(() => toneOf(ownId))
  const [sought, setSought] = useState('')
  const isSearch = sought.trim() !== ''
  const choose = (emoji: string) => {
    keepRecent(ownId, emoji)
    onChoose(emoji)
  }
  useLeavesWordsToTheirWriter(search)
  return (
    <EmojiPicker.Root
      locale={data.locale}
      resolveEmojiData={() => data}
      columns={columns}
      skinTone={tone}
      onEmojiSelect={({ emoji }) => choose(emoji)}
      className={cx('flex flex-col gap-2', className)}
    >
      <div className="flex flex-none items-center gap-1">
        <label className="flex h-11 min-w-0 flex-1 items-center gap-2.5 rounded-full bg-surface px-3.5 text-muted ring-1 ring-line ring-inset focus-within:ring-2 focus-within:ring-link">
          <Search aria-hidden="true" className="size-[18px] flex-none" />
          <span className="sr-only">{t('messages.emoji.search')}</span>
          <EmojiPicker.Search
            ref={search}
            value={sought}
            onChange={(event) => setSought(event.target.value)}
            placeholder={t('messages.emoji.search')}
            className="min-w-0 flex-1 bg-transparent text-15 text-text focus-visible:outline-none max-md:text-16 [&::-webkit-search-cancel-button]:hidden"
          />
        </label>
        <Tone
          names={data.skinTones}
          tone={tone}
          onTone={(next) => {
            keepTone(ownId, next)
            setTone(next)
          }}
        />
      </div>
      {!isSearch && <Groups data={data} viewport={viewport} />}
      {!isSearch && <Recent data={data} ownId={ownId} onChoose={choose} />}
      <EmojiPicker.Viewport ref={viewport} tabIndex={0} className="min-h-0 flex-1 rounded-control">
        <EmojiPicker.Empty>
          {({ search: text }) => <span className="block px-2 py-3 text-15 text-muted">{t('messages.emoji.none', { text })}</span>}
        </EmojiPicker.Empty>
        <EmojiPicker.List aria-label={t('messages.emoji.all')} className="pb-2 select-none" components={pieces} />
      </EmojiPicker.Viewport>
    </EmojiPicker.Root>
  )
}

/** Enter and arrows belong to the word that is being put together: the list hears them on the document, and would take them for its own. */
function useLeavesWordsToTheirWriter(search: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const field = search.current
    const keep = (event: KeyboardEvent) => {
      // Safari says so of the last Enter by 229 alone.
      if (event.isComposing || event.keyCode === 229) event.stopPropagation()
    }
    field?.addEventListener('keydown', keep)
    return () => field?.removeEventListener('keydown', keep)
  }, [search])
}

type ToneProps = { names: EmojiData['skinTones']; tone: SkinTone; onTone: (tone: SkinTone) => void }

function Tone({ names, tone, onTone }: ToneProps) {
  const { t } = useTranslation()
  return (
    <EmojiPicker.SkinTone emoji="✋">
      {({ skinToneVariations }) => (
        <Menu
          entries={[]}
          picks={skinToneVariations.map(({ skinTone, emoji }) => ({
            label: skinTone === 'none' ? t('messages.emoji.tone.none') : names[skinTone as keyof typeof names],
            picture: emoji,
            chosen: skinTone === tone,
            onChoose: () => onTone(skinTone),
          }))}
          trigger={
            <IconButton label={t('messages.emoji.tone')}>
              <span aria-hidden="true" className="font-(family-name:--frimousse-emoji-font) text-20 leading-none">
                {skinToneVariations.find(({ skinTone }) => skinTone === tone)?.emoji}
              </span>
            </IconButton>
          }
        />
      )}
    </EmojiPicker.SkinTone>
  )
}

/** Goes to where a group begins. */
function Groups({ data, viewport }: { data: EmojiData; viewport: RefObject<HTMLDivElement | null> }) {
  const { t } = useTranslation()
  const groups = data.categories.filter(({ index }) => data.emojis.some(({ category }) => category === index))
  const show = (at: number) => {
    // Each group has its place from the start, whether its emoji are drawn yet or not.
    const places = viewport.current?.querySelectorAll<HTMLElement>('[frimousse-list-sizer] > [frimousse-category]')
    viewport.current?.scrollTo({ top: places?.[at]?.offsetTop ?? 0 })
  }
  return (
    <div role="group" aria-label={t('messages.emoji.groups')} className="flex flex-none justify-between">
      {groups.map(({ index, label }, at) => {
        const Icon = icons.get(index) ?? Smile
        return (
          <button
            key={index}
            type="button"
            aria-label={label}
            title={label}
            onClick={() => show(at)}
            className="grid h-11 min-w-0 flex-1 place-items-center rounded-control text-muted hover:bg-hover hover:text-text md:h-9"
          >
            <Icon className="size-[18px]" />
          </button>
        )
      })}
    </div>
  )
}

function Recent({ data, ownId, onChoose }: { data: EmojiData; ownId: string; onChoose: (emoji: string) => void }) {
  const { t } = useTranslation()
  const [recent] = useState(() =>
    recentOf(ownId).flatMap((emoji) => {
      const found = data.emojis.find((each) => each.emoji === emoji || Object.values(each.skins ?? {}).includes(emoji))
      return found ? [{ emoji, label: found.label }] : []
    }),
  )
  if (recent.length === 0) return null
  return (
    <div role="group" aria-label={t('messages.emoji.recent')} className="flex-none">
      <p aria-hidden="true" className="px-1 text-13 text-muted">
        {t('messages.emoji.recent')}
      </p>
      <div className="flex">
        {recent.map(({ emoji, label }) => (
          <button
            key={emoji}
            type="button"
            aria-label={label}
            title={label}
            onClick={() => onChoose(emoji)}
            className={cx(picture, 'w-1/8 hover:bg-hover md:w-1/9')}
          >
            {emoji}
          </button>
        ))}
      </div>
    </div>
  )
}

/** In the font of the list. */
const picture = 'font-(family-name:--frimousse-emoji-font) grid h-11 place-items-center rounded-control text-24 leading-none! md:h-9'

const pieces = {
  CategoryHeader: ({ category, ...props }: EmojiPickerListCategoryHeaderProps) => (
    <div {...props} className="bg-raised px-1 py-1 text-13 text-muted">
      {category.label}
    </div>
  ),
  // Columns and rows come counted from zero, which nobody who reads them out understands. A row is found by its number again when the arrows
  // go there, so it keeps it; only the first one is never looked for.
  Row: ({ 'aria-rowindex': at, ...props }: EmojiPickerListRowProps) => <div {...props} aria-rowindex={at || undefined} />,
  Emoji: ({ emoji, 'aria-colindex': at = 0, ...props }: EmojiPickerListEmojiProps) => (
    <button
      {...props}
      aria-colindex={at + 1}
      type="button"
      title={emoji.label}
      className={cx(picture, 'w-[calc(100%/var(--frimousse-list-columns))]', emoji.isActive && 'bg-hover')}
    >
      {emoji.emoji}
    </button>
  ),
}
