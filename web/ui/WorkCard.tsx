import { Bookmark, Gift, Heart, MessageCircle } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { Link, type LinkProps } from 'react-router'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Card } from '#web/ui/Card.tsx'
import { ClampText } from '#web/ui/ClampText.tsx'
import { cx } from '#web/ui/cx.ts'
import { Name } from '#web/ui/Name.tsx'
import { writeCount } from '#web/ui/numbers.ts'
import { useSpeech } from '#web/ui/UiWords.tsx'

export type WorkCardProps = {
  creator: {
    name: string
    handle: string
    avatar?: string | null | undefined
    verified?: boolean | undefined
    live?: boolean | undefined
    to: LinkProps['to']
  }
  /** A RelativeTime; a link to the work itself when `workTo` is given. */
  time: ReactNode
  workTo?: LinkProps['to'] | undefined
  /** What the creator wrote: clamped at four lines with "more". */
  text?: ReactNode
  /** MediaFrame, LockedMedia, or nothing. */
  media?: ReactNode
  /** Under the media: a PollList. */
  children?: ReactNode
  /** A Menu at the upper right. */
  menu?: ReactNode
  /** Between header and text: review state, schedule. */
  note?: ReactNode
  /** `whyNot`: it is not to be had, and a press may say so; without `onToggle` nobody may press at all. */
  likes: { count: number; liked: boolean; whyNot?: string | undefined; onToggle?: (() => void) | undefined }
  comments?: { count: number; to?: LinkProps['to'] | undefined; onOpen?: (() => void) | undefined } | undefined
  onTip?: (() => void) | undefined
  save?: { saved: boolean; onToggle: () => void } | undefined
}

/** One published work. Media is the colour; everything around it is quiet. */
export function WorkCard({ creator, time, workTo, text, media, children, menu, note, likes, comments, onTip, save }: WorkCardProps) {
  const { locale, words } = useSpeech()
  const id = useId()
  const commentCount = comments && writeCount(comments.count, locale)
  return (
    <Card className="overflow-hidden">
      <article aria-labelledby={id}>
        <header className="flex items-center gap-3 py-3 pe-2 ps-4">
          <Avatar src={creator.avatar} name={creator.name} live={creator.live} to={creator.to} />
          <div className="min-w-0 flex-1">
            <h2 id={id} className="leading-none!">
              <Name verified={creator.verified} to={creator.to}>
                {creator.name}
              </Name>
            </h2>
            <p className="flex min-w-0 gap-1 text-13 text-muted">
              <span className="truncate">@{creator.handle}</span>
              <span aria-hidden="true">·</span>
              {workTo === undefined ? (
                <span className="flex-none">{time}</span>
              ) : (
                <Link to={workTo} className="flex-none hover:underline">
                  {time}
                </Link>
              )}
            </p>
          </div>
          {menu}
        </header>
        {note && <div className="px-4 pb-3">{note}</div>}
        {text && <ClampText className="px-4 pb-3">{text}</ClampText>}
        {media}
        {children && <div className="px-4">{children}</div>}
        <footer className="flex items-center px-2 py-1.5 text-muted">
          <button
            type="button"
            aria-pressed={likes.liked}
            aria-label={words('like', { count: writeCount(likes.count, locale) })}
            onClick={likes.onToggle}
            disabled={!likes.onToggle}
            aria-disabled={likes.whyNot !== undefined || undefined}
            title={likes.whyNot}
            className={act}
          >
            <Heart key={String(likes.liked)} className={cx(likes.liked && 'like-pop fill-current text-onair')} />
            {likes.count > 0 && <span>{writeCount(likes.count, locale)}</span>}
          </button>
          {comments &&
            (comments.to === undefined ? (
              <button
                type="button"
                aria-label={words('comment', { count: commentCount ?? '' })}
                onClick={comments.onOpen}
                disabled={!comments.onOpen}
                className={act}
              >
                <MessageCircle />
                {comments.count > 0 && <span>{commentCount}</span>}
              </button>
            ) : (
              <Link to={comments.to} aria-label={words('comment', { count: commentCount ?? '' })} className={act}>
                <MessageCircle />
                {comments.count > 0 && <span>{commentCount}</span>}
              </Link>
            ))}
          {onTip && (
            <button type="button" onClick={onTip} className={act}>
              <Gift />
              <span>{words('tip')}</span>
            </button>
          )}
          {save && (
            <button
              type="button"
              aria-pressed={save.saved}
              aria-label={words('bookmark')}
              onClick={save.onToggle}
              className={cx(act, 'ms-auto')}
            >
              <Bookmark className={cx(save.saved && 'fill-current text-text')} />
            </button>
          )}
        </footer>
      </article>
    </Card>
  )
}

const act =
  'num inline-flex h-11 min-w-11 items-center justify-center gap-[7px] rounded-full px-2.5 text-14 transition-colors hover:bg-hover disabled:hover:bg-transparent aria-disabled:opacity-45 aria-disabled:hover:bg-transparent'
