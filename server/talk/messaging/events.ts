// Facts of conversations. A line of chat announces none (docs/adr/0013).
declare module '#server/platform/outbox/outbox.ts' {
  interface Events {
    /** What waited for review, or for its film, is there for its reader now. */
    'message.arrived': { messageId: string; conversationId: string }
    /** Staff took a message of words alone away: what it carried, or the request that stood in it, tells by itself. */
    'message.removed': { messageId: string; conversationId: string; senderId: string }
    /** What a fan paid to write came back, because the performer did not read it in time. In hundredths of a token. */
    'message.returned': { messageId: string; conversationId: string; performerId: string; fanId: string; amount: number }
  }
}

export {}
