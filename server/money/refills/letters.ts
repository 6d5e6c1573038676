import type { Tx } from '#server/platform/db/db.ts'
import { writeLetter } from '#server/platform/mail/mail.ts'
import { writtenMoney } from '#server/platform/units/units.ts'
import { say } from '#server/platform/words/words.ts'
import type { Refill, StopReason } from '#server/money/refills/queries.ts'
import * as accounts from '#server/people/accounts/accounts.ts'
import { current } from '#server/site/settings/settings.ts'

/** `limit`: the month's is reached; the others switched it off. */
export type Occasion = 'limit' | StopReason

export async function write(tx: Tx, { accountId, monthlyLimit, currency }: Refill, occasion: Occasion): Promise<void> {
  const account = (await accounts.findAll(tx, [accountId])).get(accountId)
  if (!account) return
  const { siteName, defaultLocale, currency: now } = await current(tx)
  const language = accounts.languageFor(account, defaultLocale)
  const limit = writtenMoney(monthlyLimit, currency, language)
  const told = (part: string) => say(language, `refills.letter.${part}`, { name: account.name, siteName, limit, currency, now })
  await writeLetter(tx, {
    to: account.email,
    subject: told(`${occasion}.subject`),
    paragraphs: [told('greeting'), told(`${occasion}.why`), told(`${occasion}.note`)],
    action: { label: told('action'), path: '/wallet/auto' },
  })
}
