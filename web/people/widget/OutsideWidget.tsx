import { Suspense, useEffect, useEffectEvent, useState } from 'react'
import type { SocialEntered } from '#contract/people/federation.ts'
import type { OutsideWidget as Given } from '#contract/site/settings.ts'
import type { CurrentUser } from '#contract/windows/me.ts'
import { untilLeft, useAct } from '#web/app/act.ts'
import { afterSignIn } from '#web/app/guard.ts'
import { splitPrefix } from '#web/app/locale.ts'
import { forgetOwn } from '#web/app/own-storage.ts'
import { useTranslation } from '#web/app/say.ts'
import { useApi, useMe } from '#web/app/session.tsx'
import type { LoginWidget } from '#web/app/widget.ts'
import { bringWords } from '#web/app/words.ts'
import { keptBirthDate } from '#web/people/accounts/age.ts'
import { tellEntering, useComingIn } from '#web/people/accounts/entering.ts'
import { goOn } from '#web/people/accounts/go-on.ts'
import { SecondStep, ticketIn } from '#web/people/accounts/second-step.ts'
import { wayBackIn } from '#web/people/accounts/way-back.ts'
import { bring } from '#web/people/widget/bringing.ts'
import { follow, type Following } from '#web/people/widget/following.ts'
import { decline, digestOf, isDeclined, keepToken, keptToken } from '#web/people/widget/kept-token.ts'
import { lazy } from '#web/ui/network.ts'
import { Sheet } from '#web/ui/Sheet.tsx'

const FinishForm = lazy(async () => {
  const [file] = await Promise.all([import('#web/people/federation/FinishForm.tsx'), bringWords('door'), bringWords('own')])
  return { default: file.FinishForm }
})

/** What a token's owner is asked for before they are in. */
type Asked = { digest: string | undefined } & ({ is: 'new'; found: SocialEntered } | { is: 'code'; ticket: string })

type OutsideWidgetProps = { given: Given; onReady: (widget: LoginWidget) => void; onMissing: () => void }

/** Somebody else's widget, over the OpenID provider: what it tells lets in and out (specification.md section 4, single sign-on), and what it shows is its own. */
export function OutsideWidget({ given, onReady, onMissing }: OutsideWidgetProps) {
  const { t } = useTranslation()
  const api = useApi()
  const me = useMe()
  const comeIn = useComingIn()
  const [asked, setAsked] = useState<Asked>()

  const goIn = async (who: CurrentUser, digest: string | undefined) => {
    keepToken(digest)
    decline(undefined)
    if (who._id === me?._id) return
    const { pathname, search } = window.location
    const { rest } = splitPrefix(pathname)
    const isDoor = rest.startsWith('/auth/')
    // Where they stand, as whoever came in; nothing that was loaded for another member may stay.
    if (!me && !isDoor) return comeIn({ me: who, birthDateCookie: keptBirthDate(), ...(who.mustAssureAge && { mustAssureAge: true }) })
    tellEntering()
    goOn(isDoor ? afterSignIn(who, new URLSearchParams(search).get('redirect')) : rest + search)
    return untilLeft()
  }
  const { act: letIn } = useAct(
    async (caller, _once, token: string) => {
      const found = await caller.federation.panToken({ accessToken: token, role: 'user' })
      return { found, who: found.isNew ? undefined : await caller.me.user({}) }
    },
    {
      async done({ found, who }, token) {
        const digest = await digestOf(token)
        if (who) return goIn(who, digest)
        // Once they are through the questions, it is of this token that they are in.
        keepToken(digest)
        await bringWords('own')
        setAsked({ is: 'new', found, digest })
      },
      async refused(no, token) {
        const back = wayBackIn(no)
        const ticket = ticketIn(no)
        if (back) goOn(back)
        if (ticket) {
          await bringWords('door')
          setAsked({ is: 'code', ticket, digest: await digestOf(token) })
        }
        return back || ticket ? true : undefined
      },
    },
  )
  const isSettled = useEffectEvent(async (token: string) => {
    const digest = await digestOf(token)
    return digest !== undefined && ((me !== null && keptToken() === digest) || isDeclined(digest))
  })
  const take = useEffectEvent((token: string) => letIn(token))
  const hasEntered = useEffectEvent(() => me !== null && keptToken() !== undefined)
  const removeToken = useEffectEvent(async () => {
    keepToken(undefined)
    await api.accounts.logout({})
    goOn('/auth/login')
    await untilLeft()
  })
  const ready = useEffectEvent((widget: LoginWidget, following: Following) => {
    const anew = (opens: () => unknown) => () => {
      // Whoever asks to come in is asked again what they had put away.
      decline(undefined)
      following.forget()
      return opens()
    }
    onReady({
      // One by one: a widget may be of a class, whose operations no spread takes along.
      openProfile: () => widget.openProfile(),
      openProducts: () => widget.openProducts(),
      close: () => widget.close(),
      onAccessToken: (heard) => widget.onAccessToken(heard),
      onAccessTokenFailed: (heard) => widget.onAccessTokenFailed(heard),
      onProductLogout: (heard) => widget.onProductLogout(heard),
      openLogin: anew(() => widget.openLogin()),
      openRegister: anew(() => widget.openRegister()),
      logout() {
        keepToken(undefined)
        return widget.logout()
      },
    })
  })
  const missing = useEffectEvent((error: unknown) => {
    // specification.md section 8: it is logged, and the built-in one stands in.
    console.error('the login widget is missing', error)
    onMissing()
  })
  useEffect(() => {
    let isGone = false
    let following: Following | undefined
    bring(given, new URL('/contact', window.location.origin).href)
      .then((widget) => {
        if (isGone) return
        following = follow(widget, { isSettled, letIn: take, hasEntered, beforeLogout: forgetOwn, removeToken })
        ready(widget, following)
      })
      .catch((error: unknown) => isGone || missing(error))
    return () => {
      isGone = true
      following?.end()
    }
  }, [given])

  if (!asked) return null
  const putAway = () => {
    keepToken(undefined)
    decline(asked.digest)
    setAsked(undefined)
  }
  return asked.is === 'new' ? (
    <Sheet
      open
      onOpenChange={putAway}
      title={t('social.new.title')}
      lead={t('social.new.lead', { provider: asked.found.said?.label ?? '' })}
    >
      <Suspense fallback={null}>
        <FinishForm found={asked.found} />
      </Suspense>
    </Sheet>
  ) : (
    <Sheet open onOpenChange={putAway} title={t('auth.code.title')}>
      <Suspense fallback={null}>
        <SecondStep ticket={asked.ticket} onEntered={(who) => goIn(who, asked.digest)} onStartAgain={putAway} />
      </Suspense>
    </Sheet>
  )
}
