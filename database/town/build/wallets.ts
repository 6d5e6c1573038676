// One wallet that the office looks into, so that somebody's page has something to say.
import type { Tx } from '#server/platform/db/db.ts'
import * as wallet from '#server/money/wallet/wallet.ts'
import type { Cast } from '#database/town/build/cast.ts'
import type { Chapter } from '#database/town/build/one-transaction.ts'

const frozen = { fan: 'kuo.midnight', hoursAgo: 0.4, reason: '這個帳號用了好幾張不同人的卡片，請與我們聯絡。' }

export function walletChapters(cast: Cast): Chapter[] {
  const { fan, hoursAgo, reason } = frozen
  const word = { by: cast.staffId, reason }
  return [{ hoursAgo, happen: (tx: Tx) => wallet.freezeByStaff(tx, cast.of(fan).member.accountId, word) }]
}
