// What the site needs of somebody who carries money to creators, and nothing of any one of them. Everything here reaches the network.

/** Money for one payout. `attempt` counts what was refused before: the same one asked again is the same transfer. */
export interface Sending {
  requestId: string
  attempt: number
  /** The provider's name for the creator's account. */
  account: string
  /** Hundredths of the currency. */
  amount: number
  currency: string
  title: string
}

/** A transfer that the provider has made. */
export interface Sent {
  ref: string
  requestId: string
  account: string
  amount: number
  currency: string
  /** Hundredths that came back. */
  reversed: number
}

export interface PayoutProvider {
  readonly name: string
  /** False while the operator has not given what it needs. */
  isReady(): boolean
  /** The smallest step in which it pays out a currency, in hundredths: it may be coarser than that in which it collects. */
  stepOf(currency: string): number
  /** Asked again it is the same account. @param country ISO 3166, where the creator is paid @throws gateway_unavailable */
  openAccount(asked: { accountId: string; email: string; country: string | undefined }): Promise<string>
  /** The provider's page where the creator completes their account, or looks after it. @param back a whole address @throws gateway_unavailable */
  link(ref: string, back: string): Promise<string>
  /** As it is now. False also for an account that does not know us any more. */
  payoutsEnabled(ref: string): Promise<boolean>
  /** Never twice, however often it is asked. @returns why not, in the provider's words, when it will not */
  send(sending: Sending): Promise<Sent | { refused: string }>
  /** A transfer as it is now. Undefined when it is nothing of ours. */
  transfer(ref: string): Promise<Sent | undefined>
}
