import type {} from '#server/people/accounts/accounts.ts'
import type { Outbox } from '#server/platform/outbox/outbox.ts'
import { forgetClosed } from '#server/talk/fans/fans.ts'

export function listen(outbox: Outbox): void {
  outbox.on('account.changed', 'fans.forget_closed', (tx, { accountId }) => forgetClosed(tx, accountId))
}
