import { Link } from 'react-router'
import { useTranslation } from '#web/app/say.ts'
import { useNow } from '#web/app/session.tsx'
import type { WholeCase } from '#web/office/reports/queries.ts'
import { WholeFile } from '#web/office/reports/WholeFile.tsx'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'

/** What it is about, as it stands; and as it stood when it was reported, where that is something else. */
export function Subject({ one }: { one: WholeCase }) {
  const { t } = useTranslation()
  const now = useNow()
  const { subject, owner, quote } = one
  const files = subject.work?.files ?? []
  return (
    <Panel
      title={t('officeReports.subject')}
      action={
        subject.path && (
          <Link to={subject.path} className="touch relative hover:underline">
            {t('officeReports.open')}
          </Link>
        )
      }
    >
      <div className="grid gap-4">
        {owner && (
          <div className="flex items-center gap-3">
            <Avatar src={owner.avatar} name={owner.name} to={`/admin/people/${owner._id}`} />
            <span className="min-w-0 flex-1">
              <Link to={`/admin/people/${owner._id}`} className="block truncate text-15 font-semibold hover:underline">
                {owner.name}
              </Link>
              <span className="flex gap-2 text-13 text-muted">
                <span className="truncate">@{owner.username}</span>
                {subject.createdAt && <RelativeTime at={subject.createdAt} now={now} />}
              </span>
            </span>
          </div>
        )}
        {subject.isGone && <p className="rounded-control bg-well px-4 py-3 text-14">{t('officeReports.gone')}</p>}
        {subject.text !== '' && <p className="text-15 break-words whitespace-pre-line">{subject.text}</p>}
        {quote !== '' && quote !== subject.text && (
          <div className="grid gap-1 rounded-control bg-well px-4 py-3">
            <p className="text-13 text-muted">{t('officeReports.then')}</p>
            <p className="text-14 break-words whitespace-pre-line">{quote}</p>
          </div>
        )}
        {files.map((file, place) => (
          <WholeFile
            key={file._id}
            file={file}
            title={subject.work?.title ?? ''}
            alt={t('office.works.picture', { number: place + 1, total: files.length })}
            eager={place === 0}
          />
        ))}
      </div>
    </Panel>
  )
}
