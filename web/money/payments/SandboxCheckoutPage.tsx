import { FlaskConical, ShieldCheck } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from '#web/app/say.ts'
import { type LoaderFunctionArgs, useLoaderData, useParams } from 'react-router'
import type { SentTo } from '#contract/client.ts'
import { untilLeft, useAct } from '#web/app/act.ts'
import { load } from '#web/app/query.ts'
import { OtherLanguages } from '#web/app/shell/Footing.tsx'
import { amountIn } from '#web/app/typed-amount.ts'
import { type Checkout, sandboxCheckout } from '#web/money/payments/queries.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { Money } from '#web/ui/Money.tsx'
import { NumberField } from '#web/ui/NumberField.tsx'
import { writeMoney } from '#web/ui/numbers.ts'
import { RadioCards } from '#web/ui/RadioCards.tsx'
import { RefusedState } from '#web/ui/RefusedState.tsx'
import { useSpeech } from '#web/ui/UiWords.tsx'

export function loader(args: LoaderFunctionArgs) {
  return load(args, sandboxCheckout(args.params['checkoutId'] ?? ''))
}

type Action = SentTo<'payments.sandboxPay'>['action']

/** The test cards, with numbers as real gateways print them for their own test modes. */
const cards = [
  { value: 'success', number: '4242 4242 4242 4242' },
  { value: 'three_d_secure', number: '4000 0027 6000 3184' },
  { value: 'declines_later', number: '4000 0000 0000 0341' },
  { value: 'decline', number: '4000 0000 0000 0002' },
] as const
type TestCard = (typeof cards)[number]['value']

/**
 * The sandbox gateway's own page. It stands for a company outside, so it wears nothing of the site's frame, says on every
 * state that it is a test, and knows nothing but its checkout. The site hears of the outcome by webhook only. What was decided
 * stays decided: another card is another checkout, which begins at the site.
 */
export function Component() {
  const { t } = useTranslation()
  const { locale } = useSpeech()
  const loaded = useLoaderData<typeof loader>()
  const id = useParams()['checkoutId'] ?? ''
  const [checkout, setCheckout] = useState<Checkout>(loaded)
  const [card, setCard] = useState<TestCard>('success')
  const [isKept, setKept] = useState(false)
  const [wasUnconfirmed, setUnconfirmed] = useState(false)

  const { act, during, problem } = useAct(
    (api, _once, action: Action, sum?: number) => {
      const more = { ...(action === 'pay' && { card }), ...(isKept && { keep: true }), ...(sum !== undefined && { amount: sum }) }
      return api.payments.sandboxPay({ id, action, ...more })
    },
    {
      noIn: 'screen',
      done(answer, action) {
        const wasOpen = checkout.status === 'open' || checkout.status === 'challenge'
        if (wasOpen && (answer.status === 'paid' || answer.status === 'abandoned')) {
          window.location.assign(answer.returnUrl)
          return untilLeft()
        }
        setCheckout({ ...checkout, ...answer })
        setUnconfirmed(action === 'fail')
      },
    },
  )
  const busy = during?.[0]
  const amount = writeMoney(checkout.amount, checkout.currency, locale)
  const isOver = checkout.status !== 'open' && checkout.status !== 'challenge'
  return (
    <Gateway checkout={checkout}>
      <title>{t('checkout.sandbox.title')}</title>
      {problem && <RefusedState look="inline" what={t('checkout.sandbox.stuck')} why={problem} />}
      {checkout.status === 'declined' && (
        <RefusedState
          look="inline"
          what={t('checkout.sandbox.notCharged')}
          why={t(wasUnconfirmed ? 'checkout.reason.authentication_failed' : 'checkout.sandbox.declined')}
        />
      )}
      {(checkout.status === 'paid' || checkout.status === 'abandoned') && (
        <p className="text-15">{t(`checkout.sandbox.${checkout.status}`)}</p>
      )}
      {checkout.status === 'paid' && <AfterPaying checkout={checkout} busy={busy} act={act} />}
      {isOver && (
        <Button size="wide" className="mt-4" onClick={() => window.location.assign(checkout.returnUrl)}>
          {t('checkout.sandbox.back', { site: checkout.siteName })}
        </Button>
      )}
      {checkout.status === 'challenge' && (
        <div className="grid gap-4">
          <div className="grid justify-items-center gap-2 rounded-control bg-well px-4 py-6 text-center">
            <ShieldCheck aria-hidden="true" className="size-6 text-link" />
            <h2 className="text-18">{t('checkout.sandbox.challenge')}</h2>
            <p className="text-14 leading-relaxed! text-muted">
              {t('checkout.sandbox.challenge.lead', { amount, site: checkout.siteName })}
            </p>
          </div>
          <Button size="wide" loading={busy === 'confirm'} onClick={() => void act('confirm')}>
            {t('checkout.sandbox.confirm')}
          </Button>
          <Button rank="second" size="wide" loading={busy === 'fail'} onClick={() => void act('fail')}>
            {t('checkout.sandbox.fail')}
          </Button>
        </div>
      )}
      {checkout.status === 'open' && (
        <form
          className="grid gap-4"
          onSubmit={(event) => {
            event.preventDefault()
            void act('pay')
          }}
        >
          <h2 className="text-16">{t('checkout.sandbox.choose')}</h2>
          <RadioCards
            label={t('checkout.sandbox.choose')}
            value={card}
            onChange={setCard}
            cards={cards.map(({ value, number }) => ({
              value,
              label: (
                <>
                  <span className="block">{t(`checkout.sandbox.card.${value}`)}</span>
                  <span className="num block text-13 text-muted">{number}</span>
                </>
              ),
            }))}
          />
          <Checkbox label={t('checkout.keepCard')} hint={t('checkout.keepCard.hint')} checked={isKept} onChange={setKept} />
          <Button type="submit" size="wide" loading={busy === 'pay'}>
            {t('checkout.sandbox.pay', { amount })}
          </Button>
          <Button rank="text" className="justify-self-center" loading={busy === 'abandon'} onClick={() => void act('abandon')}>
            {t('checkout.sandbox.leave', { site: checkout.siteName })}
          </Button>
        </form>
      )}
    </Gateway>
  )
}

