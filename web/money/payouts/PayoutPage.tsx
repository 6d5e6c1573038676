import { useState } from 'react'
import { useTranslation } from '#web/app/say.ts'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import type { PayoutDetail } from '#contract/money/payouts.ts'
import { useAct } from '#web/app/act.ts'
import { requirePerformer } from '#web/app/guard.ts'
import { load, useQuery } from '#web/app/query.ts'
import { StudioShell } from '#web/app/shell/StudioShell.tsx'
import { PayoutLines } from '#web/money/payouts/PayoutLines.tsx'
import { PayoutState } from '#web/money/payouts/PayoutState.tsx'
import { PayoutSteps } from '#web/money/payouts/PayoutSteps.tsx'
import { PayoutSums } from '#web/money/payouts/PayoutSums.tsx'
import { aboutPayouts, calculation, detail } from '#web/money/payouts/queries.ts'
import { RequestSheet } from '#web/money/payouts/RequestSheet.tsx'
import { usePageTitle } from '#web/app/page-title.ts'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { Columns } from '#web/ui/layout/Columns.tsx'
import { PageTitle } from '#web/ui/layout/PageTitle.tsx'
import { writeMoney } from '#web/ui/numbers.ts'
import { Panel } from '#web/ui/Panel.tsx'
import { useSpeech } from '#web/ui/UiWords.tsx'

export const handle = { auth: true }

export async function loader(args: LoaderFunctionArgs) {
  requirePerformer(args)
  const [payout, sums] = await Promise.all([load(args, detail(args.params['payoutId'] ?? '')), load(args, calculation)])
  return { payout, sums }
}

/** One payout: how far it is, where it goes, and which sales it pays. */
export function Component() {
  const { t } = useTranslation()
  const loaded = useLoaderData<typeof loader>()
  const payout = useQuery(detail(loaded.payout._id), loaded.payout).data ?? loaded.payout
  const title = t('payouts.one', { number: payout.number })
  return (
    <StudioShell hasAct below place="payouts" title={title}>
      <title>{usePageTitle(title)}</title>
      <PageTitle aside={<PayoutState status={payout.status} />}>{title}</PageTitle>
      <Columns side={<PayoutSums payout={payout} />}>
        <Panel title={t(`payouts.head.${payout.status}`)}>
          {payout.reason && (
            <p className="mb-5 rounded-control bg-well px-4 py-3 text-15 break-words whitespace-pre-line">{payout.reason}</p>
          )}
          <PayoutSteps payout={payout} names="by" />
          {payout.nextStatuses.includes('cancelled') && <Acts payout={payout} loaded={loaded.sums} />}
        </Panel>
        <PayoutLines payout={payout} />
      </Columns>
    </StudioShell>
  )
}

function Acts({ payout, loaded }: { payout: PayoutDetail; loaded: Awaited<ReturnType<typeof loader>>['sums'] }) {
  const { t } = useTranslation()
  const { locale } = useSpeech()
  const sums = useQuery(calculation, loaded).data ?? loaded
  const [open, setOpen] = useState<'edit' | 'cancel'>()
  const { act: cancel, busy } = useAct((api, once, id: string) => api.payouts.update({ id, status: 'cancelled' }, once), {
    refreshes: aboutPayouts,
    said: () => t('payouts.cancelled'),
  })
  return (
    <div className="mt-6 flex flex-wrap gap-2">
      <Button rank="second" onClick={() => setOpen('edit')}>
        {t('payouts.edit')}
      </Button>
      <Button rank="second" onClick={() => setOpen('cancel')}>
        {t('payouts.cancel')}
      </Button>
      {open === 'edit' && <RequestSheet sums={sums} request={payout} onClose={() => setOpen(undefined)} />}
      <ConfirmDialog
        open={open === 'cancel'}
        onOpenChange={(next) => !next && !busy && setOpen(undefined)}
        title={t('payouts.cancel.title')}
        confirm={t('payouts.cancel')}
        cancel={t('payouts.cancel.keep')}
        danger
        loading={busy}
        onConfirm={() => void cancel(payout._id).then(() => setOpen(undefined))}
      >
        {t('payouts.cancel.lead', { amount: writeMoney(payout.amount, payout.currency, locale) })}
      </ConfirmDialog>
    </div>
  )
}
