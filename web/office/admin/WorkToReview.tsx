import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Feed } from '#contract/catalogue/feeds.ts'
import { useNow } from '#web/app/session.tsx'
import { PostPrice } from '#web/catalogue/feeds/compose/PostPrice.tsx'
import { PostState } from '#web/catalogue/feeds/compose/PostState.tsx'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Name } from '#web/ui/Name.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'

/** One work as large as it goes, every picture whole and none cut, beside its words and the decision. */
export function WorkToReview({ work, place, total, children }: { work: Feed; place: number; total: number; children: ReactNode }) {
  const { t } = useTranslation()
  const now = useNow()
  return (
    <Card className="overflow-hidden lg:grid lg:grid-cols-[minmax(0,1fr)_336px]">
      <div className="grid min-h-40 content-start gap-1 bg-well">
        {work.files.length === 0 && (
          <div className="p-6 md:p-10">
            <p className="mb-3 text-13 text-muted">{t('office.works.textOnly')}</p>
            <p className="max-w-[36em] text-18 leading-relaxed! break-words whitespace-pre-line">{work.text}</p>
          </div>
        )}
        {work.files.map((file, number) => {
          const url = file.url ?? file.thumbnails.at(-1)?.url ?? file.blurUrl
          return url ? (
            <img
              key={file._id}
              src={url}
              width={file.width}
              height={file.height}
              loading={number === 0 ? 'eager' : 'lazy'}
              alt={t('office.works.picture', { number: number + 1, total: work.files.length })}
              className="mx-auto h-auto max-h-[78dvh] w-auto max-w-full object-contain"
            />
          ) : (
            <p key={file._id} className="p-6 text-14 text-muted">
              {t('office.works.noPicture')}
            </p>
          )
        })}
      </div>
      <div className="grid content-start gap-4 p-4 md:p-5 lg:sticky lg:top-0 lg:self-start">
        <div className="flex items-center gap-3">
          <Avatar src={work.performer.avatar} name={work.performer.name} to={`/${work.performer.username}`} />
          <span className="min-w-0 flex-1">
            <Name verified={work.performer.isVerified} to={`/${work.performer.username}`}>
              {work.performer.name}
            </Name>
            <span className="block truncate text-13 text-muted">@{work.performer.username}</span>
          </span>
          <span className="num text-13 text-muted">
            {place} / {total}
          </span>
        </div>
        <p className="flex flex-wrap gap-x-3 text-13 text-muted">
          <PostPrice post={work} />
          <PostState post={work} now={now} />
          <RelativeTime at={work.createdAt} now={now} />
          <Link to={`/posts/${work._id}`} className="text-link hover:underline">
            {t('office.works.open')}
          </Link>
        </p>
        {work.tagline && <h2 className="text-16">{work.tagline}</h2>}
        {work.text && work.files.length > 0 && <p className="text-15 break-words whitespace-pre-line">{work.text}</p>}
        {work.tags.length > 0 && <p className="text-13 text-muted">{work.tags.map((tag) => `#${tag}`).join(' ')}</p>}
        {work.rejectionReason && (
          <p className="rounded-control bg-onair-wash px-4 py-3 text-14">{t('studio.rejectedBecause', { reason: work.rejectionReason })}</p>
        )}
        <div className="flex flex-wrap justify-end gap-2 border-t border-line pt-4 empty:hidden">{children}</div>
      </div>
    </Card>
  )
}
