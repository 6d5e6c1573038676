import { MailOpen } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useTranslation } from '#web/app/say.ts'
import type { CurrentUser } from '#contract/windows/me.ts'
import { useAct } from '#web/app/act.ts'
import { useSettings } from '#web/app/session.tsx'
import { Other } from '#web/people/accounts/door/Other.tsx'
import type { Letter } from '#web/people/accounts/door/typed.ts'
import { sealed } from '#web/people/accounts/password.ts'
import { ResendLink } from '#web/people/accounts/ResendLink.tsx'
import { SecondStep, ticketIn } from '#web/people/accounts/second-step.ts'
import { VerifyByCode } from '#web/people/accounts/by-code.ts'
import { useCaptcha } from '#web/site/captcha/use-captcha.tsx'
import { Button } from '#web/ui/Button.tsx'
import { FormRefusal } from '#web/ui/FormRefusal.tsx'

type LetterStepProps = {
  letter: Letter
  onEntered: (me: CurrentUser) => Promise<void>
  /** Whoever has an account signs in to it; whoever mistyped their address gives another. */
  onSignIn: () => void
  onOtherAddress: () => void
}

/** What sign-in says of an address that nobody confirmed yet, and of one that somebody has with another password. */
const notInYet = ['email_not_verified', 'incorrect_credentials']

/**
 * A letter comes first: to a new address, and to one that somebody has, alike. The sheet waits with what is wanted, and goes on with the
 * address and password that were typed, which lets in whoever has an account with these; a page loaded anew asks for them again.
 */
export function LetterStep({ letter: { email, password, said }, onEntered, onSignIn, onOtherAddress }: LetterStepProps) {
  const { t } = useTranslation()
  const { hashPwClient } = useSettings()
  const [ticket, setTicket] = useState<string>()
  const captcha = useCaptcha('accounts_login')
  const { act, busy, problem } = useAct(
    async (api) => {
      const sent = { username: email, password: await sealed(password, hashPwClient), remember: true }
      await captcha.spend((given) => api.accounts.login({ ...sent, ...given }))
      return api.me.user({})
    },
    {
      noIn: 'screen',
      done: (me) => onEntered(me),
      // One sentence for both: which of them it is would tell a stranger whether somebody has this address.
      refused(no) {
        const next = ticketIn(no)
        if (next) setTicket(next)
        return next ? true : no && notInYet.includes(no.code) ? t('door.letter.notYet') : undefined
      },
    },
  )
  if (ticket) {
    return (
      <Suspense fallback={null}>
        <SecondStep ticket={ticket} onEntered={onEntered} onStartAgain={() => setTicket(undefined)} />
      </Suspense>
    )
  }
  return (
    <div className="grid gap-3">
      <div role="status" className="grid gap-3">
        <p className="flex min-h-12 items-center gap-3 rounded-control bg-well px-4 py-2 text-15">
          <MailOpen aria-hidden="true" className="text-muted" />
          <span className="min-w-0 font-semibold wrap-anywhere">{email}</span>
        </p>
        <p className="text-15 leading-relaxed! text-muted">{said}</p>
        <p className="text-15 leading-relaxed! text-muted">{t('door.letter.waits')}</p>
      </div>
      {captcha.field}
      <Suspense fallback={null}>
        <VerifyByCode rank="primary" email={email} onVerified={() => act()} />
      </Suspense>
      <FormRefusal>{problem}</FormRefusal>
      <Button rank="second" size="wide" loading={busy} onClick={() => void act()}>
        {t('door.letter.goOn')}
      </Button>
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <ResendLink email={email} />
        <Button rank="text" size="sm" className="-me-2 ms-auto" onClick={onOtherAddress}>
          {t('auth.letter.other')}
        </Button>
      </div>
      <Other before={t('auth.haveAccount')} onPress={onSignIn}>
        {t('auth.login')}
      </Other>
    </div>
  )
}
