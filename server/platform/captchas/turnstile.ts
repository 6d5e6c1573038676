// Cloudflare's Turnstile (developers.cloudflare.com/turnstile, server-side validation). Its answer names the host, and the form by `action`.
import type { Captcha } from '#server/platform/captchas/captcha.ts'
import { type At, isOfForm, isOurs, siteverify } from '#server/platform/captchas/siteverify.ts'

export function turnstile(secret: string | undefined, at: At = {}): Captcha {
  return siteverify({
    name: 'turnstile',
    url: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
    at,
    secret,
    judge: (answer, wanted) =>
      isOurs(answer, wanted) && isOfForm(answer, wanted)
        ? { passed: true, ...(answer.action && { action: answer.action }) }
        : { passed: false },
  })
}
