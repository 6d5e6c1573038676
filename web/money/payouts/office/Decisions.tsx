import { useState } from 'react'
import { useTranslation } from '#web/app/say.ts'
import type { PayoutDetail } from '#contract/money/payouts.ts'
import type { Api, SentTo } from '#contract/client.ts'
import { type Once, useAct } from '#web/app/act.ts'
import { aboutPayouts } from '#web/money/payouts/queries.ts'
import { ReasonSheet } from '#web/app/ReasonSheet.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { writeMoney } from '#web/ui/numbers.ts'
import { useSpeech } from '#web/ui/UiWords.tsx'

type Decision = 'approved' | 'processing' | 'done' | 'rejected' | 'returned'

/** One step ahead, saying no, and what came back. Nothing is offered that would be refused. */
export function Decisions({ payout }: { payout: PayoutDetail }) {
  const { t } = useTranslation()
  const { locale } = useSpeech()
  const [asking, setAsking] = useState<'done' | 'rejected' | 'returned'>()
  const { number, nextStatuses, performer, currency } = payout
  const isStripe = payout.paymentAccountType === 'stripe'
  const can = (status: Decision) => nextStatuses.includes(status)

  type Decided = SentTo<'payouts.update'> & { status: Decision }
  const moved = ({ status }: Decided) => t(`payouts.office.moved.${status === 'processing' && isStripe ? 'stripe' : status}`, { number })
  // What the provider refused may be sent once more: that is another intention.
  const decide = useAct((api, once, asked: Decided, _seenAt: string) => api.payouts.update(asked, once), {
    refreshes: aboutPayouts,
    said: (_payout, asked) => moved(asked),
  })
  const busy = decide.during?.[0].status
  const withReason = (status: 'rejected' | 'returned') => ({
    about: `${payout._id} ${payout.updatedAt}`,
    onSend: (api: Api, once: Once, reason: string) => api.payouts.update({ id: payout._id, status, reason }, once),
    refreshes: aboutPayouts,
    said: () => moved({ id: payout._id, status }),
  })
  const step = (status: Decision) => decide.act({ id: payout._id, status }, payout.updatedAt)
  if (nextStatuses.length === 0) return null
  const sum = writeMoney(payout.arrives, currency, locale)
  const names = { number, name: performer?.name ?? '' }
  return (
    <div className="mt-6 flex flex-wrap gap-2">
      {can('approved') && (
        <Button loading={busy === 'approved'} onClick={() => void step('approved')}>
          {t('payouts.office.approve')}
        </Button>
      )}
      {can('processing') && (
        <Button loading={busy === 'processing'} onClick={() => void step('processing')}>
          {t(isStripe ? (payout.failure ? 'payouts.office.stripe.again' : 'payouts.office.stripe.send') : 'payouts.office.processing')}
        </Button>
      )}
      {can('done') && <Button onClick={() => setAsking('done')}>{t('payouts.office.done')}</Button>}
      {can('rejected') && (
        <Button rank="second" onClick={() => setAsking('rejected')}>
          {t('payouts.office.reject')}
        </Button>
      )}
      {can('returned') && (
        <Button rank="second" onClick={() => setAsking('returned')}>
          {t('payouts.office.returned')}
        </Button>
      )}
      <ConfirmDialog
        open={asking === 'done'}
        onOpenChange={(next) => !next && busy === undefined && setAsking(undefined)}
        title={t('payouts.office.done.title', names)}
        confirm={t('payouts.office.done')}
        cancel={t('payouts.cancel.keep')}
        loading={busy === 'done'}
        onConfirm={() => void step('done').then(() => setAsking(undefined))}
      >
        {t('payouts.office.done.lead', { ...names, amount: sum })}
      </ConfirmDialog>
      <ReasonSheet
        open={asking === 'rejected'}
        onClose={() => setAsking(undefined)}
        title={t('payouts.office.reject.title', names)}
        lead={t('payouts.office.reject.lead', { ...names, amount: writeMoney(payout.amount, currency, locale) })}
        examples={[t('payouts.office.reject.example1'), t('payouts.office.reject.example2')]}
        act={t('payouts.office.reject')}
        danger
        {...withReason('rejected')}
      />
      <ReasonSheet
        open={asking === 'returned'}
        onClose={() => setAsking(undefined)}
        title={t('payouts.office.returned.title', names)}
        lead={t('payouts.office.returned.lead', { ...names, amount: writeMoney(payout.amount, currency, locale) })}
        examples={[t('payouts.office.returned.example1'), t('payouts.office.returned.example2')]}
        act={t('payouts.office.returned.act')}
        danger
        {...withReason('returned')}
      />
    </div>
  )
}
