import * as accounts from '#server/people/accounts/accounts.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { writeLetter } from '#server/platform/mail/mail.ts'
import { fromHundredths } from '#server/platform/units/units.ts'
import { fallbackLanguage, say } from '#server/platform/words/words.ts'

/** What was bought is gone, and the tokens are back. Why staff decided so is between them and the creator. */
export async function letterOfRemoval(
  tx: Tx,
  { buyerId, title, amount }: { buyerId: string; title: string; amount: number },
): Promise<void> {
  const buyer = await accounts.find(tx, buyerId)
  if (!buyer || buyer.state === 'closed') return
  const language = accounts.languageFor(buyer, fallbackLanguage)
  const facts = { name: buyer.name, title, amount: fromHundredths(amount) }
  await writeLetter(tx, {
    to: buyer.email,
    subject: say(language, 'works.removedForBuyer.subject', facts),
    paragraphs: ['greeting', 'why', 'note'].map((part) => say(language, `works.removedForBuyer.${part}`, facts)),
    action: { label: say(language, 'works.removedForBuyer.action'), path: '/wallet' },
  })
}
