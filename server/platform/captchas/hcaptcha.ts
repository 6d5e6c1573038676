// hCaptcha (docs.hcaptcha.com, verify the user response server side). Its answer names the host where the browser told it, and no form.
import type { Captcha } from '#server/platform/captchas/captcha.ts'
import { type At, isOurs, siteverify } from '#server/platform/captchas/siteverify.ts'

export function hcaptcha(secret: string | undefined, at: At = {}): Captcha {
  return siteverify({
    name: 'hcaptcha',
    url: 'https://api.hcaptcha.com/siteverify',
    at,
    secret,
    // It says so itself: some browsers do not tell. Its site keys are bound to their hosts besides.
    judge: (answer, wanted) => ({ passed: answer.hostname === 'not-provided' || isOurs(answer, wanted) }),
  })
}
