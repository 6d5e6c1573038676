import type {} from '#server/money/wallet/wallet.ts'
import type {} from '#server/people/blocks/blocks.ts'
import * as accounts from '#server/people/accounts/accounts.ts'
import { addJob } from '#server/platform/jobs/jobs.ts'
import type { Outbox } from '#server/platform/outbox/outbox.ts'
import { followRefund } from '#server/talk/requests/ending.ts'

export function listen(outbox: Outbox): void {
  outbox.on('wallet.reversed', 'requests.follow_refund', async (tx, { kind, reverses, by }) => {
    if (kind === 'request' || kind === 'message') await followRefund(tx, reverses, by)
  })
  outbox.on('user.blocked', 'requests.end_between', async (tx, { blockerId, blockedId }) => {
    await addJob(tx, 'requests.end_between', { blockerId, blockedId }, { key: `requests.end_between ${blockerId} ${blockedId}` })
  })
  outbox.on('account.changed', 'requests.end_of', async (tx, { accountId }) => {
    const account = (await accounts.people(tx, [accountId])).get(accountId)
    if (account && account.state !== 'active') await addJob(tx, 'requests.end_of', { accountId }, { key: `requests.end_of ${accountId}` })
  })
}
