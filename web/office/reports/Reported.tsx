import { Link } from 'react-router'
import { useTranslation } from '#web/app/say.ts'
import { useNow } from '#web/app/session.tsx'
import type { WholeCase } from '#web/office/reports/queries.ts'
import { Panel } from '#web/ui/Panel.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'

/** Who said what, the first first. */
export function Reported({ one: { reported } }: { one: WholeCase }) {
  const { t } = useTranslation()
  const now = useNow()
  return (
    <Panel title={t('officeReports.reported', { count: reported.length })} flush>
      <ul className="mt-1">
        {reported.map(({ _id, reporter, reason, description, evidence, contact, signature, createdAt }) => (
          <li key={_id} className="grid gap-1.5 border-t border-line px-4 py-3 md:px-5">
            <div className="flex flex-wrap items-baseline justify-between gap-x-4">
              <h3 className="text-15 font-semibold">{t(`reports.reason.${reason}`)}</h3>
              <RelativeTime at={createdAt} now={now} show="moment" className="text-13 text-muted" />
            </div>
            {description !== '' && <p className="text-15 break-words whitespace-pre-line">{description}</p>}
            {evidence.length > 0 && (
              <ul className="grid gap-1 text-14">
                {evidence.map((link) => (
                  <li key={link} className="min-w-0 truncate">
                    <a href={link} target="_blank" rel="noopener noreferrer nofollow" className="text-link hover:underline">
                      {link}
                    </a>
                  </li>
                ))}
              </ul>
            )}
            <p className="flex flex-wrap gap-x-3 text-13 text-muted">
              {reporter ? (
                <Link to={`/admin/people/${reporter._id}`} className="hover:underline">
                  {reporter.name} @{reporter.username}
                </Link>
              ) : (
                <span>{t('officeReports.visitor')}</span>
              )}
              {contact && <span className="break-all">{contact}</span>}
              {signature && <span>{t('officeReports.signed', { name: signature })}</span>}
            </p>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
