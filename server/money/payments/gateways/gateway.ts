// What the site needs of a payment gateway, and nothing of any one of them. Every driver passes the suite in payments/testing.ts.
import type { Db, Database, Tx } from '#server/platform/db/db.ts'

/** A payment that a gateway is asked to collect. Money is in hundredths of its currency, also of one without cents: a driver translates. */
export interface Asked {
  transactionId: string
  accountId: string
  amount: number
  currency: string
  /** What the payer reads on the gateway's page. */
  title: string
  /** A path of this site, to come back to. */
  returnPath: string
  /** The payer wants this card to be kept, or what they begin renews by it. */
  keepsCard?: boolean | undefined
  /** It will be asked for again, every so many days: what a gateway that renews by itself must know at the beginning. */
  everyDays?: number | undefined
  /** Who sells, where that is one performer: they may have an account of their own at the gateway. */
  performerId?: string | undefined
}

/**
 * `reference` is a name that we gave, so that events find their payment even before the gateway has answered us; `soldBy` the account there that
 * is going to sell it, where there are several: no other may say that it did.
 */
type Started =
  | { status: 'redirect'; reference: string; paymentUrl: string; soldBy?: string | undefined }
  | { status: 'requires_action'; reference: string; clientSecret: string }

/** How an open payment goes on, asked by its payer when they are there. */
export type Opened =
  | { status: 'redirect'; paymentUrl: string; soldBy?: string | undefined }
  | { status: 'requires_action'; clientSecret: string; publishableKey: string }

/** What may be shown of a card, and the gateway's own name for it. Never a number. */
export interface CardFacts {
  ref: string
  /** Lower case: visa, mastercard, jcb, … */
  brand: string
  last4: string
  expMonth: number
  expYear: number
}

export type CardForm = { clientSecret: string; publishableKey: string } | { testTokens: { token: string; last4: string }[] }

/** A card that was kept: whose it is, at which gateway. */
export interface KeptCard extends CardFacts {
  id: string
  accountId: string
  gateway: string
}

/**
 * Which payment an event speaks of: by the name that we gave, or by the gateway's own name for a standing agreement, which a
 * `succeeded` introduced. `charge` is the gateway's name for one collection under it: what was collected twice has one reference and
 * two charges, and what comes later is of one of them.
 */
export type Subject = { reference: string; charge?: string | undefined } | { agreement: string; charge?: string | undefined }

/**
 * What a gateway reported, once it was found to be the sender. `id` is the same when it reports the same thing again; `atMs` is when it
 * happened there, in milliseconds, of gateways that renew by themselves. Events come in any order, late and twice; payments/settling.ts makes the same of them whatever way they came.
 */
export type GatewayEvent = { id: string; atMs?: number | undefined } & Said & Subject & What

/** Who says so, where a provider has several accounts: the one that sold, and the performer whose own it is. */
interface Said {
  soldBy?: string | undefined
  sellerId?: string | undefined
}

export type What =
  | {
      kind: 'succeeded'
      amount: number
      currency: string
      /** The payer wants this card to be kept. `true` leaves the facts to be asked for (Gateway.cards.facts). */
      card?: CardFacts | { ref: string } | undefined
      /** The gateway's own names for what goes on from here, and for this first collection. */
      agreement?: string | undefined
      charge?: string | undefined
    }
  | { kind: 'failed'; reason: string }
  | { kind: 'action_required' }
  /** Everything that went back until now, as a gateway says that names no refund. */
  | { kind: 'refunded'; currency: string; soFar: number }
  /** One refund, by the gateway's name for it, else by its event's: said again it is the same one. Failed: the payer's bank would not have it, so the site has the money again. */
  | { kind: 'refunded' | 'refund_failed'; currency: string; more: number; refund?: string | undefined }
  /**
   * One dispute, by the gateway's name for it; without a sum it is about all of the payment. Won: the bank has decided for the site, which gets
   * the money again; lost: for the payer, and then nothing is open any more. `asOfMs`: so it stands now, as its provider answered when it was
   * asked at that moment of ours; without that it is what happened once, and may be received late.
   */
  | {
      kind: 'chargeback' | 'chargeback_won' | 'chargeback_lost'
      dispute?: string | undefined
      disputed?: { amount: number; currency: string } | undefined
      asOfMs?: number | undefined
    }
  /** A gateway that renews by itself has collected again, could not, or will not any more. */
  | { kind: 'renewed'; amount: number; currency: string }
  | { kind: 'renewal_failed'; reason: string }
  | { kind: 'cancelled' }

