// A small Stripe of our own on the loopback, for tests: what its API keeps and answers for customers, cards and intents, and the
// webhooks that it would send. The official client talks to it. Cards are named as Stripe names those of its test mode.
import { createHmac, randomBytes } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Of the site's endpoint, and of the one for creators' accounts. */
export const stripeSecrets = { ofSite: 'whsec_stagedoor', ofCreators: 'whsec_creators' }
export const stripeKeys = { secretKey: 'sk_test_stagedoor', webhookSecret: `${stripeSecrets.ofSite},${stripeSecrets.ofCreators}` }

type Thing = Record<string, unknown> & { id: string; object: string }

export interface StripeFake {
  url: string
  /** Everything that was asked for: method and path. */
  asked: string[]
  /** What its webhooks say and nobody has been told yet. */
  events: { id: string; type: string; object: Thing }[]
  things: Map<string, Thing>
  /** The payer answers Stripe's form with this card. */
  confirm(intentId: string, card: string): void
  /** In the dashboard: so much of what an intent collected goes back. */
  refund(intentId: string, amount: number): Thing
  /** The payer's bank sends it back. */
  failRefund(refundId: string): void
  dispute(intentId: string, amount: number): Thing
  /** Their bank decides, or opens it again. What is lost moves no more money. */
  decide(disputeId: string, status: 'won' | 'lost' | 'needs_response'): void
  /** The next answer is this instead. */
  answerNext(status: number, body: object): void
  /** What is asked is done, and its answer is lost on the way. */
  loseNext(): void
  /** It has nothing of this any more, also in its books. */
  forget(intentId: string): void
  /** It is away, so many times that it is asked for this. */
  failFor(id: string, times: number): void
  /** So many movements of others stand in its books after those of before, in long pages. */
  busy(count: number): void
  /** A day has passed. */
  forgetKeys(): void
  close(): Promise<void>
}

/** Shorter than Stripe's, so that a test has several; of a busy time as long as Stripe's. */
const pageOf = { quiet: 3, busy: 100 }

const last4: Readonly<Record<string, string>> = { pm_visa: '4242', pm_declines: '0341', pm_asks: '3184' }

interface EventParts {
  id?: string | undefined
  livemode?: boolean
  /** The creator's, where it happened there. */
  account?: string | undefined
}

export function stripeEvent(type: string, object: object, { id = `evt_${hex()}`, livemode = false, account }: EventParts = {}): string {
  return JSON.stringify({ id, object: 'event', type, livemode, ...(account && { account }), created: 0, data: { object } })
}

export function stripeSigned(body: string, at: Date, secret = stripeSecrets.ofSite): string {
  const time = Math.floor(at.getTime() / 1000)
  return `t=${time},v1=${createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')},v0=00`
}

function hex(): string {
  return randomBytes(12).toString('hex')
}

