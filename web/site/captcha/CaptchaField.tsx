import { LoaderCircle, ShieldCheck, TriangleAlert } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react'
import { type CaptchaForm, hasCaptcha, isFromOutside } from '#contract/site/captcha-pages.ts'
import { splitPrefix } from '#web/app/locale.ts'
import { useTranslation } from '#web/app/say.ts'
import { useApi, useBoot, useSettings } from '#web/app/session.tsx'
import { type Held, Standing } from '#web/site/captcha/standing.ts'
import { begin } from '#web/site/captcha/widget.ts'
import { Button } from '#web/ui/Button.tsx'

type CaptchaFieldProps = { form: CaptchaForm; onStanding: (held: Held) => void }

/** Shows that a person sends this form. Of what works by itself there is one quiet line; what asks something is drawn by whoever asks. */
export function CaptchaField({ form, onStanding }: CaptchaFieldProps) {
  const { t } = useTranslation()
  const api = useApi()
  const { locale, captchaIsLetIn } = useBoot()
  const { captchaProvider, captchaSiteKey: siteKey } = useSettings()
  const [standing] = useState(() => new Standing())
  const state = useSyncExternalStore(standing.subscribe, standing.state, standing.state)
  const place = useRef<HTMLDivElement>(null)
  const isOutside = isFromOutside({ captchaProvider })

  const start = useEffectEvent(() => {
    const here = place.current
    if (captchaProvider === 'none' || !here) return undefined
    // Whoever came here without loading the page has not let its provider in yet: it is loaded now, before anything is typed.
    if (isOutside && !captchaIsLetIn && hasCaptcha(splitPrefix(window.location.pathname).rest)) {
      window.location.reload()
      return undefined
    }
    const theme = here.closest('[data-theme]')?.getAttribute('data-theme') === 'dark' ? 'dark' : 'light'
    // As all of them name a language: with its country where Chinese is written in two ways.
    const language = locale.startsWith('zh') ? locale : locale.slice(0, 2)
    return standing.begin((told) => begin[captchaProvider](here, { form, siteKey, language, theme, api }, told))
  })
  useEffect(() => start(), [])

  const stand = useEffectEvent(() =>
    onStanding({
      token: () => standing.token(t('door.captcha.first')),
      renew: () => standing.renew(),
    }),
  )
  useEffect(() => stand(), [])

  const words = {
    works: t('door.captcha.works'),
    asks: t('door.captcha.asks'),
    through: t(captchaProvider === 'recaptcha_v3' ? 'door.captcha.google' : 'door.captcha.through'),
  }
  return (
    <div className="grid gap-2" data-captcha={state}>
      <div ref={place} className="empty:hidden" />
      {state === 'fails' ? (
        <div role="alert" className="grid justify-items-start gap-1 rounded-control bg-onair-wash px-4 py-3 text-14 leading-relaxed!">
          <p className="flex gap-2">
            <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 flex-none" />
            {t(isOutside ? 'door.captcha.blocked' : 'door.captcha.failed')}
          </p>
          <Button rank="text" size="sm" className="-ms-2" onClick={() => standing.again()}>
            {t('door.captcha.again')}
          </Button>
        </div>
      ) : (
        <p
          role="status"
          // What is drawn by others says it to the eye already.
          className={isOutside && captchaProvider !== 'recaptcha_v3' ? 'sr-only' : 'flex min-h-6 items-center gap-2 text-13 text-muted'}
        >
          {state === 'works' ? (
            <LoaderCircle aria-hidden="true" className="size-4 flex-none animate-spin motion-reduce:animate-none" />
          ) : (
            <ShieldCheck aria-hidden="true" className="size-4 flex-none" />
          )}
          {words[state]}
        </p>
      )}
    </div>
  )
}
