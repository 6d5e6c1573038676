// What the letters of other slices ask before they are written (platform/mail).
import { noticeKinds } from '#contract/talk/notice-names.ts'
import type { Wishes } from '#server/platform/mail/mail.ts'
import { afterQuiet } from '#server/talk/notifications/hours.ts'
import { channelsOf, hoursOf, readersOf } from '#server/talk/notifications/preferences.ts'
import { leaving, unsubscribeToken } from '#server/talk/notifications/unsubscribing.ts'

/** A letter that is not wanted now is not written: what comes in the digest, or waits for the end of quiet hours, is told by the notice then. */
export const wishOf: Wishes = async (tx, { accountId, kind: named }) => {
  const kind = noticeKinds.find((each) => each === named)
  const reader = kind && (await readersOf(tx, [accountId], kind)).get(accountId)
  if (!kind || !reader) return { isWanted: true }
  const isAwake = afterQuiet(tx.now, hoursOf(reader, reader.language)) <= tx.now
  const isWanted = reader.takesLetters && channelsOf(kind, reader).email === 'now' && isAwake
  return { isWanted, leave: leaving(reader.language, await unsubscribeToken(tx, accountId, kind), kind) }
}
