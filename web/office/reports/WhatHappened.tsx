import { CircleCheck, Flag, Trash2 } from 'lucide-react'
import { outcomeOf } from '#contract/office/report-names.ts'
import { useTranslation } from '#web/app/say.ts'
import { useNow } from '#web/app/session.tsx'
import type { WholeCase } from '#web/office/reports/queries.ts'
import { useRefund } from '#web/office/reports/use-refund.ts'
import { Panel } from '#web/ui/Panel.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { Steps } from '#web/ui/Steps.tsx'

/** What happened, the first first, and what is still to come. */
export function WhatHappened({ one: { target, openedAt, reports, reported, decisions, state } }: { one: WholeCase }) {
  const { t } = useTranslation()
  const now = useNow()
  const refunded = useRefund()
  const moment = (at: string) => <RelativeTime at={at} now={now} show="moment" />
  const last = reported.at(-1)
  return (
    <Panel title={t('officeReports.happened')}>
      <Steps
        done={[
          { icon: Flag, title: t('officeReports.opened'), about: moment(openedAt) },
          ...(reports > 1 && last
            ? [{ icon: Flag, title: t('officeReports.more', { count: reports - 1 }), about: moment(last.createdAt) }]
            : []),
          ...decisions.map(({ what, by, reason, refund, at }) => ({
            icon: what === 'removed' ? Trash2 : CircleCheck,
            title: t(`reports.decided.${outcomeOf(target, what)}`),
            about: (
              <>
                {by?.name} · {moment(at)}
              </>
            ),
            note: [reason, refunded.after(refund)].filter(Boolean).join('\n'),
          })),
        ]}
        ahead={state === 'open' ? [t('officeReports.ahead')] : []}
      />
    </Panel>
  )
}
