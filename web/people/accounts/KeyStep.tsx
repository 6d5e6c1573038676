import { KeyRound } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { ReplyTo } from '#contract/client.ts'
import type { CurrentUser } from '#contract/windows/me.ts'
import { useAct } from '#web/app/act.ts'
import { useTranslation } from '#web/app/say.ts'
import { useApi } from '#web/app/session.tsx'
import { canUsePasskeys } from '#web/people/accounts/can-use-passkeys.ts'
import { goOn } from '#web/people/accounts/go-on.ts'
import { wayBackIn } from '#web/people/accounts/way-back.ts'
import { signedBy } from '#web/people/accounts/webauthn.ts'
import { Button } from '#web/ui/Button.tsx'
import { FormRefusal } from '#web/ui/FormRefusal.tsx'

/** A security key in the place of the code, where this second step has one. */
export function KeyStep({ ticket, onEntered }: { ticket: string; onEntered: (me: CurrentUser) => unknown }) {
  const { t } = useTranslation()
  const api = useApi()
  const [asked, setAsked] = useState<ReplyTo<'accounts.askPasskey'>['options']>()
  const [round, setRound] = useState(0)
  const { act, busy, problem } = useAct(
    async (api, _once, options: NonNullable<typeof asked>) => {
      await api.accounts.enterByPasskey({ ticket, ...(await signedBy(options)) })
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
        setRound((before) => before + 1)
        return no ? undefined : t('auth.passkey.nothing')
      },
    },
  )
  useEffect(() => {
    if (!canUsePasskeys()) return
    api.accounts.askPasskey({ ticket }).then(
      ({ options }) => setAsked(options),
      () => {},
    )
  }, [api, ticket, round])
  if (!asked) return null
  return (
    <div className="grid gap-3">
      <Button rank="second" size="wide" icon={<KeyRound aria-hidden="true" />} loading={busy} onClick={() => void act(asked)}>
        {t('auth.passkey.key')}
      </Button>
      <FormRefusal>{problem}</FormRefusal>
    </div>
  )
}
