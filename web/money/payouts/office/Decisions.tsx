import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PayoutDetail } from '#contract/money/payouts.ts'
import { sentenceOf } from '#web/app/api.ts'
import { refresh } from '#web/app/query.ts'
import { useApi } from '#web/app/session.tsx'
import { aboutPayouts } from '#web/money/payouts/queries.ts'
import { ReasonSheet } from '#web/app/ReasonSheet.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { writeMoney } from '#web/ui/numbers.ts'
import { useToast } from '#web/ui/Toast.tsx'
import { useSpeech } from '#web/ui/UiWords.tsx'

type Decision = 'approved' | 'processing' | 'done' | 'rejected' | 'returned'

/** One step ahead, saying no, and what came back. Nothing is offered that would be refused. */
export function Decisions({ payout }: { payout: PayoutDetail }) {
  const { t } = useTranslation()
  const { locale } = useSpeech()
  const api = useApi()
  const toast = useToast()
  const [busy, setBusy] = useState<Decision>()
  const [asking, setAsking] = useState<'done' | 'rejected' | 'returned'>()
  // One intention, one key: a second press is the same decision.
  const keys = useRef(new Map<string, string>())
  const { number, nextStatuses, performer, currency } = payout
  const isStripe = payout.paymentAccountType === 'stripe'
  const can = (status: Decision) => nextStatuses.includes(status)

  const decide = async (status: Decision, reason?: string): Promise<string | undefined> => {
    // What the provider refused may be sent once more: that is another intention.
    const intention = `${status} ${reason ?? ''} ${payout.updatedAt}`
    const idempotencyKey = keys.current.get(intention) ?? crypto.randomUUID()
    keys.current.set(intention, idempotencyKey)
    setBusy(status)
    try {
      await api.payouts.update({ id: payout._id, status, ...(reason !== undefined && { reason }) }, { idempotencyKey })
      toast.show(t(`payouts.office.moved.${status === 'processing' && isStripe ? 'stripe' : status}`, { number }))
      return undefined
    } catch (error) {
      return sentenceOf(error, t('shell.tryLater'))
    } finally {
      await refresh(...aboutPayouts)
      setBusy(undefined)
    }
  }
  const step = async (status: Decision) => {
    const refused = await decide(status)
    if (refused !== undefined) toast.show(refused, { failed: true })
  }
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
        onSend={(reason) => decide('rejected', reason)}
      />
      <ReasonSheet
        open={asking === 'returned'}
        onClose={() => setAsking(undefined)}
        title={t('payouts.office.returned.title', names)}
        lead={t('payouts.office.returned.lead', { ...names, amount: writeMoney(payout.amount, currency, locale) })}
        examples={[t('payouts.office.returned.example1'), t('payouts.office.returned.example2')]}
        act={t('payouts.office.returned.act')}
        danger
        onSend={(reason) => decide('returned', reason)}
      />
    </div>
  )
}
