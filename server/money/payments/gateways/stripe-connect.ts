// Stripe Connect Express: a creator's account there, and transfers to it. Stripe looks into who they are and pays them by itself.
import type Stripe from 'stripe'
import type { PayoutProvider, Sending, Sent } from '#server/money/payments/gateways/payout-provider.ts'
import { fromStripe, stepAtStripe, toStripe } from '#server/money/payments/gateways/stripe-money.ts'
import { isReady, known, orUnavailable, stripe } from '#server/money/payments/gateways/stripe-client.ts'

export const stripeConnect: PayoutProvider = {
  name: 'stripe',
  isReady,
  stepOf: (currency) => stepAtStripe(currency, 'payout'),

  openAccount: ({ accountId, email, country }) =>
    orUnavailable(async () => {
      const asked = { email, ...(country && { country }), metadata: { account: accountId } }
      const account = await stripe().accounts.create(
        { type: 'express', capabilities: { transfers: { requested: true } }, ...asked },
        { idempotencyKey: `connect:${accountId}:${country ?? ''}` },
      )
      return known('account', account).id
    }),

  link: (ref, back) =>
    orUnavailable(async () => {
      const account = known('account', await stripe().accounts.retrieve(ref))
      if (account.details_submitted) return known('login_link', await stripe().accounts.createLoginLink(ref)).url
      const pages = { refresh_url: back, return_url: back }
      return known('account_link', await stripe().accountLinks.create({ account: ref, type: 'account_onboarding', ...pages })).url
    }),

  async payoutsEnabled(ref) {
    try {
      const { payouts_enabled: isEnabled, capabilities } = known('account', await stripe().accounts.retrieve(ref))
      return isEnabled && capabilities?.transfers === 'active'
    } catch (error) {
      if (isNo(error)) return false
      throw error
    }
  },

  async send(sending) {
    const made = await madeBefore(sending)
    if (made) return made
    try {
      const { requestId, attempt, account: destination, amount, currency, title } = sending
      const named = { transfer_group: requestId, metadata: { payout: requestId }, description: title }
      const transfer = await stripe().transfers.create(
        { amount: toStripe(amount, currency, 'payout'), currency: currency.toLowerCase(), destination, ...named },
        { idempotencyKey: attempt === 1 ? requestId : `${requestId}:${attempt}` },
      )
      return believed(sending, transfer)
    } catch (error) {
      if (isNo(error)) return { refused: (error as Error).message.slice(0, 500) || 'no reason was given' }
      throw error
    }
  },

  async transfer(ref) {
    const transfer = known('transfer', await stripe().transfers.retrieve(ref))
    return transfer.metadata['payout'] ? sentIn(transfer) : undefined
  },
}

/** Keys are forgotten after a day, and a job may be tried later than that: what stands in the payout's group was made for it. */
async function madeBefore(sending: Sending): Promise<Sent | undefined> {
  const { object, data } = await stripe().transfers.list({ transfer_group: sending.requestId, limit: 100 })
  if (object !== 'list' || !Array.isArray(data)) throw new Error('Stripe was asked for transfers and answered something else')
  const standing = data.find(({ reversed }) => !reversed)
  return standing && believed(sending, standing)
}

/** An answer is believed when it is what was asked for. */
function believed({ requestId, account, amount, currency }: Sending, transfer: Stripe.Transfer): Sent {
  const sent = sentIn(known('transfer', transfer))
  if (sent.requestId !== requestId || sent.account !== account || sent.amount !== amount || sent.currency !== currency)
    throw new Error(`Stripe answered another transfer than that of payout ${requestId}`)
  return sent
}

function sentIn({ id, amount, amount_reversed: reversed, currency, destination, metadata }: Stripe.Transfer): Sent {
  const account = typeof destination === 'string' ? destination : (destination?.id ?? '')
  const back = fromStripe(reversed, currency).amount
  return { ref: id, requestId: metadata['payout'] ?? '', account, ...fromStripe(amount, currency), reversed: back }
}

/** Stripe has understood and will not. Everything else may be otherwise the next time. */
function isNo(error: unknown): boolean {
  const { type } = error as { type?: string }
  return type === 'StripeInvalidRequestError' || type === 'StripePermissionError'
}
