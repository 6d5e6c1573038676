// Whether a person filled in a form: what every captcha is to this program. How each provider spells it stays in its own file.
// Promises of an adapter, which captcha.test.ts holds each one to: a token that its provider did not give, that is over, another form's or another
// site's is no pass; where nobody can tell, it says so (CaptchaAway) and never guesses. Leaves to others: that a token passes once (site/captcha).

/** Where a token has to come from. */
export interface Wanted {
  /** The form, as its token was made for it; undefined: whichever. */
  action: string | undefined
  /** Host names under which this site is reached. */
  hosts: readonly string[]
  now: Date
}

export type Verdict =
  | { passed: false }
  | { passed: true; score?: number /** What form it was made for, where its provider says so. */; action?: string }

export interface Captcha {
  readonly name: string
  /** What tells this token from all others, however it is written; undefined where it cannot be a token of theirs at all. */
  identityOf(token: string): string | undefined
  /** @throws CaptchaAway */
  check(token: string, wanted: Wanted): Promise<Verdict>
  /** Somebody sent none: could they have got one? @throws CaptchaAway where nobody could check it */
  ensureThere(): Promise<void>
}

/** Nobody can tell whether it was a person: the provider does not answer, answers nonsense, or does not know our keys. */
export class CaptchaAway extends Error {
  override name = 'CaptchaAway'
}
