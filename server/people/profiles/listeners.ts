import type {} from '#server/people/accounts/accounts.ts'
import type { Outbox } from '#server/platform/outbox/outbox.ts'
import { reindex } from '#server/people/profiles/profiles.ts'

/** A name belongs to the account, the place among what can be found to the profile: it follows. */
export function listen(outbox: Outbox): void {
  outbox.on('account.changed', 'profiles.reindex', (tx, { accountId }) => reindex(tx, accountId))
}
