// What a creator is told about where their money goes, in their language, at the address on file: whoever changed it may not be who reads it.
import { dateTag } from '#contract/locales.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { writeLetter } from '#server/platform/mail/mail.ts'
import { say } from '#server/platform/words/words.ts'
import * as accounts from '#server/people/accounts/accounts.ts'
import { current } from '#server/site/settings/settings.ts'

export async function writeBankChanged(tx: Tx, accountId: string, holdUntil: Date, last4: string): Promise<void> {
  await writeToCreator(tx, accountId, 'bank', {
    path: '/creator/payouts/bank',
    facts: (language, timeZone) => ({ last4, until: momentIn(language, timeZone, holdUntil) }),
  })
}

/** The same of an account at PayPal or another way. @param account masked */
export async function writeAccountChanged(
  tx: Tx,
  accountId: string,
  { type, account, holdUntil }: { type: 'paypal' | 'other'; account: string; holdUntil: Date },
): Promise<void> {
  await writeToCreator(tx, accountId, 'account', {
    path: '/creator/payouts',
    facts: (language, timeZone) => ({
      account,
      method: say(language, `payouts.method.${type}`),
      until: momentIn(language, timeZone, holdUntil),
    }),
  })
}

const momentIn = (language: Language, timeZone: string, at: Date) =>
  new Intl.DateTimeFormat(dateTag(language), { dateStyle: 'long', timeStyle: 'short', timeZone }).format(at)

type Language = ReturnType<typeof accounts.languageFor>

interface Told {
  path: string
  facts: (language: Language, timeZone: string) => Record<string, string>
  /** Somebody's own words, as a paragraph. */
  words?: string
  /** It only tells: of which kind of notice it is. */
  kind?: string
}

/** One of the letters about payouts. */
export async function writeToCreator(tx: Tx, accountId: string, occasion: string, { path, facts, words, kind }: Told): Promise<void> {
  const account = await accounts.find(tx, accountId)
  if (!account) throw new Error('a payout belongs to an account')
  const { siteName, defaultLocale } = await current(tx)
  const language = accounts.languageFor(account, defaultLocale)
  const known = { siteName, name: account.name, ...facts(language, account.timezone ?? 'UTC') }
  const told = (part: string) => say(language, `payoutLetters.${occasion}.${part}`, known)
  await writeLetter(tx, {
    to: account.email,
    subject: told('subject'),
    paragraphs: [told('greeting'), told('why'), ...(words ? [words] : []), told('note')],
    action: { label: told('action'), path },
    ...(kind && { about: { accountId, kind } }),
  })
}
