// Letters of accounts, in their reader's language.
import type { Tx } from '#server/platform/db/db.ts'
import { writeLetter } from '#server/platform/mail/mail.ts'
import { languages, say, type Language } from '#server/platform/words/words.ts'
import { current } from '#server/site/settings/settings.ts'

export interface Reader {
  email: string
  name: string
  locale: string | null
}

/** The account's own language, else that of the call which caused the letter. */
export function languageFor({ locale }: Pick<Reader, 'locale'>, otherwise: Language): Language {
  return languages.find((language) => language === locale) ?? otherwise
}

export type Occasion =
  | 'verify'
  | 'reset'
  | 'guessed'
  | 'taken'
  | 'password_changed'
  | 'two_factor_on'
  | 'two_factor_off'
  | 'two_factor_reset'
  | 'recovery_code_used'
  | 'recovery_codes_renewed'
  | 'linked'
  | 'unlinked'
  | 'email_changed'

/** Subject, paragraphs and action are `accounts.letter.<occasion>.…`; the path carries the link's secret. */
export async function write(
  tx: Tx,
  reader: Reader,
  otherwise: Language,
  occasion: Occasion,
  path?: string,
  facts: Readonly<Record<string, string>> = {},
): Promise<void> {
  const language = languageFor(reader, otherwise)
  const { siteName } = await current(tx)
  const told = (part: string) => say(language, `accounts.letter.${occasion}.${part}`, { siteName, name: reader.name, ...facts })
  await writeLetter(tx, {
    to: reader.email,
    subject: told('subject'),
    paragraphs: [told('greeting'), told('why'), told('note')],
    // A link: without it nobody comes in.
    ...(path && { action: { label: told('action'), path }, isAwaited: true }),
  })
}
