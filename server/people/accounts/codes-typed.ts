// A code of a letter is typed: counted before it is looked at, so that many at once cannot all slip through, and in the same way for an address that nobody has.
import { timingSafeEqual } from 'node:crypto'
import type { Database } from '#server/platform/db/db.ts'
import { refuseField } from '#server/platform/refusals/refusal.ts'
import { countCodeTries } from '#server/people/accounts/code-queries.ts'
import { hashOfCode, triesAt } from '#server/people/accounts/codes.ts'
import type { Purpose } from '#server/people/accounts/links.ts'
import { countOwnTry } from '#server/people/accounts/login-throttle.ts'
import { forgetTries } from '#server/people/accounts/queries.ts'

/** @param accountId whose it must be, where it is known who types it. The digest of the link that this code stands beside. Refuses `wrong_letter_code` {code} and `account_locked` {minutes}. */
export async function linkOf(
  db: Database,
  purpose: Purpose | 'change_email',
  { email, code }: { email: string; code: string },
  accountId?: string,
): Promise<Buffer> {
  const tries = triesAt(purpose, accountId ?? email)
  await countOwnTry(db, tries)
  const links = await db.transaction((tx) => countCodeTries(tx, purpose, email.trim(), accountId))
  const found = links.find((link) => timingSafeEqual(link.codeHash, hashOfCode({ ...link, purpose }, code)))
  if (!found) return refuseField('code', 'wrong_letter_code')
  await db.transaction((tx) => forgetTries(tx, [tries]))
  return found.tokenHash
}
