// What staff must hear at once, by letter: each of them in their language.
import * as fingerprints from '#server/media/fingerprints/fingerprints.ts'
import * as accounts from '#server/people/accounts/accounts.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { writeLetter } from '#server/platform/mail/mail.ts'
import { say } from '#server/platform/words/words.ts'
import { current } from '#server/site/settings/settings.ts'

/** A file matched what is blocked. Whoever tries a hundred times makes one letter a day: the others are in the audit log. */
export async function tellOfMatch(
  tx: Tx,
  { matchId, fileId, ownerId, source }: { matchId: string; fileId: string; ownerId: string; source: string },
): Promise<void> {
  if (!(await fingerprints.isFirstOfADay(tx, matchId))) return
  const { siteName, defaultLocale } = await current(tx)
  const username = (await accounts.find(tx, ownerId))?.username ?? ownerId
  for (const { email, name, locale } of await accounts.staff(tx)) {
    const language = accounts.languageFor({ locale }, defaultLocale)
    const told = (part: string) => say(language, `matchLetters.${part}`, { siteName, name, username, source })
    await writeLetter(tx, {
      to: email,
      subject: told('subject'),
      paragraphs: [told('greeting'), told(source === 'removed' ? 'why.removed' : 'why.listed'), told('note')],
      action: { label: told('action'), path: `/admin/audit?q=${fileId}` },
    })
  }
}
