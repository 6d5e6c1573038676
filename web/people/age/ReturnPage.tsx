import { useEffect, useEffectEvent, useState } from 'react'
import { useSearchParams } from 'react-router'
import { untilLeft, useAct } from '#web/app/act.ts'
import { usePageTitle } from '#web/app/page-title.ts'
import { useTranslation } from '#web/app/say.ts'
import { useAgeCheck } from '#web/app/shell/age-check.ts'
import { goOn } from '#web/people/accounts/go-on.ts'
import { DoorFrame } from '#web/people/accounts/DoorFrame.tsx'
import { Button } from '#web/ui/Button.tsx'

export const handle = { inClosedCountry: true }

interface Failed {
  code: string | undefined
  why: string
  redirect: string
}

const titles = {
  age_check_declined: 'ageCheck.failed.declined',
  age_check_too_young: 'ageCheck.failed.tooYoung',
  age_check_says_nothing: 'ageCheck.failed.nothing',
  age_check_over: 'ageCheck.failed.over',
  age_check_unavailable: 'ageCheck.failed.away',
  age_check_refused: 'ageCheck.failed.refused',
} as const

/** Where the provider that checks ages sends people back to. What came in the address is sent once, and only the browser that went can finish it. */
export function Component() {
  const { t } = useTranslation()
  const [search] = useSearchParams()
  const [failed, setFailed] = useState<Failed>()
  const { act: complete } = useAct(
    async (api) => {
      const [state, code, iss, error] = ['state', 'code', 'iss', 'error'].map((name) => search.get(name) ?? undefined)
      if (!state || state.length < 20) return undefined
      return api.age.result({ state, ...(code && { code }), ...(iss && { iss }), ...(error && { error: error.slice(0, 200) }) })
    },
    {
      noIn: 'screen',
      done(found) {
        if (!found) return setFailed({ code: undefined, why: t('ageCheck.failed.nothingCame'), redirect: '/home' })
        goOn(found.redirect ?? '/home')
        return untilLeft()
      },
      refused(no) {
        const { redirect } = (no?.details ?? {}) as { redirect?: unknown }
        setFailed({
          code: no?.code,
          why: no?.message || t('ageCheck.failed.unsure'),
          redirect: typeof redirect === 'string' && redirect !== '' ? redirect : '/home',
        })
        return true
      },
    },
  )
  const arrive = useEffectEvent(() => {
    // What was found is good once; it does not stay in the address all the same.
    window.history.replaceState(window.history.state, '', window.location.pathname)
    void complete()
  })
  useEffect(() => arrive(), [])
  const { act: again, busy, problem } = useAgeCheck(failed?.redirect)

  const name = failed?.code && Object.hasOwn(titles, failed.code) ? titles[failed.code as keyof typeof titles] : 'ageCheck.failed.title'
  const heading = failed ? t(name) : t('ageCheck.coming.title')
  const title = <title>{usePageTitle(heading)}</title>
  if (!failed)
    return (
      <DoorFrame title={heading} lead={<span role="status">{t('ageCheck.coming.lead')}</span>}>
        {title}
        <div className="grid min-h-12 place-items-center">
          <span className="turning size-8 rounded-full border-2 border-current border-e-transparent text-muted" />
        </div>
      </DoorFrame>
    )
  return (
    <DoorFrame title={heading} lead={<span role="alert">{problem ?? failed.why}</span>}>
      {title}
      <Button size="wide" loading={busy} onClick={() => void again()}>
        {t('ageCheck.failed.again')}
      </Button>
      <Button rank="text" to="https://duckduckgo.com/" replace>
        {t('age.leave')}
      </Button>
    </DoorFrame>
  )
}
