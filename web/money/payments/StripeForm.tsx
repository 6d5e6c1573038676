import { useEffect, useRef, useState } from 'react'
import { useTranslation } from '#web/app/say.ts'
import { useAct } from '#web/app/act.ts'
import { stripeAppearance } from '#web/money/payments/stripe-appearance.ts'
import { type StripeElements, type StripeError, type StripeScript, stripeScript } from '#web/money/payments/stripe-script.ts'
import { Button } from '#web/ui/Button.tsx'
import { RefusedState } from '#web/ui/RefusedState.tsx'
import { Bone, Waiting } from '#web/ui/Skeleton.tsx'

export interface StripeFormProps {
  clientSecret: string
  publishableKey: string
  for: 'payment' | 'setup'
  label: string
  /** payment: it is on its way. */
  onDone?: () => void
  /** setup: Stripe's name for the card. */
  onCard?: (paymentMethod: string) => Promise<unknown>
}

/** Stripe's own form in a frame of Stripe's: what is typed there never comes to us, and the bank asks in place. */
export function StripeForm({ clientSecret, publishableKey, for: purpose, label, onDone, onCard }: StripeFormProps) {
  const { t, speaker } = useTranslation()
  const place = useRef<HTMLDivElement>(null)
  const form = useRef<{ stripe: StripeScript; elements: StripeElements }>(undefined)
  const [isReady, setReady] = useState(false)
  const [problem, setProblem] = useState<string>()

  useEffect(() => {
    let isGone = false
    let unmount = () => {}
    const mount = async () => {
      const stripe = await stripeScript(publishableKey)
      if (isGone || !place.current) return
      const elements = stripe.elements({
        clientSecret,
        locale: stripeLocale(speaker.language),
        appearance: stripeAppearance(),
      })
      const element = elements.create('payment')
      element.on('ready', () => setReady(true))
      element.on('loaderror', () => setProblem(t('checkout.stripe.noForm')))
      element.mount(place.current)
      unmount = () => element.destroy()
      form.current = { stripe, elements }
    }
    mount().catch(() => setProblem(t('checkout.stripe.noForm')))
    return () => {
      isGone = true
      unmount()
    }
  }, [clientSecret, publishableKey, speaker.language, t])

  // What is wrong with a field stands under the field already.
  const tell = (error: StripeError | undefined) => {
    if (error?.type !== 'validation_error') setProblem(error?.message ?? t('checkout.reason.other'))
  }
  const confirm = async ({ stripe, elements }: { stripe: StripeScript; elements: StripeElements }) => {
    const asked = { elements, redirect: 'if_required', confirmParams: { return_url: window.location.href } }
    if (purpose === 'payment') {
      const { error } = await stripe.confirmPayment(asked)
      if (error) tell(error)
      else onDone?.()
    } else {
      const { error, setupIntent } = await stripe.confirmSetup(asked)
      if (setupIntent?.payment_method) await onCard?.(setupIntent.payment_method)
      else tell(error)
    }
  }
  // Stripe is asked here and not our API: what it says of a no is shown as it is.
  const { act: send, busy } = useAct(
    async () => {
      setProblem(undefined)
      if (form.current) await confirm(form.current)
    },
    { refused: () => (setProblem(t('shell.tryLater')), true) },
  )
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy) void send()
      }}
    >
      {/* A frame of another scheme than its page is painted white, and Stripe's are always light: what is dark is said by its appearance. */}
      <div ref={place} className="scheme-light" />
      {!isReady && !problem && (
        <Waiting>
          <Bone className="h-40 rounded-control" />
        </Waiting>
      )}
      {problem && <RefusedState look="inline" what={t(purpose === 'payment' ? 'checkout.notPaid' : 'cards.add.failed')} why={problem} />}
      <Button type="submit" size="wide" loading={busy} disabled={!isReady}>
        {label}
      </Button>
    </form>
  )
}

/** As Stripe names them: Chinese without more is the simplified one. */
const stripeLocale = (language: string) => (language === 'zh-TW' ? language : language.slice(0, 2))
