// The letter to a creator whose footage turned out to be unreadable, too long or known: they are not looking at the page any more.
import type { Work } from '#server/catalogue/works/works.ts'
import * as accounts from '#server/people/accounts/accounts.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { writeLetter } from '#server/platform/mail/mail.ts'
import { fallbackLanguage, say } from '#server/platform/words/words.ts'

export async function tellBroken(tx: Tx, work: Work): Promise<void> {
  const creator = await accounts.find(tx, work.creatorId)
  if (!creator) return
  const language = accounts.languageFor(creator, fallbackLanguage)
  const facts = { name: creator.name, title: work.title }
  await writeLetter(tx, {
    to: creator.email,
    subject: say(language, 'videos.letter.broken.subject', facts),
    paragraphs: ['greeting', 'why', 'note'].map((part) => say(language, `videos.letter.broken.${part}`, facts)),
    action: { label: say(language, 'videos.letter.broken.action'), path: `/creator/videos/${work.id}` },
  })
}
