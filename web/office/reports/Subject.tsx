import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useAmounts } from '#web/app/amounts.ts'
import { useTranslation } from '#web/app/say.ts'
import { useNow } from '#web/app/session.tsx'
import type { WholeCase } from '#web/office/reports/queries.ts'
import { WholeFile } from '#web/office/reports/WholeFile.tsx'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'

/** What was asked for, quoted and delivered, one under the other: whether it is the same is what is to be judged. What was made follows. */
function Agreed({ request, text }: { request: NonNullable<WholeCase['subject']['request']>; text: string }) {
  const { t } = useTranslation()
  const { number } = useAmounts()
  const now = useNow()
  const { state, asker, budget, price, days, note, delivered, deliveredAt } = request
  return (
    <dl className="grid gap-3 text-15">
      {asker && (
        <Part title={t('officeReports.agreed.by')}>
          <Link to={`/admin/people/${asker._id}`} className="hover:underline">
            {asker.name} @{asker.username}
          </Link>
        </Part>
      )}
      <Part title={t('officeReports.agreed.asked')}>{text}</Part>
      {budget !== undefined && (
        <Part title={t('officeReports.agreed.budget')}>{t('officeReports.agreed.tokens', { tokens: number(budget) })}</Part>
      )}
      {price !== undefined && days !== undefined && (
        <Part title={t('officeReports.agreed.quoted')}>
          {t('officeReports.agreed.terms', { count: days, tokens: number(price) })}
          {note !== undefined && <span className="block">{note}</span>}
        </Part>
      )}
      {deliveredAt && (
        <Part title={t('officeReports.agreed.delivered')}>
          {delivered || t('officeReports.agreed.wordless')}
          <RelativeTime at={deliveredAt} now={now} show="moment" className="block text-13 text-muted" />
          {state === 'refunded' && <span className="block text-14 text-muted">{t('officeReports.agreed.refunded')}</span>}
        </Part>
      )}
    </dl>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-13 text-muted">{title}</dt>
      <dd className="break-words whitespace-pre-line">{children}</dd>
    </div>
  )
}

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
        {subject.request && <Agreed request={subject.request} text={subject.text} />}
        {!subject.request && subject.text !== '' && <p className="text-15 break-words whitespace-pre-line">{subject.text}</p>}
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
