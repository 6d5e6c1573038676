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
  | 'passkey_added'
  | 'security_key_added'
  | 'passkey_removed'
  | 'passkey_copied'
  | 'linked'
  | 'unlinked'
  | 'email_changed'
  | 'change_email'
  | 'change_email_asked'
  | 'change_email_taken'
  | 'email_is_new'
  | 'email_was_other'
  | 'email_was_yours'
  | 'email_undone'
  | 'closing'
  | 'closing_soon'
  | 'taken_back'
  | 'belongings'

export interface Way {
  /** With the link's secret. */
  path: string
  /** For whoever waits in another browser. */
  code?: string | undefined
}

/** Subject, paragraphs and action are `accounts.letter.<occasion>.…`. */
export async function write(
  tx: Tx,
  reader: Reader,
  otherwise: Language,
  occasion: Occasion,
  way?: Way,
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
    ...(way && { action: { label: told('action'), path: way.path }, isAwaited: true }),
    ...(way?.code && { code: { label: say(language, 'accounts.letter.code'), digits: way.code } }),
  })
}
