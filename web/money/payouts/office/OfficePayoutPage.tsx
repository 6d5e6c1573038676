import { Download } from 'lucide-react'
import { useTranslation } from '#web/app/say.ts'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import type { PayoutDetail } from '#contract/money/payouts.ts'
import { useAct } from '#web/app/act.ts'
import { requireStaff } from '#web/app/guard.ts'
import { load, useQuery } from '#web/app/query.ts'
import { OfficeShell } from '#web/app/shell/OfficeShell.tsx'
import { Decisions } from '#web/money/payouts/office/Decisions.tsx'
import { saveFile } from '#web/money/payouts/office/save-file.ts'
import { WholeBank } from '#web/money/payouts/office/WholeBank.tsx'
import { PayoutLines } from '#web/money/payouts/PayoutLines.tsx'
import { PayoutState } from '#web/money/payouts/PayoutState.tsx'
import { PayoutSteps } from '#web/money/payouts/PayoutSteps.tsx'
import { PayoutSums } from '#web/money/payouts/PayoutSums.tsx'
import { detail } from '#web/money/payouts/queries.ts'
import { usePageTitle } from '#web/app/page-title.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Columns } from '#web/ui/layout/Columns.tsx'
import { PageTitle } from '#web/ui/layout/PageTitle.tsx'
import { Name } from '#web/ui/Name.tsx'
import { Panel } from '#web/ui/Panel.tsx'

export async function loader(args: LoaderFunctionArgs) {
  requireStaff(args)
  return load(args, detail(args.params['payoutId'] ?? ''))
}

/** One payout as staff decide about it. */
export function Component() {
  const { t } = useTranslation()
  const loaded = useLoaderData<typeof loader>()
  const payout = useQuery(detail(loaded._id), loaded).data ?? loaded
  const title = t('payouts.one', { number: payout.number })
  const isUnderWay = payout.status === 'approved' || payout.status === 'processing'
  const isSent = payout.status === 'done' || payout.status === 'returned'
  return (
    <OfficeShell below place="payouts" title={title}>
      <title>{usePageTitle(title)}</title>
      <PageTitle aside={<PayoutState status={payout.status} />}>{title}</PageTitle>
      <Columns
        side={
          <>
            <Creator payout={payout} />
            <PayoutSums payout={payout} />
            {isUnderWay && payout.paymentAccountType !== 'stripe' && <WholeBank payoutId={payout._id} />}
          </>
        }
      >
        <Panel title={t('payouts.office.history')}>
          {payout.reason && (
            <p className="mb-5 rounded-control bg-well px-4 py-3 text-15 break-words whitespace-pre-line">{payout.reason}</p>
          )}
          {payout.failure && (
            <div role="note" className="mb-5 rounded-control bg-well px-4 py-3 text-15">
              <p className="font-semibold">{t(isSent ? 'payouts.office.stripe.back' : 'payouts.office.stripe.failed')}</p>
              <p className="mt-1 break-words text-muted">{payout.failure}</p>
            </div>
          )}
          <PayoutSteps payout={payout} names="office.by" />
          <Decisions payout={payout} />
          {payout.batch && <FileAgain batch={payout.batch} />}
        </Panel>
        <PayoutLines payout={payout} />
      </Columns>
    </OfficeShell>
  )
}

function Creator({ payout: { performer } }: { payout: PayoutDetail }) {
  const { t } = useTranslation()
  if (!performer) return null
  return (
    <Panel title={t('payouts.office.creator')}>
      <div className="flex items-center gap-3">
        <Avatar src={performer.avatar ?? null} name={performer.name} size={40} />
        <span className="min-w-0">
          <Name size={15} to={`/${performer.username}`}>
            {performer.name}
          </Name>
          <span className="block truncate text-13 text-muted">@{performer.username}</span>
        </span>
      </div>
    </Panel>
  )
}

function FileAgain({ batch: { _id, number } }: { batch: { _id: string; number: number } }) {
  const { t } = useTranslation()
  const { act: download } = useAct((api) => api.payouts.batchAgain({ id: _id }), {
    said: ({ leftOut }) => (leftOut > 0 ? t('payouts.office.leftOut', { count: leftOut }) : undefined),
    done: ({ csv, fileName }) => saveFile(csv, fileName),
  })
  return (
    <Button className="mt-4" rank="text" size="sm" icon={<Download className="size-4" />} onClick={() => void download()}>
      {t('payouts.office.again', { number })}
    </Button>
  )
}
