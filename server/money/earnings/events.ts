// Facts of earnings. Amounts are hundredths of a token.
declare module '#server/platform/outbox/outbox.ts' {
  interface Events {
    /** A fan tipped. `tipperId` is the truth; who shows it honours `isAnonymous`. */
    'tip.given': {
      transferId: string
      tipperId: string
      performerId: string
      amount: number
      message: string
      isAnonymous: boolean
      /** The post that it was given for, and its title if it has one. */
      feedId: string | null
      feedTitle: string | null
      /** The conversation that it was given in; whether it could stand there was judged. */
      conversationId?: string
      /** The show that it was given during, and what on the performer's menu it was for; whether it could be was judged. */
      streamId?: string
      menuItemId?: string | null
      menuItem?: string | null
    }
  }
}

export {}
