// The code of six digits beside a letter's link: who reads a letter in another browser than the one that waits types it there. It is the link in a shorter
// form: of the same account and purpose, as long good, and used up with it. Because it is short, five tries end it; they are counted before it is looked at.
import { createHmac, randomInt } from 'node:crypto'
import { secretFor } from '#server/platform/config/keys.ts'
import type { OfLink } from '#server/people/accounts/code-queries.ts'

export function newCode(link: OfLink): { code: string; codeHash: Buffer } {
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  return { code, codeHash: hashOfCode(link, code) }
}

/** With a key of the site's: whoever reads the table cannot try a million codes by themselves. */
export function hashOfCode({ accountId, purpose, tokenHash }: OfLink, code: string): Buffer {
  return createHmac('sha256', secretFor('code beside a link'))
    .update(`${purpose} ${accountId} ${tokenHash.toString('hex')} ${code}`)
    .digest()
}

/** What tries at the codes of an address are counted by: its known ones and those that nobody has alike. */
export const triesAt = (purpose: string, email: string) => `code:${purpose} ${email.trim().toLowerCase()}`
