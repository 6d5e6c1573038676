// What people are told when staff stop their wallet, when it can pay again, and when they are given tokens: in their language, with the reason that staff wrote.
import type { Tx } from '#server/platform/db/db.ts'
import { writeLetter } from '#server/platform/mail/mail.ts'
import { fromHundredths } from '#server/platform/units/units.ts'
import { say } from '#server/platform/words/words.ts'
import * as accounts from '#server/people/accounts/accounts.ts'
import { current } from '#server/site/settings/settings.ts'

export function writeFrozen(tx: Tx, accountId: string, reason: string): Promise<void> {
  return write(tx, accountId, { occasion: 'held', reason, path: '/contact' })
}

export function writeGranted(tx: Tx, accountId: string, amount: number, reason: string): Promise<void> {
  return write(tx, accountId, { occasion: 'granted', reason, path: '/wallet', amount })
}

export function writeFreezeLifted(tx: Tx, accountId: string, reason: string): Promise<void> {
  return write(tx, accountId, { occasion: 'letGo', reason, path: '/wallet' })
}

async function write(
  tx: Tx,
  accountId: string,
  { occasion, reason, path, amount = 0 }: { occasion: 'held' | 'letGo' | 'granted'; reason: string; path: string; amount?: number },
): Promise<void> {
  const account = await accounts.find(tx, accountId)
  if (!account) throw new Error('a wallet belongs to an account')
  const { siteName, defaultLocale } = await current(tx)
  const language = accounts.languageFor(account, defaultLocale)
  const told = (part: string) =>
    say(language, `walletLetters.${occasion}.${part}`, { name: account.name, siteName, tokens: fromHundredths(amount) })
  await writeLetter(tx, {
    to: account.email,
    subject: told('subject'),
    paragraphs: [told('greeting'), told('why'), reason, told('note')],
    action: { label: told('action'), path },
  })
}
