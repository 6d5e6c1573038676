import { Bookmark, Gift, Heart, Link2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Video } from '#contract/catalogue/videos.ts'
import { useMe } from '#web/app/session.tsx'
import { useReact } from '#web/catalogue/reactions/react.ts'
import { useAsMember } from '#web/people/follows/members.ts'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { writeCount } from '#web/ui/numbers.ts'
import { useToast } from '#web/ui/Toast.tsx'
import { useSpeech, useUiWords } from '#web/ui/UiWords.tsx'

const TipSheet = lazy(() => import('#web/money/earnings/TipSheet.tsx').then((file) => ({ default: file.TipSheet })))

/** Like, tip, keep, pass on. What is pressed shows at once; a no takes it back. */
export function VideoActs({ video, onChange }: { video: Video; onChange: (change: Partial<Video>) => void }) {
  const { t } = useTranslation()
  const words = useUiWords()
  const { locale } = useSpeech()
  const me = useMe()
  const toast = useToast()
  const react = useReact('video')
  const asMember = useAsMember()
  const [tip, setTip] = useState({ wanted: false, open: false })
  const { isLiked, isBookmarked, totalLike } = video
  const set = async (action: 'like' | 'bookmark', on: boolean) => {
    onChange(action === 'like' ? { isLiked: on, totalLike: totalLike + (on ? 1 : -1) } : { isBookmarked: on })
    const counters = await react(video._id, action, on)
    onChange(
      counters
        ? { isLiked: counters.isLiked, isBookmarked: counters.isBookmarked, totalLike: counters.totalLike }
        : { isLiked, isBookmarked, totalLike },
    )
    if (counters && action === 'bookmark') toast.show(t(on ? 'post.saved' : 'post.unsaved'))
  }
  const share = async () => {
    await navigator.clipboard.writeText(`${location.origin}/videos/${video.slug}`)
    toast.show(t('video.copied'))
  }
  const isMine = me !== null && me.performerId === video.performerId
  return (
    <div className="quiet-scroll flex gap-2 overflow-x-auto py-0.5 max-md:px-4">
      <Button
        rank="second"
        size="sm"
        aria-pressed={isLiked}
        aria-label={words.like(writeCount(totalLike, locale))}
        onClick={() => asMember(() => void set('like', !isLiked))}
        icon={<Heart key={String(isLiked)} className={cx('size-4', isLiked && 'like-pop fill-current text-onair')} />}
      >
        <span className="num">{writeCount(totalLike, locale)}</span>
      </Button>
      {!isMine && (
        <Button
          rank="second"
          size="sm"
          onClick={() => asMember(() => setTip({ wanted: true, open: true }))}
          icon={<Gift className="size-4" />}
        >
          {words.tip}
        </Button>
      )}
      <Button
        rank="second"
        size="sm"
        aria-pressed={isBookmarked}
        onClick={() => asMember(() => void set('bookmark', !isBookmarked))}
        icon={<Bookmark className={cx('size-4', isBookmarked && 'fill-current')} />}
      >
        {words.bookmark}
      </Button>
      <Button rank="second" size="sm" onClick={() => void share()} icon={<Link2 className="size-4" />}>
        {t('video.share')}
      </Button>
      {tip.wanted && (
        <Suspense fallback={null}>
          <TipSheet performer={video.performer} open={tip.open} onOpenChange={(open) => setTip({ wanted: true, open })} />
        </Suspense>
      )}
    </div>
  )
}
