import { useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { type DecisionName, outcomeOf } from '#contract/office/report-names.ts'
import { useAct } from '#web/app/act.ts'
import { requireStaff } from '#web/app/guard.ts'
import { usePageKeys } from '#web/app/page-keys.ts'
import { usePageTitle } from '#web/app/page-title.ts'
import { load, useLoaded } from '#web/app/query.ts'
import { ReasonSheet } from '#web/app/ReasonSheet.tsx'
import { useTranslation } from '#web/app/say.ts'
import { useMember, useNow } from '#web/app/session.tsx'
import { OfficeShell } from '#web/app/shell/OfficeShell.tsx'
import { CaseState } from '#web/office/reports/CaseState.tsx'
import { LinesAround } from '#web/office/reports/LinesAround.tsx'
import { aboutCases, oneCase, type WholeCase } from '#web/office/reports/queries.ts'
import { Reported } from '#web/office/reports/Reported.tsx'
import { Subject } from '#web/office/reports/Subject.tsx'
import { useRefund } from '#web/office/reports/use-refund.ts'
import { WhatHappened } from '#web/office/reports/WhatHappened.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Columns } from '#web/ui/layout/Columns.tsx'
import { PageTitle } from '#web/ui/layout/PageTitle.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'

export async function loader(args: LoaderFunctionArgs) {
  requireStaff(args)
  return load(args, oneCase(args.params['caseId'] ?? ''))
}

/** One case: what it is about, who said what of it, and the decision. */
export function Component() {
  const { t } = useTranslation()
  const loaded = useLoaderData<typeof loader>()
  const one = useLoaded(oneCase(loaded._id), loaded)
  const title = t('officeReports.one', { what: t(`reports.target.${one.target}`) })
  return (
    <OfficeShell below place="reports" title={title}>
      <title>{usePageTitle(title)}</title>
      <PageTitle aside={<CaseState one={one} />}>{title}</PageTitle>
      <Columns
        side={
          <>
            <Decision key={one._id} one={one} />
            <WhatHappened one={one} />
          </>
        }
      >
        <Subject one={one} />
        {one.target === 'message' && <LinesAround key={one._id} id={one._id} />}
        <Reported one={one} />
      </Columns>
    </OfficeShell>
  )
}

const keys: Readonly<Record<string, readonly DecisionName[]>> = { r: ['removed', 'refunded'], k: ['kept'], a: ['acted'] }

function Decision({ one }: { one: WholeCase }) {
  const { t } = useTranslation()
  const me = useMember()
  const now = useNow()
  const refund = useRefund()
  const [deciding, setDeciding] = useState<DecisionName>()
  const isOpen = one.state === 'open'
  const isMine = one.assignedTo?._id === me._id
  const { act: assign, busy } = useAct((api, _once, take: boolean) => api.reports.assign({ id: one._id, isMine: take }), {
    refreshes: aboutCases,
  })
  const may = (what: DecisionName) => {
    if (what === 'removed') return isOpen && one.subject.isRemovable && !one.subject.isGone
    return isOpen && (what !== 'refunded' || (one.target === 'request' && one.subject.request?.state === 'delivered'))
  }
  const outcome = outcomeOf(one.target, deciding ?? 'kept')
  usePageKeys((key) => {
    const what = keys[key]?.find(may)
    if (what) setDeciding(what)
    else if (key === 't' && isOpen) void assign(!isMine)
    else return false
    return true
  })
  return (
    <Panel title={t('officeReports.decision')}>
      <dl className="grid gap-2.5 text-15">
        <div>
          <dt className="text-13 text-muted">{t('officeReports.number')}</dt>
          <dd className="num" translate="no">
            {one.caseNumber}
          </dd>
        </div>
        <div>
          <dt className="text-13 text-muted">{t('officeReports.due')}</dt>
          <dd>
            <RelativeTime at={one.dueAt} now={now} show="moment" />
          </dd>
        </div>
        <div>
          <dt className="text-13 text-muted">{t('officeReports.assigned')}</dt>
          <dd>{one.assignedTo?.name ?? t('officeReports.nobody')}</dd>
        </div>
      </dl>
      {isOpen && (
        <div className="mt-4 grid gap-2">
          {may('removed') && (
            <Button rank="danger" size="wide" onClick={() => setDeciding('removed')}>
              {t('officeReports.remove')}
            </Button>
          )}
          {may('refunded') && (
            <Button rank="danger" size="wide" onClick={() => setDeciding('refunded')}>
              {t('officeReports.refund')}
            </Button>
          )}
          <Button rank="second" size="wide" onClick={() => setDeciding('kept')}>
            {t(one.target === 'request' ? 'officeReports.keep.request' : 'officeReports.keep')}
          </Button>
          <Button rank="second" size="wide" onClick={() => setDeciding('acted')}>
            {t('officeReports.act')}
          </Button>
          <Button rank="text" size="sm" loading={busy} onClick={() => void assign(!isMine)}>
            {t(isMine ? 'officeReports.putBack' : 'officeReports.take')}
          </Button>
          <p className="text-13 text-muted max-lg:hidden">
            {t(one.target === 'request' ? 'officeReports.keys.request' : 'officeReports.keys')}
          </p>
        </div>
      )}
      <ReasonSheet
        open={deciding !== undefined}
        onClose={() => setDeciding(undefined)}
        title={t(`officeReports.ask.${outcome}`)}
        lead={
          <>
            {t(`officeReports.askLead.${outcome}`)}
            {deciding === 'removed' && (
              <span className="mt-2 block font-semibold text-text">
                {one.subject.request?.state === 'delivered' ? t('officeReports.refund.delivered') : refund.before(one.subject.refund)}
              </span>
            )}
            {deciding === 'refunded' && <span className="mt-2 block font-semibold text-text">{refund.given(one.subject.refund)}</span>}
          </>
        }
        act={t(`officeReports.do.${outcome}`)}
        danger={deciding === 'removed' || deciding === 'refunded'}
        about={`${one._id} ${deciding}`}
        onSend={(api, once, reason) => api.reports.decide({ id: one._id, what: deciding ?? 'kept', reason }, once)}
        refreshes={aboutCases}
        said={(done) => [t('officeReports.decided'), refund.after(done.refund)].filter(Boolean).join(t('officeReports.refund.between'))}
      />
    </Panel>
  )
}
