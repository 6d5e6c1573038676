// The way to Stripe: its official client, told at start where and with which secrets, and what keeps its answers honest.
import Stripe from 'stripe'
import { refuse } from '#server/platform/refusals/refusal.ts'
import type { RefusalCode } from '#contract/refusals.ts'
import type { CardFacts } from '#server/money/payments/gateways/gateway.ts'

export type Intent = Stripe.PaymentIntent

export interface StripeAccess {
  /** sk_live_…, sk_test_… or a restricted rk_… */
  secretKey: string | undefined
  /** whsec_…; a second one, after a comma, is of the endpoint for what happens at creators' accounts (Connect) */
  webhookSecret: string | undefined
  /** Where Stripe answers, when not at its own address. */
  apiUrl: string | undefined
}

let access: StripeAccess = { secretKey: undefined, webhookSecret: undefined, apiUrl: undefined }
let client: Stripe | undefined

/** Told at start, from the environment: secrets never come into the database. */
export function useStripe(given: StripeAccess): void {
  access = given
  client = undefined
}

export function isReady(): boolean {
  return access.secretKey !== undefined && access.webhookSecret !== undefined
}

/** Each endpoint at Stripe has its own, and speaks for nothing else: what happens at the site's account, and at those of creators. */
export function webhookSecrets(): { ofSite: string; ofCreators: string | undefined } {
  const [ofSite = '', ofCreators] = access.webhookSecret?.split(',') ?? refuse('gateway_unavailable')
  return { ofSite, ofCreators }
}

/** Whether real money moves. */
export function isLive(): boolean {
  return /^(sk|rk)_live_/.test(access.secretKey ?? '')
}

export function stripe(): Stripe {
  client ??= connect()
  return client
}

function connect(): Stripe {
  const { secretKey, apiUrl } = access
  if (!secretKey) return refuse('gateway_unavailable')
  const at = apiUrl ? new URL(apiUrl) : undefined
  return new Stripe(secretKey, {
    maxNetworkRetries: 1,
    timeout: 15_000,
    telemetry: false,
    ...(at && {
      host: at.hostname,
      protocol: at.protocol === 'http:' ? ('http' as const) : ('https' as const),
      ...(at.port && { port: at.port }),
    }),
  })
}

const prefixes = {
  payment_intent: 'pi_',
  payment_method: 'pm_',
  setup_intent: 'seti_',
  customer: 'cus_',
  account: 'acct_',
  account_link: '',
  login_link: '',
  transfer: 'tr_',
  // dp_… or du_…
  dispute: 'd',
} as const

/** Throws unless an answer is the object that was asked for: an error body without `error` would pass for one. */
export function known<T extends { object: string; id?: string }>(object: keyof typeof prefixes, answer: T): T {
  if (answer.object !== object || !(answer.id ?? '').startsWith(prefixes[object]))
    throw new Error(`Stripe was asked for a ${object} and answered ${JSON.stringify(answer).slice(0, 200)}`)
  return answer
}

/** What Stripe says no to, said in our words; everything else is a failure of the line. */
export async function refusing<T>(code: RefusalCode, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    const { type } = error as { type?: string }
    if (type === 'StripeCardError' || type === 'StripeInvalidRequestError') return refuse(code)
    throw error
  }
}

/** Undefined for what Stripe answers that it has never heard of: an answer like any other, and no failure of the line. */
export async function ifKnown<T>(ask: () => Promise<T>): Promise<T | undefined> {
  try {
    return await ask()
  } catch (error) {
    const { type, code } = error as { type?: string; code?: string }
    if (type === 'StripeInvalidRequestError' && code === 'resource_missing') return undefined
    throw error
  }
}

/** For what somebody waits for: what Stripe does not answer now is said so. @throws gateway_unavailable */
export async function orUnavailable<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if ((error as { type?: string }).type?.startsWith('Stripe')) return refuse('gateway_unavailable')
    throw error
  }
}

/** @throws card_refused for what is no card */
export function cardIn({ id, card }: Stripe.PaymentMethod): CardFacts {
  if (!card) return refuse('card_refused')
  return {
    ref: id,
    brand: card.brand.replace(/[^a-z_]/g, '_').slice(0, 30),
    last4: card.last4,
    expMonth: card.exp_month,
    expYear: card.exp_year,
  }
}
