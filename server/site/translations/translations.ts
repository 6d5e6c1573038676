/**
 * The words of the interface: those of the program, and over them what the operator worded differently (calls.md section 1).
 * Promises: every key has a value in every language; an unknown locale gets the site's default; a change is seen here at once and by other processes within a second.
 * Leaves to others: drawing them (web), and the sentences of refusals and letters, which are the program's own.
 */
import { inEachLocale } from '#contract/locales.ts'
import { record } from '#server/platform/audit/audit.ts'
import type { Db, Tx } from '#server/platform/db/db.ts'
import { remembered } from '#server/platform/db/remembered.ts'
import { Refusal } from '#server/platform/refusals/refusal.ts'
import { languages, messages, type Language } from '#server/platform/words/words.ts'
import * as queries from '#server/site/translations/queries.ts'
import { current } from '#server/site/settings/settings.ts'
import { cleanText } from '#server/site/terms/terms.ts'

/** Every message in one language, by key. */
export async function search(db: Db, locale: string | undefined): Promise<{ key: string; value: string }[]> {
  const language = await languageOf(db, locale)
  const worded: Record<string, string> = { ...messages[language], ...(await overridesFor(db, language)) }
  return Object.entries(worded).map(([key, value]) => ({ key, value }))
}

/** Only what the operator changed: pages carry the program's words already. The same object while nothing changed. */
export async function overridesFor(db: Db, locale: string): Promise<Readonly<Record<string, string>>> {
  return reworded[await languageOf(db, locale)].current(db)
}

const reworded = inEachLocale(rewordedIn)

/** What was read of the operator's words is asked again. */
export function forget(): void {
  for (const each of Object.values(reworded)) each.forget()
}

function rewordedIn(language: Language) {
  return remembered(async (db): Promise<Readonly<Record<string, string>>> => {
    const rows = await queries.overrides(db, language)
    return Object.fromEntries(rows.filter(({ key }) => key in messages[language]).map(({ key, value }) => [key, value]))
  })
}

async function languageOf(db: Db, locale: string | undefined): Promise<Language> {
  return languages.find((language) => language.toLowerCase() === locale?.toLowerCase()) ?? (await current(db)).defaultLocale
}

/** The operator words a message anew; null takes the program's words back. Refuses `invalid` for a key that is none. */
export async function reword(
  tx: Tx,
  { locale, key, value }: { locale: Language; key: string; value: string | null },
  by: string,
): Promise<void> {
  if (!(key in messages[locale])) throw new Refusal('invalid', {}, [{ field: 'key', code: 'not_an_option' }])
  if (value === null) await queries.remove(tx, locale, key)
  else await queries.put(tx, locale, key, cleanText(value).slice(0, 2000))
  await record(tx, {
    actorId: by,
    action: 'translations.reworded',
    subject: { kind: 'message', id: `${locale} ${key}` },
    detail: { to: value },
  })
  tx.afterCommit(() => reworded[locale].forget())
}
