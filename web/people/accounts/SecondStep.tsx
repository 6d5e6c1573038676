import { useTranslation } from '#web/app/say.ts'
import type { CurrentUser } from '#contract/windows/me.ts'
import { untilLeft } from '#web/app/act.ts'
import { useFields, useFormAct } from '#web/app/form-act.ts'
import { goOn } from '#web/people/accounts/go-on.ts'
import { KeyStep } from '#web/people/accounts/KeyStep.tsx'
import { wayBackIn } from '#web/people/accounts/way-back.ts'
import { Button } from '#web/ui/Button.tsx'
import { FormRefusal } from '#web/ui/FormRefusal.tsx'
import { TextField } from '#web/ui/TextField.tsx'

type SecondStepProps = { ticket: string; onEntered: (me: CurrentUser) => unknown; onStartAgain: () => void }

/** After the password: a code of the app, one for an emergency, or a security key. */
export function SecondStep({ ticket, onEntered, onStartAgain }: SecondStepProps) {
  const { t } = useTranslation()
  const { form, typed } = useFields({ code: '' }, 'onSubmit')
  const { send, busy, problem } = useFormAct(
    form,
    async (api, _once, { code }) => {
      await api.accounts.enter({ ticket, code })
      return api.me.user({})
    },
    {
      done: (me) => onEntered(me),
      refused(no) {
        const back = wayBackIn(no)
        if (back) goOn(back)
        return back ? untilLeft() : undefined
      },
    },
  )
  return (
    <form noValidate method="post" onSubmit={(event) => void send(event)} className="grid gap-4">
      <p className="text-15 leading-relaxed! text-muted">{t('auth.code.lead')}</p>
      <TextField
        label={t('auth.code')}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={40}
        autoFocus
        {...typed('code', { validate: (code) => code.replaceAll(/[\s-]/g, '').length >= 6 || t('auth.code.missing') })}
      />
      <FormRefusal>{problem}</FormRefusal>
      <Button type="submit" size="wide" loading={busy}>
        {t('auth.code.send')}
      </Button>
      <KeyStep ticket={ticket} onEntered={onEntered} />
      <Button rank="text" size="sm" className="justify-self-center" onClick={onStartAgain}>
        {t('auth.code.back')}
      </Button>
    </form>
  )
}
