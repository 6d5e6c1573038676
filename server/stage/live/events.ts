// Facts of shows that are paid for by the minute.
import type { PrivateRequest, Receipt } from '#contract/stage/metering.ts'

interface AtMeter {
  meterId: string
  streamId: string
  performerId: string
  payerId: string
  role: Receipt['role']
}

declare module '#server/platform/outbox/outbox.ts' {
  interface Events {
    /** A request for a private show was made or settled. The price is in hundredths of a token a minute. */
    'private_request.moved': {
      requestId: string
      conversationId: string
      performerId: string
      fanId: string
      price: number
      state: PrivateRequest['state']
      streamId: string | null
    }
    'room_poll.voted': { pollId: string; streamId: string; performerId: string }
    'meter.opened': AtMeter
    /** A minute was charged. Hundredths of a token; `minutesLeft`: how many more the wallet pays. */
    'meter.ticked': AtMeter & { minutes: number; total: number; balance: number; minutesLeft: number }
    'meter.closed': AtMeter & { why: NonNullable<Receipt['closedWhy']> }
  }
}
