// What people are told when staff stop their wallet, and when it can pay again: in their language, with the reason that staff wrote.
import type { Tx } from '#server/platform/db/db.ts'
import { writeLetter } from '#server/platform/mail/mail.ts'
import { say } from '#server/platform/words/words.ts'
import * as accounts from '#server/people/accounts/accounts.ts'
import { current } from '#server/site/settings/settings.ts'

export function writeHeld(tx: Tx, accountId: string, reason: string): Promise<void> {
  return write(tx, accountId, { occasion: 'held', reason, path: '/contact' })
}

export function writeLetGo(tx: Tx, accountId: string, reason: string): Promise<void> {
  return write(tx, accountId, { occasion: 'letGo', reason, path: '/wallet' })
}

async function write(
  tx: Tx,
  accountId: string,
  { occasion, reason, path }: { occasion: 'held' | 'letGo'; reason: string; path: string },
): Promise<void> {
  const account = await accounts.find(tx, accountId)
  if (!account) throw new Error('a wallet belongs to an account')
  const { siteName, defaultLocale } = await current(tx)
  const language = accounts.languageFor(account, defaultLocale)
  const told = (part: string) => say(language, `walletLetters.${occasion}.${part}`, { name: account.name, siteName })
  await writeLetter(tx, {
    to: account.email,
    subject: told('subject'),
    paragraphs: [told('greeting'), told('why'), reason, told('note')],
    action: { label: told('action'), path },
  })
}
