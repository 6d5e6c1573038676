// What a performer is told of their prices, in their language.
import type { Tx } from '#server/platform/db/db.ts'
import { writeLetter } from '#server/platform/mail/mail.ts'
import { say } from '#server/platform/words/words.ts'
import * as accounts from '#server/people/accounts/accounts.ts'
import * as profiles from '#server/people/profiles/profiles.ts'
import { current } from '#server/site/settings/settings.ts'

/** The site counts in another currency than their prices. Said in time, there is nothing to tell. */
export async function tellOfRest(tx: Tx, performerId: string): Promise<void> {
  const performer = (await accounts.findAll(tx, [performerId])).get(performerId)
  const profile = await profiles.find(tx, performerId)
  const { siteName, defaultLocale, currency: now } = await current(tx)
  if (performer?.state !== 'active' || !profile?.pricedAt || profile.currency === now) return
  const language = accounts.languageFor(performer, defaultLocale)
  const told = (part: string) =>
    say(language, `subscriptions.letter.prices_rest.${part}`, { siteName, name: performer.name, currency: profile.currency, now })
  await writeLetter(tx, {
    to: performer.email,
    subject: told('subject'),
    paragraphs: [told('greeting'), told('why'), told('note')],
    action: { label: told('action'), path: '/creator/subscriptions-offer' },
  })
}