/** What a gateway's staff or a bank would do later, so that it can be seen in a demonstration. */
function AfterPaying({
  checkout: { amount, refunded, dispute, currency },
  busy,
  act,
}: {
  checkout: Checkout
  busy: string | undefined
  act: (action: Action, amount?: number) => Promise<boolean>
}) {
  const { t } = useTranslation()
  const { locale } = useSpeech()
  const [part, setPart] = useState('')
  const sum = amountIn(part)
  return (
    <div className="mt-4 grid gap-2">
      {refunded > 0 && (
        <p role="status" className="text-14 text-muted">
          {t('checkout.sandbox.refunded', { amount: writeMoney(refunded, currency, locale) })}
        </p>
      )}
      {dispute && (
        <p role="status" className="text-14 text-muted">
          {t(`checkout.sandbox.dispute.${dispute}`)}
        </p>
      )}
      {dispute !== 'lost' && (
        <NumberField
          label={t('checkout.sandbox.part')}
          hint={t('checkout.sandbox.part.hint')}
          unit={currency}
          maxLength={10}
          value={part}
          onChange={(event) => setPart(event.target.value)}
        />
      )}
      <div className="flex flex-wrap gap-2">
        {refunded < amount && (
          <Button rank="second" size="sm" loading={busy === 'refund'} onClick={() => void act('refund', sum)}>
            {t('checkout.sandbox.refund')}
          </Button>
        )}
        {refunded > 0 && (
          <Button rank="second" size="sm" loading={busy === 'fail_refund'} onClick={() => void act('fail_refund')}>
            {t('checkout.sandbox.failRefund')}
          </Button>
        )}
        {(dispute === undefined || dispute === 'won') && (
          <Button rank="second" size="sm" loading={busy === 'dispute'} onClick={() => void act('dispute', sum)}>
            {t('checkout.sandbox.dispute')}
          </Button>
        )}
        {dispute === 'open' && (
          <>
            <Button rank="second" size="sm" loading={busy === 'win_dispute'} onClick={() => void act('win_dispute')}>
              {t('checkout.sandbox.winDispute')}
            </Button>
            <Button rank="second" size="sm" loading={busy === 'lose_dispute'} onClick={() => void act('lose_dispute')}>
              {t('checkout.sandbox.loseDispute')}
            </Button>
          </>
        )}
      </div>
    </div>
  )
}

/** A company of its own: a striped edge for a test, its name, and what is being paid for. */
function Gateway({ checkout, children }: { checkout: Checkout; children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <div className="grid min-h-dvh grid-rows-[auto_1fr_auto]">
      <header className="flex min-h-11 items-center justify-center gap-2 bg-inverse px-4 py-2 text-center text-14 text-on-inverse">
        <FlaskConical aria-hidden="true" className="size-4" />
        {t('checkout.sandbox.test')}
      </header>
      <main className="grid w-full max-w-[480px] content-start gap-6 justify-self-center py-6 md:content-center md:py-10">
        <div className="grid gap-1 max-md:px-4">
          <h1 className="text-14 font-normal text-muted">{t('checkout.sandbox.paying', { site: checkout.siteName })}</h1>
          <p>
            <Money value={checkout.amount} currency={checkout.currency} className="stage-figure text-40" />
          </p>
          <p className="text-15">{checkout.title}</p>
        </div>
        <Card className="p-4 md:p-6">{children}</Card>
        <p className="text-center text-13 text-muted max-md:px-4">{t('checkout.sandbox.note')}</p>
      </main>
      <footer className="flex flex-wrap justify-center gap-x-4 p-5 text-13 text-muted">
        <span>{t('checkout.sandbox.name')}</span>
        <OtherLanguages />
      </footer>
    </div>
  )
}
