// Google's reCAPTCHA (developers.google.com/recaptcha/docs/verify and /v3). Version 2 asks people something, and says yes or no; version 3 asks nothing,
// and says what it thinks of them, and of which form.
import { type Captcha, CaptchaAway } from '#server/platform/captchas/captcha.ts'
import { type At, isOfForm, isOurs, siteverify } from '#server/platform/captchas/siteverify.ts'

const url = 'https://www.google.com/recaptcha/api/siteverify'

export function recaptchaV2(secret: string | undefined, at: At = {}): Captcha {
  return siteverify({ name: 'recaptcha_v2', url, at, secret, judge: (answer, wanted) => ({ passed: isOurs(answer, wanted) }) })
}

/** @param least below it somebody passes for a program */
export function recaptchaV3(secret: string | undefined, least: number, at: At = {}): Captcha {
  return siteverify({
    name: 'recaptcha_v3',
    url,
    at,
    secret,
    judge(answer, wanted) {
      const { score, action } = answer
      if (score === undefined) throw new CaptchaAway('recaptcha_v3 answers without a score: its keys are of another version')
      return isOurs(answer, wanted) && isOfForm(answer, wanted) && score >= least
        ? { passed: true, score, ...(action && { action }) }
        : { passed: false }
    },
  })
}
