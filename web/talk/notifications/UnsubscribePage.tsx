import { useState } from 'react'
import { useParams } from 'react-router'
import type { NoticeKind } from '#contract/talk/notice-names.ts'
import { useAct } from '#web/app/act.ts'
import { usePageTitle } from '#web/app/page-title.ts'
import { useTranslation } from '#web/app/say.ts'
import { DoorFrame } from '#web/people/accounts/DoorFrame.tsx'
import { Button } from '#web/ui/Button.tsx'
import { FormRefusal } from '#web/ui/FormRefusal.tsx'

export const handle = { inClosedCountry: true }

/** Where the link in a letter leads: it asks, because mail programs open links by themselves to look for harm. */
export function Component() {
  const { t } = useTranslation()
  const { token = '' } = useParams()
  const [stopped, setStopped] = useState<{ kind?: NoticeKind }>()
  const [isOver, setIsOver] = useState(!/^[A-Za-z0-9_-]{40,200}$/.test(token))
  const { act, busy, problem } = useAct((api) => api.notifications.unsubscribe({ token }), {
    noIn: 'screen',
    done: (answer) => setStopped(answer),
    refused(no) {
      if (no?.code !== 'link_expired') return
      setIsOver(true)
      return true
    },
  })
  const title = <title>{usePageTitle(t('notifications.leave.title'))}</title>
  const settings = (
    <Button rank="second" size="wide" to="/settings/notifications">
      {t('notifications.settings')}
    </Button>
  )
  if (isOver) {
    return (
      <DoorFrame title={t('notifications.leave.over')} lead={t('notifications.leave.over.lead')}>
        {title}
        {settings}
      </DoorFrame>
    )
  }
  if (stopped) {
    const { kind } = stopped
    return (
      <DoorFrame
        title={t('notifications.leave.done')}
        lead={
          <span role="status">
            {kind ? t('notifications.leave.done.kind', { kind: t(`notifications.kind.${kind}`) }) : t('notifications.leave.done.all')}
          </span>
        }
      >
        {title}
        {settings}
      </DoorFrame>
    )
  }
  return (
    <DoorFrame title={t('notifications.leave.title')} lead={t('notifications.leave.lead')}>
      {title}
      <FormRefusal>{problem}</FormRefusal>
      <Button size="wide" loading={busy} onClick={() => void act()}>
        {t('notifications.leave.act')}
      </Button>
    </DoorFrame>
  )
}
