import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { dateTag } from '#contract/locales.ts'
import { useAct } from '#web/app/act.ts'
import { usePageTitle } from '#web/app/page-title.ts'
import { useTranslation } from '#web/app/say.ts'
import { useBoot } from '#web/app/session.tsx'
import { DoorFrame } from '#web/people/accounts/DoorFrame.tsx'
import { Button } from '#web/ui/Button.tsx'
import { FormRefusal } from '#web/ui/FormRefusal.tsx'

export const handle = { inClosedCountry: true }

/** An account that is closing: that it is (?until=), told to who closed it just now; and the press that takes it back (?token=, of a letter or a sign-in). */
export function Component() {
  const { t } = useTranslation()
  const { locale, timeZone } = useBoot()
  const [search] = useSearchParams()
  const token = search.get('token') ?? ''
  const until = Date.parse(search.get('until') ?? '')
  const [state, setState] = useState<'closed' | 'asking' | 'done' | 'over'>(token ? 'asking' : until > 0 ? 'closed' : 'over')
  const [sentence, setSentence] = useState<string>()
  const { act, busy, problem } = useAct((api) => api.closing.takeBack({ token }), {
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
  const words = {
    asking: { title: t('auth.takeBack.title'), lead: t('auth.takeBack.lead') },
    done: { title: t('auth.takeBack.done'), lead: sentence },
    over: { title: t('auth.linkOver.title'), lead: t('auth.takeBack.over') },
    closed: {
      title: t('auth.takeBack.closed'),
      lead:
        state === 'closed' &&
        t('auth.takeBack.closed.lead', { until: new Intl.DateTimeFormat(dateTag(locale), { dateStyle: 'long', timeZone }).format(until) }),
    },
  }[state]
  return (
    <DoorFrame title={words.title} lead={<span role="status">{words.lead}</span>}>
      <title>{usePageTitle(words.title)}</title>
      <FormRefusal>{problem}</FormRefusal>
      {state === 'asking' ? (
        <Button size="wide" loading={busy} onClick={() => void act()}>
          {t('auth.takeBack.confirm')}
        </Button>
      ) : state === 'closed' ? (
        <Button size="wide" rank="second" to="/">
          {t('auth.takeBack.home')}
        </Button>
      ) : (
        <Button size="wide" to="/auth/login">
          {t('auth.login')}
        </Button>
      )}
    </DoorFrame>
  )
}
