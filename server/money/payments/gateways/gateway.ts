// What the site needs of a payment gateway, and nothing of any one of them. Every driver passes the suite in payments/testing.ts.
import type { Tx } from '#server/platform/db/db.ts'

/** A payment that a gateway is asked to collect. Money is in minor units of its currency. */
export interface Asked {
  transactionId: string
  amount: number
  currency: string
  /** What the payer reads on the gateway's page. */
  title: string
  /** A path of this site, to come back to. */
  returnPath: string
}

/** `reference` is the gateway's own name for the payment; its events carry it. */
export type Started =
  | { status: 'redirect'; reference: string; paymentUrl: string }
  | { status: 'requires_action'; reference: string; clientSecret: string }

/** What a gateway reported, once its signature was found good. `id` is the same when it reports the same thing again. */
export type GatewayEvent = { id: string; reference: string } & (
  | { kind: 'succeeded'; amount: number; currency: string }
  | { kind: 'failed'; reason: string }
  | { kind: 'action_required' }
)

export interface Gateway {
  readonly name: string
  /**
   * Opens a payment. It runs in the transaction that writes it down, so it never reaches the network: a driver whose provider
   * must be asked first answers a page of this site that asks when the payer opens it.
   */
  start(tx: Tx, payment: Asked): Promise<Started>
  /**
   * Collects again with the card that paid `earlier`, without the payer; the result comes as an event like any other.
   * Undefined when that card cannot be asked again. A driver without it does not renew.
   */
  rebill?(tx: Tx, payment: Asked, earlier: string): Promise<{ reference: string } | undefined>
  /**
   * Enters in the gateway's own books that this was paid, without an event: for a history that is told (the demo town). Only a
   * gateway whose books are ours can do that.
   */
  settle?(tx: Tx, reference: string): Promise<void>
  /**
   * Reads an event from the exact bytes that arrived.
   * @throws signature_invalid, signature_expired (too old or from the future), event_unknown
   */
  verify(header: (name: string) => string | undefined, body: Buffer, now: Date): GatewayEvent
}
