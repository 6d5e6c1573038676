import { Bookmark, Flag, Heart, Share2, Pencil } from 'lucide-react'
import { useTranslation } from '#web/app/say.ts'
import { Link } from 'react-router'
import type { Gallery } from '#contract/catalogue/galleries.ts'
import { useMe, useNow } from '#web/app/session.tsx'
import { useShare } from '#web/app/share.ts'
import { useWorkReactions } from '#web/catalogue/reactions/reacting.ts'
import { useReport } from '#web/site/reporting/use-report.tsx'
import { FollowButton } from '#web/people/follows/FollowButton.tsx'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ClampText } from '#web/ui/ClampText.tsx'
import { cx } from '#web/ui/cx.ts'
import { Name } from '#web/ui/Name.tsx'
import { writeCount } from '#web/ui/numbers.ts'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { useSpeech } from '#web/ui/UiWords.tsx'
import { Tags } from '#web/catalogue/works/Tags.tsx'

type GalleryHeadProps = { gallery: Gallery; onChange: (part: Partial<Gallery>) => void }

/** What it is, whose, what they say of it, and what one can do with it. */
export function GalleryHead({ gallery, onChange }: GalleryHeadProps) {
  const { t } = useTranslation()
  const me = useMe()
  const now = useNow()
  const { locale } = useSpeech()
  const { performer, participants, tags } = gallery
  const isMine = me?.performerId === performer._id
  return (
    <header className="grid gap-4 pt-4 pb-4 max-md:bg-surface max-md:px-4 md:pt-0 md:pb-6">
      {gallery.status !== 'active' && isMine && (
        <p className="text-14 text-muted">
          {t(gallery.rejectionReason ? 'gallery.rejected' : `gallery.mine.${gallery.status}`, { reason: gallery.rejectionReason ?? '' })}
        </p>
      )}
      <div className="grid gap-1">
        <h1 dir="auto" className="stage-name text-24 text-pretty md:text-28">
          {gallery.title}
        </h1>
        <p className="num flex flex-wrap gap-x-2 text-14 text-muted">
          <span>{t('post.photos', { count: gallery.totalPhotos })}</span>
          <span aria-hidden="true">·</span>
          {gallery.totalViews > 0 && (
            <>
              <span>{t('gallery.views', { count: gallery.totalViews, views: writeCount(gallery.totalViews, locale) })}</span>
              <span aria-hidden="true">·</span>
            </>
          )}
          <RelativeTime at={gallery.scheduledAt ?? gallery.createdAt} now={now} />
        </p>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="flex min-w-0 items-center gap-3">
          <Avatar src={performer.avatar} name={performer.name} to={`/${performer.username}`} />
          <div className="min-w-0">
            <Name verified={performer.isVerified} to={`/${performer.username}`}>
              {performer.name}
            </Name>
            <p className="truncate text-13 text-muted">@{performer.username}</p>
          </div>
          {isMine ? (
            <Button rank="second" size="sm" className="ms-2" to={`/creator/galleries/${gallery._id}`} icon={<Pencil className="size-4" />}>
              {t('gallery.edit')}
            </Button>
          ) : (
            <span className="ms-2">
              <FollowButton performer={performer} followed={gallery.isFollowed} />
            </span>
          )}
        </div>
        <Acts gallery={gallery} onChange={onChange} />
      </div>
      {gallery.description && <ClampText>{gallery.description}</ClampText>}
      {participants.length > 0 && (
        <p className="text-14 text-muted">
          {t('gallery.with')}
          {participants.map((each, place) => (
            <span key={each._id}>
              {place > 0 && t('gallery.and')}
              <Link to={`/${each.username}`} className="text-link underline underline-offset-4">
                {each.name}
              </Link>
            </span>
          ))}
        </p>
      )}
      <Tags tags={tags} to={(tag) => `/galleries?${new URLSearchParams({ tag })}`} />
    </header>
  )
}

function Acts({ gallery, onChange }: GalleryHeadProps) {
  const { t } = useTranslation()
  const share = useShare()
  const { locale } = useSpeech()
  const me = useMe()
  const { report, sheet } = useReport({ target: 'gallery', id: gallery._id })
  const { toggle, whyNotLike } = useWorkReactions('gallery', gallery, onChange)
  return (
    <div className="-mx-2.5 flex items-center text-muted">
      <button
        type="button"
        aria-pressed={gallery.isLiked}
        aria-disabled={whyNotLike !== undefined || undefined}
        title={whyNotLike}
        onClick={() => toggle('like')}
        className={act}
      >
        <Heart key={String(gallery.isLiked)} className={cx(gallery.isLiked && 'like-pop fill-current text-onair')} />
        <span className="sr-only">{t('gallery.like')}</span>
        {gallery.totalLike > 0 && writeCount(gallery.totalLike, locale)}
      </button>
      <button
        type="button"
        aria-pressed={gallery.isBookmarked}
        aria-label={t('gallery.save')}
        onClick={() => toggle('bookmark')}
        className={act}
      >
        <Bookmark className={cx(gallery.isBookmarked && 'fill-current text-text')} />
      </button>
      <button
        type="button"
        aria-label={t('post.copyLink')}
        onClick={() => void share(`/galleries/${gallery.slug}`, gallery.title)}
        className={act}
      >
        <Share2 />
      </button>
      {me?.performerId !== gallery.performerId && (
        <button type="button" aria-label={t('shell.report')} onClick={report} className={act}>
          <Flag />
        </button>
      )}
      {sheet}
    </div>
  )
}

const act =
  'num inline-flex h-11 min-w-11 items-center justify-center gap-[7px] rounded-full px-2.5 text-14 transition-colors hover:bg-hover aria-disabled:opacity-45 aria-disabled:hover:bg-transparent'
