import type { Outbox } from '#server/platform/outbox/outbox.ts'
import type {} from '#server/people/blocks/blocks.ts'
import { unfollow } from '#server/people/follows/follows.ts'

/** A block ends free access, in both directions (calls.md, decisions). */
export function listen(outbox: Outbox): void {
  outbox.on('user.blocked', 'follows.end', async (tx, { blockerId, blockedId }) => {
    await unfollow(tx, blockerId, blockedId)
    await unfollow(tx, blockedId, blockerId)
  })
}
