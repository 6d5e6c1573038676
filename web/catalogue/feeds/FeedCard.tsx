import { LockOpen } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useTranslation } from '#web/app/say.ts'
import type { Feed } from '#contract/catalogue/feeds.ts'
import { useMe, useNow } from '#web/app/session.tsx'
import { FeedCardMedia } from '#web/catalogue/feeds/FeedCardMedia.tsx'
import { useWhyNotLike } from '#web/catalogue/works/why-not-like.ts'
import { useReact } from '#web/catalogue/reactions/react.ts'
import { useKept, useWish } from '#web/people/follows/members.ts'
import { cx } from '#web/ui/cx.ts'
import { MediaChip } from '#web/ui/MediaChip.tsx'
import { Menu } from '#web/ui/Menu.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { useToast } from '#web/ui/Toast.tsx'
import { WorkCard } from '#web/ui/WorkCard.tsx'
import { lazy } from '#web/ui/network.ts'

// Most people scroll past: what one buys with comes when the first button is pressed.
// Of the few posts that ask or announce something: with their words.
const FeedPoll = lazy(() => import('#web/catalogue/feeds/FeedPoll.tsx').then((file) => ({ default: file.FeedPoll })))
const FeedStream = lazy(() => import('#web/catalogue/feeds/in-posts.ts').then((file) => ({ default: file.FeedStream })))
const PostMenu = lazy(() => import('#web/catalogue/feeds/PostMenu.tsx').then((file) => ({ default: file.PostMenu })))
const TipSheet = lazy(() => import('#web/money/payments/TipSheet.tsx').then((file) => ({ default: file.TipSheet })))

export type FeedCardProps = {
  feed: Feed
  /** Above the fold. */
  priority?: boolean
  /** On its own page: pictures open large, and `?unlock=1` finishes a purchase. */
  onOpenPicture?: (place: number) => void
  resumeUnlock?: boolean
  /** For a page that keeps the post itself (its own page). */
  onChange?: (feed: Feed) => void
}

/** One post, live: what is pressed shows at once, and a right that was bought opens the pictures where they stand. */
export function FeedCard({ feed, priority = false, onOpenPicture, resumeUnlock = false, onChange }: FeedCardProps) {
  const { t } = useTranslation()
  const me = useMe()
  const now = useNow()
  const toast = useToast()
  const react = useReact('feed')
  const [shown, patch] = useShown(feed, onChange)
  const [wasBought] = useState(feed.isBought)
  const [tip, setTip] = useState<{ wanted: boolean; open: boolean; typed?: Readonly<Record<string, string>> }>({
    wanted: false,
    open: false,
  })
  useKept(`tip:${feed._id}`, (typed) => setTip({ wanted: true, open: true, typed }))
  const whyNot = useWhyNotLike('feed', shown)
  const { performer } = shown
  const profile = `/${performer.username}`
  const isMine = me !== null && me.performerId === performer._id
  // A post of words alone keeps them for those who may read; free words are for signed-in adults.
  const isTextLocked = shown.type === 'text' && !shown.canView
  const stream = shown.streamingScheduled

  const set = async (action: 'like' | 'bookmark', on: boolean) => {
    const was = { isLiked: shown.isLiked, isBookmarked: shown.isBookmarked, totalLike: shown.totalLike }
    patch(action === 'like' ? { isLiked: on, totalLike: was.totalLike + (on ? 1 : -1) } : { isBookmarked: on })
    const counters = await react(shown._id, action, on)
    if (!counters) return patch(was)
    patch({ isLiked: counters.isLiked, isBookmarked: counters.isBookmarked, totalLike: counters.totalLike })
    // A like is only a heart; what was kept and is gone can be had back where that is told.
    if (action === 'bookmark') toast.show(t(on ? 'post.saved' : 'post.unsaved'), on ? {} : { undo: () => void set('bookmark', true) })
  }
  const wished = { of: performer, tint: shown.cover?.tint }
  const like = useWish({ key: `like:${shown._id}`, kind: 'like', ...wished }, () => set('like', !shown.isLiked))
  const bookmark = useWish({ key: `keep:${shown._id}`, kind: 'keep', ...wished }, () => set('bookmark', !shown.isBookmarked))
  return (
    <>
      <WorkCard
        creator={{
          name: performer.name,
          handle: performer.username,
          avatar: performer.avatar,
          verified: performer.isVerified,
          to: profile,
        }}
        time={<RelativeTime at={shown.scheduledAt ?? shown.createdAt} now={now} />}
        workTo={`/posts/${shown._id}`}
        // On its own page the name stands above it.
        text={shown.text || (onOpenPicture ? undefined : shown.tagline)}
        note={shown.isPinned ? <p className="text-13 text-muted">{t('post.pinned')}</p> : undefined}
        menu={<Menu label={t('post.menu', { name: performer.name })} opened={(trigger) => <PostMenu feed={shown} trigger={trigger} />} />}
        media={
          stream ? (
            <Suspense fallback={<div className="min-h-52 bg-well" />}>
              <FeedStream feed={shown} at={stream} />
            </Suspense>
          ) : shown.files.length > 0 || isTextLocked ? (
            <FeedCardMedia
              feed={shown}
              priority={priority}
              onOpenPicture={onOpenPicture}
              resumeUnlock={resumeUnlock}
              onOpened={(opened) => patch(opened)}
              chip={
                shown.isBought ? (
                  <MediaChip opened className={cx('absolute top-3 start-3 z-10', !wasBought && 'appear-opened')}>
                    <LockOpen aria-hidden="true" />
                    {t('post.bought')}
                  </MediaChip>
                ) : undefined
              }
            />
          ) : undefined
        }
        likes={{
          count: shown.totalLike,
          liked: shown.isLiked,
          whyNot,
          onToggle: () => (whyNot ? toast.show(whyNot) : like()),
        }}
        comments={{ count: shown.totalComment, to: `/posts/${shown._id}#comments` }}
        onTip={isMine ? undefined : () => setTip({ wanted: true, open: true })}
        save={{ saved: shown.isBookmarked, onToggle: bookmark }}
      >
        {shown.poll && (
          <Suspense fallback={<div className="h-40" />}>
            <FeedPoll feed={shown} poll={shown.poll} onVoted={(poll) => patch({ poll })} />
          </Suspense>
        )}
      </WorkCard>
      {tip.wanted && (
        <Suspense fallback={null}>
          <TipSheet
            performer={performer}
            feedId={shown._id}
            {...tip.typed}
            open={tip.open}
            onOpenChange={(open) => setTip({ ...tip, open })}
          />
        </Suspense>
      )}
    </>
  )
}

/** What one pressed lies over what the list said, until the list brings news of its own. */
function useShown(feed: Feed, onChange: FeedCardProps['onChange']): [Feed, (change: Partial<Feed>) => void] {
  const [over, setOver] = useState<{ of: Feed; change: Partial<Feed> }>()
  const change = over?.of === feed ? over.change : undefined
  return [
    change ? { ...feed, ...change } : feed,
    (more) => {
      setOver((last) => ({ of: feed, change: { ...(last?.of === feed ? last.change : {}), ...more } }))
      onChange?.({ ...feed, ...change, ...more })
    },
  ]
}
