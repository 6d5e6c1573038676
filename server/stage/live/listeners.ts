import type {} from '#server/catalogue/works/works.ts'
import type { Outbox } from '#server/platform/outbox/outbox.ts'
import { end } from '#server/stage/live/live.ts'

export function listen(outbox: Outbox): void {
  // What staff took down is shown no longer; who paid is paid back by the takedown itself.
  outbox.on('work.decided', 'live.end', async (tx, { workId, kind, decision, by }) => {
    if (kind === 'stream' && decision === 'removed') await end(tx, workId, { why: 'staff', by: by ?? null })
  })
}
