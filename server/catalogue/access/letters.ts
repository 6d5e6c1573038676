import type { Work } from '#server/catalogue/works/works.ts'
import * as accounts from '#server/people/accounts/accounts.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { writeLetter } from '#server/platform/mail/mail.ts'
import { fromHundredths } from '#server/platform/units/units.ts'
import { fallbackLanguage, say } from '#server/platform/words/words.ts'

/**
 * What was bought is gone by our rules, or a show did not take place, and the tokens are back. What exactly staff found is between them and the creator. The receipt has the name of
 * whoever sold it where the work itself has none.
 */
export async function letterOfRefund(
  tx: Tx,
  {
    buyerId,
    work,
    amount,
    why,
  }: { buyerId: string; work: Pick<Work, 'creatorId' | 'kind' | 'title'>; amount: number; why: 'removed' | 'cancelled' },
): Promise<void> {
  const people = await accounts.findAll(tx, [buyerId, work.creatorId])
  const buyer = people.get(buyerId)
  if (!buyer || buyer.state === 'closed') return
  const language = accounts.languageFor(buyer, fallbackLanguage)
  const creator = people.get(work.creatorId)?.name ?? ''
  const title = work.title || say(language, work.kind === 'message' ? 'works.messageOf' : 'works.untitledOf', { creator })
  const facts = { name: buyer.name, title, creator, amount: fromHundredths(amount) }
  const letter = why === 'removed' ? 'works.removedForBuyer' : 'works.cancelledForBuyer'
  await writeLetter(tx, {
    to: buyer.email,
    subject: say(language, `${letter}.subject`, facts),
    paragraphs: ['greeting', 'why', 'note'].map((part) => say(language, `${letter}.${part}`, facts)),
    action: { label: say(language, `${letter}.action`), path: '/wallet' },
  })
}
