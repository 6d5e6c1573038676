// A form that a person has to have filled in, where the site asks for that: what it draws, and the token that it is sent with. Of most sites and visits
// nothing of it is needed, so all that does something comes later.
import { type ReactNode, Suspense, useRef, useState } from 'react'
import type { CaptchaForm } from '#contract/site/captcha-pages.ts'
import { useSettings } from '#web/app/session.tsx'
import type { Held } from '#web/site/captcha/standing.ts'
import { useIsHydrated } from '#web/ui/hydrated.ts'
import { lazy } from '#web/ui/network.ts'

const CaptchaField = lazy(async () => ({ default: (await import('#web/site/captcha/CaptchaField.tsx')).CaptchaField }))

interface Captcha {
  /** Above the button. */
  field: ReactNode
  /** Sends the form with a token, if the site asks for one. It is used up by that: after a no there is another. */
  spend: <Answer>(send: (given: { captchaToken?: string }) => Promise<Answer>) => Promise<Answer>
}

export function useCaptcha(form: CaptchaForm): Captcha {
  const { captchaProvider } = useSettings()
  const isHydrated = useIsHydrated()
  const [standing] = useState(() => Promise.withResolvers<Held>())
  const held = useRef<Held>(undefined)
  if (captchaProvider === 'none') return { field: null, spend: (send) => send({}) }
  const hold = (now: Held) => {
    held.current = now
    standing.resolve(now)
  }
  return {
    field: isHydrated && (
      <Suspense fallback={<div className="min-h-12" />}>
        <CaptchaField key={captchaProvider} form={form} onStanding={hold} />
      </Suspense>
    ),
    async spend(send) {
      const captcha = held.current ?? (await standing.promise)
      const captchaToken = await captcha.token()
      try {
        return await send(captchaToken === undefined ? {} : { captchaToken })
      } catch (error) {
        ;(held.current ?? captcha).renew()
        throw error
      }
    },
  }
}
