import type { ReactNode } from 'react'
import { useTranslation } from '#web/app/say.ts'
import { Link } from 'react-router'
import type { ReviewedWork } from '#contract/office/admin.ts'
import { useNow } from '#web/app/session.tsx'
import { WorkPrice } from '#web/catalogue/works/studio/WorkPrice.tsx'
import { WorkState } from '#web/catalogue/works/studio/WorkState.tsx'
import { WholeFile } from '#web/office/reports/WholeFile.tsx'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Name } from '#web/ui/Name.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'

type WorkToReviewProps = {
  work: ReviewedWork
  place: number
  total: number
  /** Several of one creator stand in this queue. */
  note?: string | undefined
  /** Whether visitors may see it too. */
  mark?: ReactNode
  /** The decision. */
  children: ReactNode
}

/** One work as large as it goes, every picture whole and none cut, films and sound to play, beside its words and the decision. */
export function WorkToReview({ work, place, total, note, mark, children }: WorkToReviewProps) {
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
        {work.files.map((file, number) => (
          <WholeFile
            key={file._id}
            file={file}
            title={work.title}
            alt={t('office.works.picture', { number: number + 1, total: work.files.length })}
            eager={number === 0}
          />
        ))}
        {(work.thumbnail || work.teaser) && <Previews work={work} />}
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
        {note && <p className="num rounded-control bg-well px-4 py-3 text-14">{note}</p>}
        <p className="flex flex-wrap gap-x-3 text-13 text-muted">
          <WorkPrice work={work} />
          <WorkState work={work} now={now} />
          <RelativeTime at={work.createdAt} now={now} />
          <span>{t(`office.works.kind.${work.kind}`)}</span>
          {work.path && (
            <Link to={work.path} className="text-link hover:underline">
              {t('office.works.open')}
            </Link>
          )}
        </p>
        {work.kind !== 'feed' && work.kind !== 'message' && <h2 className="text-16">{work.title}</h2>}
        {work.text && work.files.length > 0 && <p className="text-15 break-words whitespace-pre-line">{work.text}</p>}
        {work.tags.length > 0 && <p className="text-13 text-muted">{work.tags.map((tag) => `#${tag}`).join(' ')}</p>}
        {work.rejectionReason && (
          <p className="rounded-control bg-onair-wash px-4 py-3 text-14">{t('studio.rejectedBecause', { reason: work.rejectionReason })}</p>
        )}
        {mark && <div className="border-t border-line pt-2">{mark}</div>}
        <div className="flex flex-wrap justify-end gap-2 border-t border-line pt-4 empty:hidden">{children}</div>
      </div>
    </Card>
  )
}

/** What everyone sees, whether they pay or not: it is looked at like the rest. */
function Previews({ work: { thumbnail, teaser } }: { work: ReviewedWork }) {
  const { t } = useTranslation()
  return (
    <section aria-label={t('office.works.previews')} className="border-t border-line p-4">
      <p className="mb-2 text-13 text-muted">{t('office.works.previews')}</p>
      <div className="flex flex-wrap gap-3">
        {thumbnail && (
          <img
            src={thumbnail.url}
            alt={t('office.works.previews')}
            loading="lazy"
            className="max-h-60 max-w-full rounded-tile object-contain"
          />
        )}
        {teaser && (
          <video src={teaser.url} controls preload="none" poster={teaser.thumbnails[0]?.url} className="max-h-60 max-w-full rounded-tile" />
        )}
      </div>
    </section>
  )
}