/** @param port where it is to be found by a server that was started before it; otherwise any */
export async function openStripe(port = 0): Promise<StripeFake> {
  const things = new Map<string, Thing>()
  const answered = new Map<string, { status: number; body: object }>()
  const instead: { status: number; body: object }[] = []
  const failing = new Map<string, number>()
  let lost = 0
  let isBusy = false
  const fake: Omit<StripeFake, 'url' | 'close'> = {
    asked: [],
    events: [],
    things,
    answerNext: (status, body) => void instead.push({ status, body }),
    loseNext: () => void lost++,
    forgetKeys: () => answered.clear(),
    forget(id) {
      for (const thing of things.values()) {
        const source = thing['source'] as Thing | undefined
        if (thing.id === id || source?.['payment_intent'] === id) things.delete(thing.id)
      }
    },
    failFor: (id, times) => void failing.set(id, times),
    busy(count) {
      for (const { id } of [...things.values()].filter((thing) => thing['isOfOthers'] === true)) things.delete(id)
      for (let n = 0; n < count; n++) {
        const id = `txn_${n}_${hex()}`
        things.set(id, { id, object: 'balance_transaction', created: Math.floor(Date.now() / 1000), source: null, isOfOthers: true })
      }
      isBusy = count > 0
    },
    confirm(id, card) {
      const intent = things.get(id)
      if (intent) settle(intent, card, true)
    },
    refund(id, amount) {
      const currency = things.get(id)?.['currency']
      const refund: Thing = { id: `re_${hex()}`, object: 'refund', status: 'succeeded', amount, currency, payment_intent: id, metadata: {} }
      things.set(refund.id, refund)
      moved('refund', refund)
      say('refund.created', refund)
      return refund
    },
    failRefund(id) {
      const refund = things.get(id)
      if (!refund) return
      refund['status'] = 'failed'
      moved('refund_failure', refund)
      say('refund.failed', refund)
    },
    dispute(id, amount) {
      const currency = things.get(id)?.['currency']
      const dispute: Thing = {
        id: `dp_${hex()}`,
        object: 'dispute',
        status: 'needs_response',
        amount,
        currency,
        payment_intent: id,
        metadata: {},
      }
      things.set(dispute.id, dispute)
      moved('adjustment', dispute)
      say('charge.dispute.created', dispute)
      return dispute
    },
    decide(id, status) {
      const dispute = things.get(id)
      if (!dispute) return
      const had = dispute['status']
      dispute['status'] = status
      if (status === 'won' || had === 'won') moved('adjustment', dispute)
      say(status === 'needs_response' ? 'charge.dispute.funds_withdrawn' : 'charge.dispute.closed', dispute)
    },
  }
  const moved = (type: string, source: Thing) => {
    const txn: Thing = { id: `txn_${hex()}`, object: 'balance_transaction', type, created: Math.floor(Date.now() / 1000), source }
    things.set(txn.id, txn)
  }
  const say = (type: string, object: Thing) => fake.events.push({ id: `evt_${hex()}`, type, object: { ...object } })

  function settle(intent: Thing, card: string, isPresent: boolean): { code: string; decline_code?: string } | undefined {
    intent['payment_method'] = card
    if (card.startsWith('pm_asks') && !isPresent) {
      Object.assign(intent, { status: 'requires_payment_method', last_payment_error: { code: 'authentication_required' } })
      say('payment_intent.payment_failed', intent)
      return { code: 'authentication_required' }
    }
    if (card.startsWith('pm_declines')) {
      const error = { code: 'card_declined', decline_code: 'insufficient_funds' }
      Object.assign(intent, { status: 'requires_payment_method', last_payment_error: error })
      say('payment_intent.payment_failed', intent)
      return error
    }
    Object.assign(intent, { status: 'succeeded', amount_received: intent['amount'] })
    const { amount, currency, metadata, id } = intent
    const charge: Thing = { id: `ch_${hex()}`, object: 'charge', status: 'succeeded', amount, currency, metadata, payment_intent: id }
    moved('charge', charge)
    say('payment_intent.succeeded', intent)
    return undefined
  }

  function inGroup(group: string | null) {
    const data = [...things.values()].filter((thing) => thing.object === 'transfer' && thing['transfer_group'] === group)
    return { status: 200, body: { object: 'list', data } }
  }

  /** To an account that may have it, and while the site's own balance (`things.get('balance')`, else any) lasts. */
  function transferred(form: URLSearchParams, metadata: object, keep: (thing: Thing) => { status: number; body: object }) {
    const amount = Number(form.get('amount'))
    const account = things.get(form.get('destination') ?? '')
    const refused = (code: string, message: string) => ({ status: 400, body: { error: { type: 'invalid_request_error', code, message } } })
    if (!account) return refused('resource_missing', 'No such destination')
    if (!account['payouts_enabled']) return refused('insufficient_capabilities_for_transfer', 'The destination may not receive transfers')
    if (amount > Number(things.get('balance')?.['amount'] ?? amount))
      return refused('balance_insufficient', 'You have insufficient available funds in your Stripe account')
    const transfer: Thing = {
      id: `tr_${hex()}`,
      object: 'transfer',
      amount,
      amount_reversed: 0,
      reversed: false,
      currency: form.get('currency'),
      destination: account.id,
      transfer_group: form.get('transfer_group'),
      metadata,
    }
    say('transfer.created', transfer)
    return keep(transfer)
  }

  function answer(method: string, path: string, form: URLSearchParams, query: URLSearchParams): { status: number; body: object } {
    const keep = (thing: Thing) => (things.set(thing.id, thing), { status: 200, body: thing })
    const [, , kind = '', id = '', act] = path.split('/')
    const metadata = Object.fromEntries(
      [...form].flatMap(([name, value]) => (/^metadata\[(\w+)\]$/.exec(name) ? [[/\[(\w+)\]/.exec(name)?.[1] ?? '', value]] : [])),
    )
    const missing = {
      status: 404,
      body: { error: { type: 'invalid_request_error', code: 'resource_missing', message: `No such ${kind}` } },
    }
    if (kind === 'customers' && method === 'POST') return keep({ id: `cus_${hex()}`, object: 'customer', metadata })
    if (kind === 'setup_intents') return keep({ id: `seti_${hex()}`, object: 'setup_intent', client_secret: `seti_secret_${hex()}` })
    if (kind === 'payment_methods') {
      const [name = ''] = /^pm_[a-z]+/.exec(id) ?? []
      if (!last4[name]) return missing
      const method_ = things.get(id) ?? {
        id,
        object: 'payment_method',
        customer: null,
        card: { brand: 'visa', last4: last4[name], exp_month: 8, exp_year: 2039 },
      }
      if (act === 'attach') method_['customer'] = form.get('customer')
      if (act === 'detach') method_['customer'] = null
      return keep(method_ as Thing)
    }
    if (kind === 'payment_intents' && !id && method === 'GET') {
      const data = [...things.values()].filter((thing) => thing.object === 'payment_intent' && thing['customer'] === query.get('customer'))
      return { status: 200, body: { object: 'list', url: '/v1/payment_intents', data, has_more: false } }
    }
    if (kind === 'payment_intents' && !id) {
      const intent: Thing = {
        id: `pi_${hex()}`,
        object: 'payment_intent',
        amount: Number(form.get('amount')),
        currency: form.get('currency'),
        customer: form.get('customer'),
        client_secret: `pi_secret_${hex()}`,
        status: 'requires_payment_method',
        setup_future_usage: form.get('setup_future_usage'),
        metadata,
      }
      keep(intent)
      const card = form.get('payment_method')
      const error = card && form.get('confirm') === 'true' ? settle(intent, card, form.get('off_session') !== 'true') : undefined
      if (error) return { status: 402, body: { error: { type: 'card_error', ...error, message: 'no', payment_intent: intent } } }
      return { status: 200, body: intent }
    }
    if (kind === 'balance_transactions' && !id) {
      const [from, until] = [Number(query.get('created[gte]')), Number(query.get('created[lte]'))]
      const all = [...things.values()].filter(
        ({ object, created }) => object === 'balance_transaction' && Number(created) >= from && Number(created) <= until,
      )
      // Newest first, as Stripe lists them, in pages.
      const after = all.toReversed().findIndex(({ id: name }) => name === query.get('starting_after'))
      const page = all.toReversed().slice(after + 1, after + 1 + (isBusy ? pageOf.busy : pageOf.quiet))
      return {
        status: 200,
        body: { object: 'list', url: '/v1/balance_transactions', data: page, has_more: after + 1 + page.length < all.length },
      }
    }
    if (kind === 'accounts' && !id)
      return keep({ id: `acct_${hex()}`, object: 'account', payouts_enabled: false, details_submitted: false, metadata })
    if (kind === 'account_links') return { status: 200, body: { object: 'account_link', url: `https://connect.stripe.com/setup/${hex()}` } }
    if (kind === 'accounts' && act === 'login_links')
      return { status: 200, body: { object: 'login_link', url: `https://connect.stripe.com/express/${hex()}` } }
    if (kind === 'transfers' && !id) return method === 'POST' ? transferred(form, metadata, keep) : inGroup(query.get('transfer_group'))
    const failures = failing.get(id) ?? 0
    if (failures > 0) {
      failing.set(id, failures - 1)
      return { status: 503, body: { error: { type: 'api_error', message: 'busy' } } }
    }
    const found = things.get(id)
    if (!found) return missing
    if (act === 'cancel') {
      found['status'] = 'canceled'
      say('payment_intent.canceled', found)
    }
    if (method === 'POST' && form.has('setup_future_usage')) found['setup_future_usage'] = form.get('setup_future_usage')
    return { status: 200, body: found }
  }

  const server: Server = createServer((request, reply) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const [path = '', query] = (request.url ?? '').split('?')
      fake.asked.push(`${request.method} ${path}`)
      const { method } = request
      const key = request.headers['idempotency-key'] as string | undefined
      const given =
        instead.shift() ??
        (key ? answered.get(key) : undefined) ??
        answer(request.method ?? 'GET', path, new URLSearchParams(Buffer.concat(chunks).toString()), new URLSearchParams(query))
      if (key && given.status < 500) answered.set(key, given)
      if (method === 'POST' && path.endsWith('/payment_intents') && lost > 0) {
        lost--
        request.socket.destroy()
        return
      }
      reply.writeHead(given.status, { 'content-type': 'application/json' }).end(JSON.stringify(given.body))
    })
  })
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening))
  const at = server.address() as AddressInfo
  return { ...fake, url: `http://127.0.0.1:${at.port}`, close: () => new Promise((closed) => server.close(() => closed())) }
}
