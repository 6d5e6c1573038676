/**
 * Letters of visitors to the people who run the site (calls.md section 7).
 * Promises: a letter is in the office's inbox when the call is answered, and is mailed to the operator where an address is set.
 * Leaves to others: how often one may write (the row's rate), and answering.
 */
import type { Db, Tx } from '#server/platform/db/db.ts'
import { record } from '#server/platform/audit/audit.ts'
import { writeLetter } from '#server/platform/mail/mail.ts'
import { refuse } from '#server/platform/refusals/refusal.ts'
import { say } from '#server/platform/words/words.ts'
import * as queries from '#server/site/contact/queries.ts'
import { current } from '#server/site/settings/settings.ts'
import { requireText } from '#server/site/terms/terms.ts'

export { countUnanswered, forgetSender, oldestUnanswered } from '#server/site/contact/queries.ts'

/** Keeps the letter and passes it on. Prohibited terms are let through: someone may be reporting them. */
export async function send(
  tx: Tx,
  letter: { name: string; email: string; message: string; ip?: string | undefined },
): Promise<{ id: string }> {
  const name = requireText('name', letter.name).replaceAll(/\s+/g, ' ')
  const body = requireText('message', letter.message)
  const id = await queries.insert(tx, { name, email: letter.email, body, ip: letter.ip })
  const { contactEmail, siteName, defaultLocale } = await current(tx)
  if (contactEmail) {
    const told = (part: string) => say(defaultLocale, `contact.letter.${part}`, { name, email: letter.email, siteName })
    await writeLetter(tx, { to: contactEmail, subject: told('subject'), paragraphs: [told('from'), body, told('note')] })
  }
  return { id }
}

/** The office's inbox: unanswered first, newest first. */
export function inbox(db: Db, paging: { limit: number; offset: number }): Promise<{ rows: queries.Message[]; total: number }> {
  return queries.newest(db, paging)
}

export async function markAnswered(tx: Tx, id: string, by: string): Promise<void> {
  if ((await queries.markAnswered(tx, id)) === 0) refuse('not_found')
  await record(tx, { actorId: by, action: 'contact.answered', subject: { kind: 'contact_message', id } })
}
