import { browserSupportsWebAuthnAutofill, WebAuthnAbortService } from '@simplewebauthn/browser'
import { KeyRound } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Api, ReplyTo } from '#contract/client.ts'
import type { CurrentUser } from '#contract/windows/me.ts'
import { useAct } from '#web/app/act.ts'
import { useTranslation } from '#web/app/say.ts'
import { useApi } from '#web/app/session.tsx'
import { goOn } from '#web/people/accounts/go-on.ts'
import { wayBackIn } from '#web/people/accounts/way-back.ts'
import { signedBy, type Signed } from '#web/people/accounts/webauthn.ts'
import { Button } from '#web/ui/Button.tsx'
import { FormRefusal } from '#web/ui/FormRefusal.tsx'

export type PasskeySignInProps = { remember: () => boolean; onEntered: (me: CurrentUser) => unknown }

/** A passkey signs in by a press, or by being chosen among what the browser offers where the name is typed. */
export function PasskeySignIn({ remember, onEntered }: PasskeySignInProps) {
  const { t } = useTranslation()
  const api = useApi()
  const [round, setRound] = useState(0)
  // A browser asks for one at a time: an offer that came late would take the place of what was pressed for.
  const isPressed = useRef(false)
  const { act, busy, problem } = useAct(
    async (api, _once, chosen?: Signed) => {
      const signed = chosen ?? (await signedBy(await ask(api)))
      await api.accounts.enterByPasskey({ ...signed, remember: remember() })
      return api.me.user({})
    },
    {
      noIn: 'screen',
      done: (me) => onEntered(me),
      refused(no) {
        const back = wayBackIn(no)
        if (back) {
          goOn(back)
          return true
        }
        // What the browser offered was answered, or given up for the press: it is offered anew.
        isPressed.current = false
        setRound((before) => before + 1)
        return no ? undefined : t('auth.passkey.nothing')
      },
    },
  )
  const enter = useEffectEvent((signed: Signed) => void act(signed))
  useEffect(() => {
    let isOver = false
    const offer = async () => {
      if (!(await browserSupportsWebAuthnAutofill()) || isOver) return
      const options = await ask(api)
      if (isOver || isPressed.current) return
      const signed = await signedBy(options, true)
      if (!isOver) enter(signed)
    }
    // Nobody asked for it, so nobody is told when it does not come.
    offer().catch(() => {})
    return () => {
      isOver = true
      WebAuthnAbortService.cancelCeremony()
    }
  }, [api, round])
  const press = () => {
    isPressed.current = true
    void act()
  }
  return (
    <div className="grid gap-3">
      <Button rank="second" size="wide" icon={<KeyRound aria-hidden="true" />} loading={busy} onClick={press}>
        {t('auth.passkey')}
      </Button>
      <FormRefusal>{problem}</FormRefusal>
    </div>
  )
}

async function ask(api: Api): Promise<NonNullable<ReplyTo<'accounts.askPasskey'>['options']>> {
  const { options } = await api.accounts.askPasskey({})
  if (!options) throw new Error('without a ticket there are options')
  return options
}
