import * as works from '#server/catalogue/works/works.ts'
import type {} from '#server/media/files/files.ts'
import type {} from '#server/money/earnings/earnings.ts'
import type {} from '#server/money/wallet/wallet.ts'
import type {} from '#server/people/blocks/blocks.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { addJob } from '#server/platform/jobs/jobs.ts'
import type { Outbox } from '#server/platform/outbox/outbox.ts'
import { carrying, sentTo } from '#server/talk/messaging/message-queries.ts'
import { between } from '#server/talk/messaging/conversation-queries.ts'
import { tellMany } from '#server/talk/messaging/pushes.ts'
import { followRefund } from '#server/talk/messaging/reading.ts'
import { showTip } from '#server/talk/messaging/sending.ts'

/** A tip that is heard of later than this would stand where nobody said it; it is in the wallet all the same. */
const lateMs = 10 * 60_000

/** Each conversation is locked by a transaction of its own, and not by the one that hears a fact. */
async function followLater(tx: Tx, messageIds: readonly string[], why: object, by?: string): Promise<void> {
  // What went to many is gone through a piece at a time.
  for (let from = 0; from < messageIds.length; from += atOnce) {
    const piece = messageIds.slice(from, from + atOnce)
    await addJob(
      tx,
      'messaging.follow',
      { messageIds: piece, by },
      { key: `messaging.follow ${JSON.stringify(why)} ${from} ${tx.now.getTime()}` },
    )
  }
}

const atOnce = 500

export function listen(outbox: Outbox): void {
  outbox.on('wallet.reversed', 'messaging.follow_refund', async (tx, { kind, reverses, reference, payerId }) => {
    if (kind !== 'message') return
    await followRefund(tx, reverses)
    const workId = reference?.startsWith('work:') ? reference.slice('work:'.length) : undefined
    if (workId !== undefined && payerId !== null) await followLater(tx, await sentTo(tx, payerId, workId), { workId, payerId })
  })
  outbox.on('work.decided', 'messaging.follow_decision', async (tx, { workId, kind, by }) => {
    if (kind === 'message') await followLater(tx, await carrying(tx, { workIds: [workId], fileId: null }), { workId }, by)
  })
  outbox.on('file.processed', 'messaging.follow_file', async (tx, { fileId }) => {
    const sent = (await works.ofFile(tx, fileId)).filter((work) => work.kind === 'message' && !work.deletedAt)
    await followLater(tx, await carrying(tx, { workIds: sent.map(({ id }) => id), fileId }), { fileId })
  })
  outbox.on('tip.given', 'messaging.show_tip', async (tx, tip, { at }) => {
    const isGivenHere = tip.conversationId !== undefined
    // What was given during a show stands in its room (stage/live).
    if (tip.streamId !== undefined && !isGivenHere) return
    if (isGivenHere || (!tip.isAnonymous && tx.now.getTime() - at.getTime() < lateMs)) await showTip(tx, tip)
  })
  outbox.on('user.blocked', 'messaging.return_held', async (tx, { blockerId, blockedId }) => {
    await addJob(tx, 'messaging.return_blocked', { blockerId, blockedId }, { key: `messaging.return_blocked ${blockerId} ${blockedId}` })
  })
  outbox.on('user.blocked', 'messaging.tell_block', tellBoth)
  outbox.on('user.unblocked', 'messaging.tell_unblock', tellBoth)
}

/** Whoever has the conversation of the two open asks again what may be said and bought there. Who never wrote to whom hears nothing. */
async function tellBoth(tx: Tx, { blockerId, blockedId }: { blockerId: string; blockedId: string }): Promise<void> {
  const found = (await between(tx, blockerId, blockedId)) ?? (await between(tx, blockedId, blockerId))
  if (found !== undefined) tx.afterCommit(() => tellMany([blockerId, blockedId]))
}
