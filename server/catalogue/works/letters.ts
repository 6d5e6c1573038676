// The letter that tells a creator what staff decided against, and why: a statement of reasons (COMPLIANCE.md 14); and the one that asks
// a performer whether they want to be named in somebody else's work (COMPLIANCE.md 2 and 6).
import { works, type Work } from '#server/catalogue/works/queries.ts'
import * as accounts from '#server/people/accounts/accounts.ts'
import * as blocks from '#server/people/blocks/blocks.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { writeLetter } from '#server/platform/mail/mail.ts'
import { fallbackLanguage, say } from '#server/platform/words/words.ts'

export async function tellCreator(tx: Tx, work: Work, decision: 'rejected' | 'removed', reason: string): Promise<void> {
  const creator = await accounts.find(tx, work.creatorId)
  if (!creator) return
  const language = accounts.languageFor(creator, fallbackLanguage)
  const facts = {
    name: creator.name,
    title: work.title || say(language, work.kind === 'message' ? 'works.inMessage' : 'works.untitled'),
    reason,
  }
  await writeLetter(tx, {
    to: creator.email,
    subject: say(language, `works.letter.${decision}.subject`, facts),
    paragraphs: ['greeting', `${decision}.why`, `${decision}.note`].map((part) => say(language, `works.letter.${part}`, facts)),
    action: { label: say(language, 'works.letter.action'), path: '/contact' },
  })
}

export async function askPerformer(
  tx: Tx,
  { workId, creatorId, performerId }: { workId: string; creatorId: string; performerId: string },
): Promise<void> {
  const people = await accounts.findAll(tx, [creatorId, performerId])
  const [creator, performer, [work]] = [people.get(creatorId), people.get(performerId), await works(tx, [workId])]
  if (!creator || !performer || !work) return
  // Whoever shut the other out after the work was written hears nothing of it.
  if ((await blocks.blocksBetween(tx, creatorId, [performerId])).has(performerId)) return
  const language = accounts.languageFor(performer, fallbackLanguage)
  const facts = { name: performer.name, creator: creator.name, title: work.title || say(language, 'tagged.untitled') }
  await writeLetter(tx, {
    to: performer.email,
    subject: say(language, 'tagged.letter.subject', facts),
    paragraphs: ['greeting', 'why', 'note'].map((part) => say(language, `tagged.letter.${part}`, facts)),
    action: { label: say(language, 'tagged.letter.action'), path: '/creator/tagged' },
    about: { accountId: performerId, kind: 'review' },
  })
}
