// What an applicant is told, in their language.
import type { Tx } from '#server/platform/db/db.ts'
import { writeLetter } from '#server/platform/mail/mail.ts'
import { say } from '#server/platform/words/words.ts'
import { languageFor, type Account } from '#server/people/accounts/accounts.ts'
import { current } from '#server/site/settings/settings.ts'

const paths = { applied: undefined, approved: '/auth/login', rejected: '/contact' } as const
/** Whoever performs behind a fan's sign-in goes on from there. */
const holdersPath = '/settings#creator'

/** @param reason the reviewer's own words, in the letter of a rejection */
export async function write(
  tx: Tx,
  account: Pick<Account, 'email' | 'name' | 'locale' | 'holderId'>,
  occasion: keyof typeof paths,
  reason?: string,
): Promise<void> {
  const { siteName, defaultLocale } = await current(tx)
  const language = languageFor(account, defaultLocale)
  const told = (part: string) => say(language, `identity.letter.${occasion}.${part}`, { siteName, name: account.name })
  const isBehind = account.holderId !== null
  const path = isBehind ? holdersPath : paths[occasion]
  await writeLetter(tx, {
    to: account.email,
    subject: told('subject'),
    paragraphs: [told('greeting'), told('why'), ...(reason ? [reason] : []), told(isBehind ? 'behind' : 'note')],
    ...(path && { action: { label: isBehind ? say(language, 'identity.letter.see', { siteName }) : told('action'), path } }),
  })
}