/**
 * Something of a creator's changed there: their account, or a transfer to it. It says only which, because what it is now is asked for:
 * then neither their order nor a repetition matters.
 */
export interface Notice {
  kind: 'account' | 'transfer'
  ref: string
}

/** A movement of money in a provider's own books, said as its event would have been. */
export interface Entry {
  /** The provider's name for it. */
  ref: string
  at: Date
  event: GatewayEvent
}

/** A webhook as it arrived. */
export interface Post {
  header: (name: string) => string | undefined
  query: Readonly<Record<string, unknown>>
  ip: string
  /** The exact bytes. */
  body: Buffer
  /** Digests of the addresses that the performer whom this address names was ever given. */
  hooks?: readonly Buffer[]
}

/** How a told payment ended. */
export type End = 'paid' | 'kept' | 'declined'

export interface Gateway {
  readonly name: string
  /** Who asks for the next period: the site, with a kept card, or the gateway by itself. */
  readonly renews: 'site' | 'gateway'
  /** False while the operator has not given what it needs: nobody can pay by it, and nothing is received. */
  isReady(): boolean
  /** Whether its provider sells in this currency. */
  sells(currency: string): boolean
  /**
   * Opens a payment. It runs in the transaction that writes it down, so it never reaches the network: a driver whose provider
   * must be asked first answers a page of this site, which calls `open` when the payer is there.
   */
  start(tx: Tx, payment: Asked): Promise<Started>
  /** Goes on with a payment that is open. After the commit, so it may reach the network; asked again it answers the same. */
  open?(db: Database, payment: Asked, reference: string): Promise<Opened>
  /**
   * Ends an open payment there, so that nobody pays what is given up here. From a job, so it may reach the network. False while it is
   * being collected: its end will be received.
   */
  abandon?(db: Database, transactionId: string): Promise<boolean>
  /**
   * How a payment has ended at its provider, said as its event would have been: for when that was lost. It reaches the network. Undefined
   * while it has not, and for what the provider does not know.
   */
  ask?(db: Db, transactionId: string): Promise<GatewayEvent | undefined>
  /** How a dispute stands at its provider now. It reaches the network. Undefined for what that does not know, and for what moved no money. */
  dispute?(db: Db, ref: string): Promise<GatewayEvent | undefined>
  /** All of the site's money that moved there in that time, oldest first; of a dispute it says how that stands now. It reaches the network. */
  books?(db: Db, from: Date, until: Date): Promise<Entry[]>
  /**
   * Collects with a kept card; the result comes as an event like any other. It adds a job that reaches the network.
   * @param isPresent the payer is there to answer their bank
   */
  chargeCard?(tx: Tx, payment: Asked, card: KeptCard, isPresent: boolean): Promise<{ reference: string }>
  /** The same with the card that paid `earlier`, where the gateway knows it by that alone. Undefined when it cannot be asked again. */
  rebill?(tx: Tx, payment: Asked, earlier: string): Promise<{ reference: string } | undefined>
  /**
   * Adds a job that tells a gateway which renews by itself to stop.
   * @param soldBy the account that sold it, as its event said
   */
  cancelRenewal?(tx: Tx, agreement: string, soldBy: string | undefined): Promise<void>
  /** Cards that are kept without paying. Hosted pages have none of this. Each reaches the network, except `detach`, which adds a job. */
  readonly cards?: {
    /** What the provider's own form needs to make a token of a card; the sandbox, which has no form, has tokens to choose from. */
    setup: (db: Database, accountId: string) => Promise<CardForm>
    /** @param token what the provider's own form made of the card @throws card_refused */
    attach: (db: Database, accountId: string, token: string) => Promise<CardFacts>
    /** What may be shown of a card that an event named. */
    facts: (db: Db, ref: string) => Promise<CardFacts>
    detach: (tx: Tx, ref: string) => Promise<void>
  }
  /**
   * Enters in the gateway's own books how this ended, without an event: for a history that is told (the demo town). Only a
   * gateway whose books are ours can do that. Answers the card that was kept with it.
   */
  settle?(tx: Tx, reference: string, end: End): Promise<CardFacts | undefined>
  /**
   * Reads an event from what arrived. Undefined: the sender is right, and it is nothing that concerns us.
   * @throws signature_invalid, signature_expired (too old or from the future), event_unknown
   */
  verify(post: Post, now: Date): GatewayEvent | undefined
  /** The same for what is not about a payment. @throws those of verify */
  notice?(post: Post, now: Date): Notice | undefined
}
