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
 * An e-mail address is confirmed by the link of a letter (?token=) and one press here: mail programs open links by
 * themselves to look for harm, and a link that works once would be spent before its reader came.
 */
export function Component() {
  const { t } = useTranslation()
  const me = useMe()
  const [search] = useSearchParams()
  const token = search.get('token') ?? ''
  const [state, setState] = useState<'asking' | 'done' | 'over'>(token ? 'asking' : 'over')
  const [sentence, setSentence] = useState<string>()

  const {
    act: confirm,
    busy,
    problem,
  } = useAct((api) => api.accounts.verifyEmail({ token }), {
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
  const title = <title>{usePageTitle(t('auth.verify.title'))}</title>
  if (state === 'done') {
    return (
      <DoorFrame title={t('auth.verify.done')} lead={<span role="status">{sentence}</span>}>
        {title}
        <Button size="wide" to={me ? '/home' : '/auth/login'}>
          {me ? t('auth.goHome') : t('auth.login')}
        </Button>
      </DoorFrame>
    )
  }
  if (state === 'over') {
    return (
      <DoorFrame title={t('auth.linkOver.title')} lead={t('auth.verify.over')}>
        {title}
        <Button size="wide" to="/auth/login">
          {t('auth.login')}
        </Button>
      </DoorFrame>
    )
  }
  return (
    <DoorFrame title={t('auth.verify.title')} lead={t('auth.verify.lead')}>
      {title}
      <FormRefusal>{problem}</FormRefusal>
      <Button size="wide" loading={busy} onClick={() => void confirm()}>
        {t('auth.verify.confirm')}
      </Button>
    </DoorFrame>
  )
}
