import { useState } from 'react'
import { useTranslation } from '#web/app/say.ts'
import { type LoaderFunctionArgs, useLoaderData, useNavigate, useParams } from 'react-router'
import { sentenceOf } from '#web/app/api.ts'
import { requireMember } from '#web/app/guard.ts'
import { load, useQuery } from '#web/app/query.ts'
import { useApi } from '#web/app/session.tsx'
import { Footing } from '#web/app/shell/Footing.tsx'
import { SiteBrand } from '#web/app/shell/SiteBrand.tsx'
import { paymentTitle } from '#web/money/payments/payment-title.ts'
import { going, transaction } from '#web/money/payments/queries.ts'
import { StripeForm } from '#web/money/payments/StripeForm.tsx'
import { usePageTitle } from '#web/app/page-title.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { Money } from '#web/ui/Money.tsx'
import { writeMoney } from '#web/ui/numbers.ts'
import { RefusedState } from '#web/ui/RefusedState.tsx'
import { Bone, Waiting } from '#web/ui/Skeleton.tsx'
import { useSpeech } from '#web/ui/UiWords.tsx'

export async function loader(args: LoaderFunctionArgs) {
  requireMember(args)
  return load(args, transaction(args.params['transactionId'] ?? ''))
}

/** Our page with Stripe's form in it. What becomes of the payment is said by webhook, on the page where the payer waits. */
export function Component() {
  const { t } = useTranslation()
  const { locale } = useSpeech()
  const api = useApi()
  const navigate = useNavigate()
  const payment = useLoaderData<typeof loader>()
  const id = useParams()['transactionId'] ?? ''
  const { data, error } = useQuery(going(id), undefined, { revalidateOnFocus: false })
  const [isKept, setKept] = useState(false)
  const onward = () => void navigate(`/payment/return?transaction=${id}`, { replace: true })
  const keep = (keepCard: boolean) => {
    setKept(keepCard)
    if (keepCard) void api.payments.goOn({ id, keepCard }).catch(() => setKept(false))
  }
  return (
    <div className="grid min-h-dvh grid-rows-[auto_1fr_auto]">
      <title>{usePageTitle(t('checkout.stripe.title'))}</title>
      <header className="flex min-h-14 items-center justify-center px-4">
        <SiteBrand />
      </header>
      <main className="grid w-full max-w-[480px] content-start gap-6 justify-self-center py-6">
        <div className="grid gap-1 max-md:px-4">
          <h1 className="text-14 font-normal text-muted">{t('checkout.stripe.title')}</h1>
          <p>
            <Money value={payment.totalPrice} currency={payment.currency} className="stage-figure text-40" />
          </p>
          <p className="text-15">{paymentTitle(payment, t, locale)}</p>
        </div>
        <Card className="p-4 md:p-6">
          {error ? (
            <RefusedState
              look="inline"
              what={t('checkout.stripe.stuck')}
              why={sentenceOf(error, t('shell.tryLater'))}
              actions={<Button onClick={onward}>{t('checkout.goOn')}</Button>}
            />
          ) : !data?.clientSecret || !data.publishableKey ? (
            <Waiting>
              <Bone className="h-40 rounded-control" />
            </Waiting>
          ) : (
            <div className="grid gap-5">
              {payment.type === 'wallet_top_up' && (
                <Checkbox
                  label={t('checkout.keepCard')}
                  hint={t('checkout.keepCard.hint')}
                  checked={isKept}
                  disabled={isKept}
                  onChange={keep}
                />
              )}
              <StripeForm
                clientSecret={data.clientSecret}
                publishableKey={data.publishableKey}
                for="payment"
                label={t('checkout.sandbox.pay', { amount: writeMoney(payment.totalPrice, payment.currency, locale) })}
                onDone={onward}
              />
            </div>
          )}
        </Card>
        <p className="text-center text-13 text-muted max-md:px-4">{t('checkout.stripe.note')}</p>
        <Button rank="text" size="sm" className="justify-self-center" to="/wallet">
          {t('checkout.stripe.leave')}
        </Button>
      </main>
      <footer className="flex min-h-6 flex-wrap justify-center gap-x-4 p-5 text-13 leading-[1.9] text-muted">
        <Footing />
      </footer>
    </div>
  )
}
