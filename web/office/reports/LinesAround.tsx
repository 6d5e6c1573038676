import { useState } from 'react'
import type { ReplyTo } from '#contract/client.ts'
import { useAct } from '#web/app/act.ts'
import { useTranslation } from '#web/app/say.ts'
import { useNow } from '#web/app/session.tsx'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Panel } from '#web/ui/Panel.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'

type Lines = ReplyTo<'reports.lines'>['data']

/** What two people said around it: nobody sees it by merely opening the case. */
export function LinesAround({ id }: { id: string }) {
  const { t } = useTranslation()
  const now = useNow()
  const [lines, setLines] = useState<Lines>()
  const { act, busy } = useAct((api) => api.reports.lines({ id }), { done: ({ data }) => setLines(data), refreshes: ['admin.audit'] })
  return (
    <Panel title={t('officeReports.around')}>
      {lines ? (
        <ul className="grid gap-3">
          {lines.map(({ _id, sender, text, isReported, isDeleted, hasFiles, createdAt }) => (
            <li key={_id} className={cx('grid gap-0.5', isReported && 'rounded-control bg-well px-4 py-3')}>
              <p className="flex flex-wrap gap-x-2 text-13 text-muted">
                <span className="font-semibold">{sender?.name ?? t('officeReports.visitor')}</span>
                <RelativeTime at={createdAt} now={now} show="moment" />
                {isReported && <span>{t('officeReports.thisOne')}</span>}
                {isDeleted && <span>{t('officeReports.deleted')}</span>}
                {hasFiles && <span>{t('officeReports.withFiles')}</span>}
              </p>
              <p className="text-15 break-words whitespace-pre-line">{text}</p>
            </li>
          ))}
        </ul>
      ) : (
        <div className="grid gap-3">
          <p className="text-14 text-muted">{t('officeReports.around.lead')}</p>
          <Button rank="second" size="sm" className="justify-self-start" loading={busy} onClick={() => void act()}>
            {t('officeReports.around.show')}
          </Button>
        </div>
      )}
    </Panel>
  )
}
