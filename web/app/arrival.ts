// By whose link somebody came, for as long as this page lives: what goes with the form when they register. Whether the browser remembers it longer
// is the server's to say (contract/windows/referrals.ts); here nothing is kept in it.
let code: string | undefined

/** The last link counts. @returns whether it is another one */
export function cameBy(said: string): boolean {
  const isNew = said !== code
  code = said
  return isNew
}

/** For every call that makes an account. */
export const arrival = (): { referralCode?: string } => (code === undefined ? {} : { referralCode: code })
