// Where forms ask for a captcha. A provider's script is let in by these pages' own policy, and by no other page's (server/page-policy.ts).

/** Each with the row that its form is sent to. */
const formOf = {
  '/auth/login': 'accounts_login',
  '/auth/register': 'accounts_register',
  '/auth/register/performer': 'identity_register',
  '/auth/forgot': 'accounts_forgot',
  '/contact': 'contact_send',
} as const

export type CaptchaForm = (typeof formOf)[keyof typeof formOf]

/** @param path without a language's prefix */
export function hasCaptcha(path: string): boolean {
  return Object.hasOwn(formOf, path)
}

/** Whether it is somebody else's, whose script a page has to let in. */
export function isFromOutside({ captchaProvider }: { captchaProvider: string }): boolean {
  return captchaProvider !== 'none' && captchaProvider !== 'altcha'
}
