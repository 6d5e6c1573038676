// Stripe beside the server and in the browser. The server's official client meets the small Stripe of our own tests; the browser meets
// what stands in stripe-pages.ts under Stripe's own addresses, so that our policy lets it in, or not, as it would the real one.
import { randomBytes } from 'node:crypto'
import type { BrowserContext, Route } from '@playwright/test'
import { openStripe, type StripeFake, stripeEvent, stripeSecrets, stripeSigned } from '../server/money/payments/gateways/testing-stripe.ts'
import { site } from './people.ts'
import { bank, connect, fields, script } from './stripe-pages.ts'

/** As Stripe prints them for its test mode. */
export const testCards = { good: '4242 4242 4242 4242', poor: '4000 0000 0000 9995', asks: '4000 0027 6000 3184' }

export interface Stripe {
  small: StripeFake
  /** Addresses that somebody asked for and that nobody stands in for: none at a story's end. */
  outside: string[]
  comesWith(context: BrowserContext): Promise<void>
  close(): Promise<void>
}

export async function stripeHere(): Promise<Stripe> {
  const small = await openStripe(Number(new URL(site).port) + 1)
  const outside: string[] = []
  const reporting = setInterval(() => void report(small), 100)
  return {
    small,
    outside,
    async comesWith(context) {
      // The last that was given is asked first.
      await context.route(/^https?:\/\/(?!127\.0\.0\.1[:/])/, (route) => {
        outside.push(route.request().url())
        return route.abort()
      })
      const page = (body: string) => (route: Route) => route.fulfill({ contentType: 'text/html; charset=utf-8', body })
      await context.route('https://js.stripe.com/v3/', (route) =>
        route.fulfill({ contentType: 'text/javascript; charset=utf-8', body: script }),
      )
      await context.route('https://js.stripe.com/v3/elements-inner-payment.html?**', page(fields))
      await context.route('https://hooks.stripe.com/3d_secure_2/**', page(bank))
      await context.route('https://api.stripe.com/v1/*_intents/confirm', (route) => confirmed(small, route))
      await context.route('https://connect.stripe.com/**', (route) => atConnect(small, route))
    },
    async close() {
      clearInterval(reporting)
      await small.close()
    },
  }
}

/** Webhooks, signed, as soon as there is something to tell. */
async function report({ events }: StripeFake): Promise<void> {
  for (const { id, type, object } of events.splice(0)) {
    // What happens at a creator's account is told to the endpoint for those, which has a secret of its own.
    const account = type.startsWith('account.') ? object.id : undefined
    const body = stripeEvent(type, object, { id, account })
    const secret = account ? stripeSecrets.ofCreators : stripeSecrets.ofSite
    const headers = { 'content-type': 'application/json', 'stripe-signature': stripeSigned(body, new Date(), secret) }
    const answer = await fetch(`${site}/api/payment/stripe/callhook`, { method: 'POST', headers, body })
    if (!answer.ok) throw new Error(`${type}: ${answer.status} ${await answer.text()}`)
  }
}

const messages: Readonly<Record<string, { zh: string; en: string }>> = {
  insufficient_funds: { zh: '您的卡片餘額不足。請嘗試其他卡片。', en: 'Your card has insufficient funds. Try a different card.' },
  payment_intent_authentication_failure: {
    zh: '我們無法驗證您的付款方式。請選擇其他付款方式並重試。',
    en: 'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
  },
}

async function confirmed(small: StripeFake, route: Route): Promise<void> {
  const asked = new URLSearchParams(route.request().postData() ?? '')
  const intent = [...small.things.values()].find((thing) => thing['client_secret'] === asked.get('client_secret'))
  const isSetup = intent?.object === 'setup_intent'
  const answer = (body: object) =>
    route.fulfill({
      headers: { 'access-control-allow-origin': 'https://js.stripe.com' },
      contentType: 'application/json',
      body: JSON.stringify(body),
    })
  const refused = (code: string, decline: string) => {
    const { zh, en } = messages[decline]!
    return answer({ error: { type: 'card_error', code, decline_code: decline, message: asked.get('locale') === 'zh-TW' ? zh : en } })
  }
  if (!intent) return answer({ error: { type: 'invalid_request_error', message: 'No such intent' } })
  const number = asked.get('number')
  const card = `pm_${number?.endsWith('3184') ? 'asks' : number?.endsWith('9995') ? 'declines' : 'visa'}${randomBytes(6).toString('hex').replace(/^\D/, '0')}`
  if (card.startsWith('pm_asks') && !asked.has('bank')) return answer({ action: 'https://hooks.stripe.com/3d_secure_2/hosted' })
  if (asked.get('bank') === 'failed') {
    const code = 'payment_intent_authentication_failure'
    Object.assign(intent, { status: 'requires_payment_method', last_payment_error: { code } })
    small.events.push({ id: `evt_${randomBytes(8).toString('hex')}`, type: 'payment_intent.payment_failed', object: { ...intent } })
    return refused(code, code)
  }
  if (isSetup)
    return card.startsWith('pm_declines')
      ? refused('card_declined', 'insufficient_funds')
      : answer({ setupIntent: { id: intent.id, status: 'succeeded', payment_method: card } })
  small.confirm(intent.id, card)
  return intent['status'] === 'succeeded'
    ? answer({ paymentIntent: { id: intent.id, status: 'succeeded' } })
    : refused('card_declined', 'insufficient_funds')
}

/** The creator fills in what Stripe wants, or leaves without having done so. */
async function atConnect(small: StripeFake, route: Route): Promise<void> {
  const back = `${site}/creator/payouts`
  if (!route.request().url().endsWith('/finish')) return route.fulfill({ contentType: 'text/html; charset=utf-8', body: connect(back) })
  for (const account of small.things.values()) {
    if (account.object !== 'account' || account['payouts_enabled']) continue
    Object.assign(account, { details_submitted: true, payouts_enabled: true, capabilities: { transfers: 'active' } })
    small.events.push({ id: `evt_${randomBytes(8).toString('hex')}`, type: 'account.updated', object: { ...account } })
  }
  return route.fulfill({ status: 302, headers: { location: back } })
}
