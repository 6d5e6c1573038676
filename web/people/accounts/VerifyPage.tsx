import { useState } from 'react'
import { useTranslation } from '#web/app/say.ts'
import { useSearchParams } from 'react-router'
import { useAct } from '#web/app/act.ts'
import { useMe } from '#web/app/session.tsx'
import { DoorFrame } from '#web/people/accounts/DoorFrame.tsx'
import { FormRefusal } from '#web/ui/FormRefusal.tsx'
import { usePageTitle } from '#web/app/page-title.ts'
import { Button } from '#web/ui/Button.tsx'

export const handle = { inClosedCountry: true }

/**
 * An e-mail address is confirmed by the link of a letter (?token=, or ?next= for another one) and one press here: mail programs open links by
 * themselves to look for harm, and a link that works once would be spent before its reader came.
 */
export function Component() {
  const { t } = useTranslation()
  const me = useMe()
  const [search] = useSearchParams()
  // A new address of an account that there is (accounts/email-change.ts), or the first one.
  const next = search.get('next')
  const token = next ?? search.get('token') ?? ''
  const words = next === null ? 'auth.verify' : 'auth.newEmail'
  const [state, setState] = useState<'asking' | 'done' | 'over'>(token ? 'asking' : 'over')
  const [sentence, setSentence] = useState<string>()

  const {
    act: confirm,
    busy,
    problem,
  } = useAct((api) => (next === null ? api.accounts.verifyEmail({ token }) : api.accounts.confirmEmail({ token })), {
    refreshes: ['me.user'],
    noIn: 'screen',
    done({ message }) {
      setSentence(message)
      setState('done')
    },
    refused(no) {
      if (no?.code !== 'link_expired' && no?.code !== 'invalid') return
      setState('over')
      return true
    },
  })
  const title = <title>{usePageTitle(t(`${words}.title`))}</title>
  if (state === 'done') {
    return (
      <DoorFrame title={t(`${words}.done`)} lead={<span role="status">{sentence}</span>}>
        {title}
        <Button size="wide" to={me ? '/home' : '/auth/login'}>
          {me ? t('auth.goHome') : t('auth.login')}
        </Button>
      </DoorFrame>
    )
  }
  if (state === 'over') {
    return (
      <DoorFrame title={t('auth.linkOver.title')} lead={t(`${words}.over`)}>
        {title}
        <Button size="wide" to="/auth/login">
          {t('auth.login')}
        </Button>
      </DoorFrame>
    )
  }
  return (
    <DoorFrame title={t(`${words}.title`)} lead={t(`${words}.lead`)}>
      {title}
      <FormRefusal>{problem}</FormRefusal>
      <Button size="wide" loading={busy} onClick={() => void confirm()}>
        {t(`${words}.confirm`)}
      </Button>
    </DoorFrame>
  )
}
