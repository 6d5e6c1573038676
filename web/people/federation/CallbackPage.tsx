import { Suspense, useEffect, useEffectEvent, useState } from 'react'
import { useParams, useSearchParams } from 'react-router'
import type { Api } from '#contract/client.ts'
import type { SocialEntered } from '#contract/people/federation.ts'
import { untilLeft, useAct } from '#web/app/act.ts'
import { afterSignIn } from '#web/app/guard.ts'
import { usePageTitle } from '#web/app/page-title.ts'
import { useTranslation } from '#web/app/say.ts'
import { useMe } from '#web/app/session.tsx'
import { DoorFrame } from '#web/people/accounts/DoorFrame.tsx'
import { tellEntering } from '#web/people/accounts/entering.ts'
import { goOn } from '#web/people/accounts/go-on.ts'
import { SecondStep, ticketIn } from '#web/people/accounts/second-step.ts'
import { wayBackIn } from '#web/people/accounts/way-back.ts'
import { FinishForm } from '#web/people/federation/FinishForm.tsx'
import { Button } from '#web/ui/Button.tsx'

export const handle = { inClosedCountry: true }

type State =
  | { is: 'coming' }
  | { is: 'cancelled' }
  | { is: 'refused'; why: string }
  | { is: 'asked'; ticket: string }
  | { is: 'new'; found: SocialEntered }

/**
 * Where providers send people back to. What came in the address is sent once, from the browser that went; opening the address changes nothing by itself,
 * because without that browser's cookie there is nothing to finish.
 */
export function Component() {
  const { t } = useTranslation()
  const me = useMe()
  const { provider } = useParams()
  const [search] = useSearchParams()
  const [state, setState] = useState<State>(search.has('error') || search.has('denied') ? { is: 'cancelled' } : { is: 'coming' })
  const back = me ? '/settings' : '/auth/login'

  const { act: complete } = useAct(
    async (api) => {
      const found = await sendBack(api, provider, search)
      return { found, who: found?.token ? await api.me.user({}) : undefined }
    },
    {
      noIn: 'screen',
      done({ found, who }) {
        if (!found) return setState({ is: 'refused', why: t('social.nothing') })
        if (found.isNew) return setState({ is: 'new', found })
        if (who) tellEntering()
        goOn(who ? afterSignIn(who, found.redirect ?? null) : '/settings#identities')
        return untilLeft()
      },
      refused(no) {
        const wayBack = wayBackIn(no)
        if (wayBack !== undefined) {
          goOn(wayBack)
          return true
        }
        const ticket = ticketIn(no)
        if (ticket !== undefined) {
          setState({ is: 'asked', ticket })
          return true
        }
        setState({ is: 'refused', why: no?.message || t('social.unsure') })
        return true
      },
    },
  )
  const arrive = useEffectEvent(() => {
    // What let somebody in is good once; it does not stay in the address all the same.
    window.history.replaceState(window.history.state, '', window.location.pathname)
    if (state.is === 'coming') void complete()
  })
  useEffect(() => arrive(), [])

  const title = <title>{usePageTitle(t('auth.login'))}</title>
  if (state.is === 'new') {
    return (
      <DoorFrame title={t('social.new.title')} lead={t('social.new.lead', { provider: state.found.said?.label ?? '' })}>
        {title}
        <FinishForm found={state.found} />
      </DoorFrame>
    )
  }
  if (state.is === 'asked') {
    return (
      <DoorFrame title={t('auth.code.title')}>
        {title}
        <Suspense fallback={null}>
          <SecondStep
            ticket={state.ticket}
            onEntered={(who) => {
              tellEntering()
              goOn(afterSignIn(who, null))
              return untilLeft()
            }}
            onStartAgain={() => goOn('/auth/login')}
          />
        </Suspense>
      </DoorFrame>
    )
  }
  if (state.is === 'coming') {
    return (
      <DoorFrame title={t('social.coming.title')} lead={<span role="status">{t('social.coming.lead')}</span>}>
        {title}
        <div className="grid min-h-12 place-items-center">
          <span className="turning size-8 rounded-full border-2 border-current border-e-transparent text-muted" />
        </div>
      </DoorFrame>
    )
  }
  return (
    <DoorFrame
      title={t(state.is === 'cancelled' ? 'social.cancelled.title' : 'social.refused.title')}
      lead={<span role="alert">{state.is === 'cancelled' ? t('social.cancelled.lead') : state.why}</span>}
    >
      {title}
      <Button size="wide" to={back}>
        {t(me ? 'social.toSettings' : 'social.toSignIn')}
      </Button>
      {!me && (
        <Button rank="text" size="sm" to="/auth/forgot" className="justify-self-center">
          {t('auth.forgot')}
        </Button>
      )}
    </DoorFrame>
  )
}

/** As each provider spells it. Undefined where there is nothing to send. */
async function sendBack(api: Api, provider: string | undefined, search: URLSearchParams): Promise<SocialEntered | undefined> {
  if (provider === 'twitter') {
    const [oauthToken, oauthVerifier] = [search.get('oauth_token'), search.get('oauth_verifier')]
    return oauthToken && oauthVerifier ? api.federation.twitterCallback({ oauthToken, oauthVerifier }) : undefined
  }
  const [code, state, iss] = [search.get('code'), search.get('state'), search.get('iss')]
  if ((provider !== 'google' && provider !== 'openid') || !code || !state || state.length < 20) return undefined
  return api.federation.complete({ provider, code, state, ...(iss !== null && { iss }) })
}
