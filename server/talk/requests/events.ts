// Facts of custom requests.
import type { RequestState } from '#contract/talk/request-names.ts'

declare module '#server/platform/outbox/outbox.ts' {
  interface Events {
    /** A request went on. `by`: who did it; null: time, or what happened elsewhere. */
    'request.moved': {
      requestId: string
      conversationId: string
      performerId: string
      fanId: string
      state: RequestState
      by: string | null
      /** What the fan got back by it, in hundredths of a token. */
      returned?: number
      /** What the performer was paid by it, before the site's share, in hundredths of a token. */
      paid?: number
    }
  }
}
