// One of the bank's clients: a fan of their own, who keeps their own book of what they were told, in arithmetic of their own, and
// compares it with what they read. An answer that a kill swallowed is asked for again with the same key, as every client of ours does.
import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Api, createApi, Refused, type Send } from '#contract/client.ts'
import type { Dice } from '../proof/operations.ts'
import type { Building } from './building.ts'

/** Something to buy, in hundredths. */
export interface Ware {
  feedId: string
  price: number
}

interface Bought {
  transferId: string
  amount: number
  feedId?: string
}

const hundredths = (tokens: number) => Math.round(tokens * 100)

export class Client {
  readonly #building: Building
  readonly #dice: Dice
  readonly #mine: Api
  readonly #office: Api
  readonly #creators: readonly string[]
  readonly #wares: readonly Ware[]
  /** What the wallet must have. */
  balance: number
  readonly #bought: Bought[] = []
  /** Transfers and payments that were acknowledged. */
  readonly transfers = new Set<string>()
  readonly payments = new Set<string>()
  readonly surprises: string[] = []
  lost = 0
  refused = 0
  reads = 0

  constructor(of: {
    building: Building
    dice: Dice
    token: string
    officeToken: string
    creators: readonly string[]
    wares: readonly Ware[]
    balance: number
  }) {
    this.#building = of.building
    this.#dice = of.dice
    this.#mine = this.#client(of.token)
    this.#office = this.#client(of.officeToken)
    this.#creators = of.creators
    this.#wares = of.wares
    this.balance = of.balance
  }

  /** Does something, chosen by the dice. */
  async act(): Promise<void> {
    const roll = this.#dice.next()
    try {
      if (roll < 0.4) await this.#tip()
      else if (roll < 0.65) await this.#unlock()
      else if (roll < 0.75) await this.#takeBack()
      else if (roll < 0.78) await this.#topUp()
      else await this.read()
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      this.refused++
      this.surprises.push(`refused with ${error.code}: ${error.message}`)
    }
  }

  async #tip(): Promise<void> {
    const amount = this.#dice.from(1000, 3000)
    const id = this.#dice.one(this.#creators)
    await this.#pays(amount, (idempotencyKey) => this.#mine.earnings.tip({ id, amount: amount / 100 }, { idempotencyKey }))
  }

  async #unlock(): Promise<void> {
    const { feedId, price } = this.#dice.one(this.#wares)
    const has = this.#bought.find((bought) => bought.feedId === feedId)
    await this.#pays(
      has ? 0 : price,
      (idempotencyKey) => this.#mine.feeds.charge({ id: feedId, expectedPrice: price / 100 }, { idempotencyKey }),
      feedId,
    )
  }

  /** Pays, sometimes by pressing twice in the same moment: one effect, and the same answer twice. */
  async #pays(
    amount: number,
    call: (key: string) => Promise<{ transaction?: { _id: string }; balance: number }>,
    feedId?: string,
  ): Promise<void> {
    const key = randomUUID()
    const times = this.#dice.next() < 0.1 ? 2 : 1
    try {
      const [answer, twin] = await Promise.all(Array.from({ length: times }, () => this.#untilAnswered(() => call(key))))
      if (!answer) return
      if (twin && !isDeepStrictEqual(answer, twin)) this.surprises.push(`one key was answered twice: ${JSON.stringify([answer, twin])}`)
      this.balance -= amount
      this.#hears(answer.transaction?._id, amount, feedId)
      if (hundredths(answer.balance) !== this.balance)
        this.surprises.push(`a payment left ${hundredths(answer.balance)} and should have left ${this.balance}`)
    } catch (error) {
      const isShort = error instanceof Refused && error.code === 'not_enough_tokens' && this.balance < amount
      if (!isShort) throw error
      this.refused++
    }
  }

  #hears(transferId: string | undefined, amount: number, feedId: string | undefined): void {
    // What I have already is shown without a payment.
    if (!transferId || amount === 0) {
      if (transferId || amount > 0) this.surprises.push(`${amount} was paid and ${transferId ?? 'no transfer'} told`)
      return
    }
    if (this.transfers.has(transferId)) this.surprises.push(`two payments were told the transfer ${transferId}`)
    this.transfers.add(transferId)
    this.#bought.push({ transferId, amount, ...(feedId && { feedId }) })
  }

  /** Staff give one of my payments back. */
  async #takeBack(): Promise<void> {
    const [bought] = this.#bought.splice(this.#dice.from(0, Math.max(0, this.#bought.length - 1)), 1)
    if (!bought) return
    const key = randomUUID()
    const { _id, amount } = await this.#untilAnswered(() =>
      this.#office.admin.refund({ id: bought.transferId, reason: 'asked' }, { idempotencyKey: key }),
    )
    if (hundredths(amount) !== bought.amount) this.surprises.push(`${bought.amount} were paid and ${hundredths(amount)} given back`)
    if (this.transfers.has(_id)) this.surprises.push(`a refund was told the transfer ${_id} of another`)
    this.transfers.add(_id)
    this.balance += bought.amount
  }

  /** Through the checkout, whose webhook a kill may swallow too. */
  async #topUp(): Promise<void> {
    const key = randomUUID()
    const { transactionId, paymentUrl } = await this.#untilAnswered(() =>
      this.#mine.payments.topUp({ amount: 10 }, { idempotencyKey: key }),
    )
    const id = paymentUrl?.split('/').at(-1) ?? ''
    await this.#untilAnswered(() => this.#mine.payments.sandboxPay({ id, action: 'pay', card: 'success' })).catch((error: unknown) => {
      // Its answer was lost, and it had been paid.
      if (!(error instanceof Refused && error.code === 'checkout_over')) throw error
    })
    for (;;) {
      const { status, tokens = 0 } = await this.#untilAnswered(() => this.#mine.payments.transaction({ id: transactionId ?? '' }))
      if (status === 'success') {
        this.payments.add(transactionId ?? '')
        this.balance += hundredths(tokens)
        return
      }
      await sleep(50)
    }
  }

  /** Nobody else moves my tokens: what I read is what my book says, to the hundredth, and the whole house sums. */
  async read(): Promise<void> {
    this.reads++
    const [me, { data }, totals] = await Promise.all([
      this.#untilAnswered(() => this.#mine.me.user({})),
      this.#untilAnswered(() => this.#mine.wallet.lines({ limit: 1 })),
      this.#untilAnswered(() => this.#mine.proofs.totals({})),
    ])
    const last = data[0] ? hundredths(data[0].balanceAfter) : this.balance
    if (hundredths(me.balance) !== this.balance) this.surprises.push(`the balance reads ${hundredths(me.balance)} and is ${this.balance}`)
    if (last !== this.balance) this.surprises.push(`the last line says ${last} and the balance is ${this.balance}`)
    if (!totals.isEqual) this.surprises.push(`a read does not sum: ${JSON.stringify(totals)}`)
  }

  async #untilAnswered<T>(call: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await call()
      } catch (error) {
        // A house without its database says 500 or 503 while it goes down.
        if (error instanceof Refused && error.status < 500) throw error
        this.lost++
        await this.#building.open
        await sleep(20)
      }
    }
  }

  #client(token: string): Api {
    const send: Send = async ({ method, url, headers, body }) => {
      const { address } = await this.#building.open
      const answer = await fetch(address + url, {
        method,
        headers: { ...headers, authorization: token, connection: 'close' },
        body: body ?? null,
        signal: AbortSignal.timeout(20_000),
      })
      return { status: answer.status, json: await answer.json() }
    }
    return createApi(send)
  }
}
