// A changed balance reaches its owner's open screens (calls.md section 14). Amounts travel as tokens.
import type { Database } from '#server/platform/db/db.ts'
import type { Outbox } from '#server/platform/outbox/outbox.ts'
import type { Realtime } from '#server/platform/realtime/realtime.ts'
import { fromHundredths } from '#server/platform/units/units.ts'
import type {} from '#server/money/wallet/events.ts'

export function push(outbox: Outbox, realtime: Realtime, _db: Database): void {
  const tell = (accountId: string, balance: number, delta: number) =>
    realtime.toAccount(accountId, 'balance/updated', { balance: fromHundredths(balance), delta: fromHundredths(delta) })
  outbox.on('wallet.charged', 'wallet.tell_payer', async (_tx, { payerId, balance, amount }) => tell(payerId, balance, -amount))
  outbox.on('wallet.credited', 'wallet.tell_owner', async (_tx, { accountId, balance, amount }) => tell(accountId, balance, amount))
  outbox.on('wallet.reversed', 'wallet.tell_owner', async (_tx, { payerId, payeeId, balance, amount }) => {
    // Whoever's wallet it was has the balance in the fact: the payer of a purchase, the payee of a top-up. A card sale has neither.
    if (balance === null) return
    if (payerId) tell(payerId, balance, amount)
    else if (payeeId) tell(payeeId, balance, -amount)
  })
}
