// Letters of notices: what is due is told in one letter, at once or as the day's digest, and only while it is unread.
import * as accounts from '#server/people/accounts/accounts.ts'
import * as age from '#server/people/age/age.ts'
import * as blocks from '#server/people/blocks/blocks.ts'
import type { Database, Db, Tx } from '#server/platform/db/db.ts'
import { runIsolated, throwAll } from '#server/platform/jobs/isolated.ts'
import { writeLetter } from '#server/platform/mail/mail.ts'
import { say } from '#server/platform/words/words.ts'
import { current } from '#server/site/settings/settings.ts'
import * as queries from '#server/talk/notifications/due-queries.ts'
import { afterQuiet } from '#server/talk/notifications/hours.ts'
import { channelsOf, habitsOf, hoursOf, readersOf } from '#server/talk/notifications/preferences.ts'
import { saidTo, type For } from '#server/talk/notifications/sentences.ts'
import { leaving, unsubscribeToken } from '#server/talk/notifications/unsubscribing.ts'

const atOnce = 200
/** So much stands in one letter; what else there is, is in the centre. */
const mostLines = 20

/** Writes what is due by now. */
export async function mailDue(db: Database): Promise<void> {
  for (;;) {
    const ids = await queries.toMail(db, atOnce)
    throwAll(await runIsolated(ids, (id) => db.transaction((tx) => mail(tx, id))))
    if (ids.length < atOnce) return
  }
}

async function mail(tx: Tx, accountId: string): Promise<void> {
  const due = await queries.lockToMail(tx, accountId)
  if (due.length === 0) return
  const reader = (await readersOf(tx, [accountId], due[0]!.kind)).get(accountId)
  const hours = reader && hoursOf(reader, reader.language)
  const awake = hours ? afterQuiet(tx.now, hours) : tx.now
  // They may have decided about their nights since it became due.
  await queries.setMailDue(
    tx,
    due.map(({ id }) => id),
    awake > tx.now ? awake : null,
  )
  if (!reader || !hours || awake > tx.now || !reader.takesLetters) return
  const chosen = await queries.lettersOf(tx, accountId)
  const emailOf = (kind: (typeof due)[number]['kind']) =>
    channelsOf(kind, { inApp: null, push: null, letters: chosen.get(kind) ?? null }).email
  const hidden = await blocks.allHiddenFrom(tx, accountId, reader.country ?? undefined)
  const rows = due.filter(
    (row) => !row.isRead && row.expiresAt > tx.now && emailOf(row.kind) !== 'off' && !(row.actorId && hidden.has(row.actorId)),
  )
  const [first] = rows
  if (!first) return
  const { language } = reader
  const said = await saidTo(tx, await readerOf(tx, reader, hours.timeZone), rows)
  const lines = rows.slice(0, mostLines).flatMap(({ id }) => said.get(id) ?? [])
  const kind = rows.every((row) => row.kind === first.kind && emailOf(row.kind) === 'now') ? first.kind : undefined
  const { siteName } = await current(tx)
  const { isDiscreet } = habitsOf(reader)
  const count = rows.length
  const one = count === 1 ? said.get(first.id) : undefined
  await writeLetter(tx, {
    to: reader.email,
    subject: isDiscreet
      ? say(language, 'notices.letter.subject', { siteName })
      : (one?.text ?? say(language, 'notices.letter.subject.more', { count })),
    language,
    // Programs show how a letter begins beside its subject, on lock screens too.
    ...(isDiscreet && { preview: say(language, 'notices.push.discreet') }),
    paragraphs: [say(language, 'notices.letter.greeting', { name: reader.name }), ...(one ? [one.text] : [])],
    ...(!one && {
      lines: [
        ...lines.map(({ text, path }) => ({ text, path })),
        ...(count > mostLines ? [{ text: say(language, 'notices.letter.rest', { count: count - mostLines }) }] : []),
      ],
    }),
    action: { label: say(language, one ? 'notices.letter.action' : 'notices.letter.action.more'), path: one?.path ?? '/notifications' },
    also: { label: say(language, 'notices.letter.settings'), path: '/settings/notifications' },
    leave: leaving(language, await unsubscribeToken(tx, accountId, kind), kind),
  })
}

type Reader = NonNullable<ReturnType<Awaited<ReturnType<typeof readersOf>>['get']>>

/** As whom they read what is sent to them: from the country that they say they live in, where nothing else is known. */
export async function readerOf(db: Db, reader: Reader, timeZone: string, country = reader.country ?? undefined): Promise<For> {
  const { accountId, role, username, birthDate, language } = reader
  const isAdult = birthDate !== null && accounts.isAdultOn(birthDate, db.now)
  const viewer = await age.seenFrom(db, { kind: 'member', accountId, sessionId: '', role, username, isAdult }, country)
  return { viewer, country, language, timeZone }
}
