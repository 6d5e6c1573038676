// What the ledger announces. Amounts and balances are hundredths of a token.
declare module '#server/platform/outbox/outbox.ts' {
  interface Events {
    /** Somebody paid out of their wallet: somebody else, or escrow (null). `balance` is what the payer has left. */
    'wallet.charged': {
      transferId: string
      payerId: string
      payeeId: string | null
      amount: number
      balance: number
      kind: string
      reference: string | null
    }
    /** Tokens came into a wallet from a gateway or from staff. */
    'wallet.credited': { transferId: string; accountId: string; amount: number; balance: number; kind: string }
    /**
     * A transfer was taken back, and `left` of it stands. Payer and payee are the original's; the site's own accounts are null, `balance`
     * is the wallet's.
     */
    'wallet.reversed': {
      transferId: string
      reverses: string
      payerId: string | null
      payeeId: string | null
      amount: number
      left: number
      balance: number | null
      kind: string
      reference: string | null
      /** Who decided it; null for the system. */
      by: string | null
    }
  }
}
export {}
