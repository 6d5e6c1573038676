import { useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData, useParams } from 'react-router'
import type { LetterLink } from '#contract/talk/notifications.ts'
import { useAct } from '#web/app/act.ts'
import { usePageTitle } from '#web/app/page-title.ts'
import { loadOr } from '#web/app/query.ts'
import { useTranslation } from '#web/app/say.ts'
import { DoorFrame } from '#web/people/accounts/DoorFrame.tsx'
import { letterLink } from '#web/talk/notifications/queries.ts'
import { Button } from '#web/ui/Button.tsx'
import { FormRefusal } from '#web/ui/FormRefusal.tsx'

export const handle = { inClosedCountry: true }

export async function loader(args: LoaderFunctionArgs) {
  const token = args.params['token'] ?? ''
  if (!/^[A-Za-z0-9_-]{40,200}$/.test(token)) return {}
  return loadOr('link_expired', args, letterLink(token))
}

/**
 * Where the link in a letter leads: it asks, because mail programs open links by themselves to look for harm, and takes back what was stopped, also by a
 * mail program's own button.
 */
export function Component() {
  const { t } = useTranslation()
  const { token = '' } = useParams()
  const { answer: loaded } = useLoaderData<typeof loader>()
  const [link, setLink] = useState(loaded)
  const [isUndone, setUndone] = useState(false)
  const after = {
    noIn: 'screen',
    refused(no: { code: string } | undefined) {
      if (no?.code !== 'link_expired') return
      setLink(undefined)
      return true
    },
  } as const
  const stop = useAct((api) => api.notifications.unsubscribe({ token }), { ...after, done: (now) => setLink(now) })
  const undo = useAct((api) => api.notifications.resubscribe({ token }), {
    ...after,
    done(now) {
      setLink(now)
      setUndone(true)
    },
  })
  const title = <title>{usePageTitle(t('notifications.leave.title'))}</title>
  const settings = (
    <Button rank="second" size="wide" to="/settings/notifications">
      {t('notifications.settings')}
    </Button>
  )
  if (!link) {
    return (
      <DoorFrame title={t('notifications.leave.over')} lead={t('notifications.leave.over.lead')}>
        {title}
        {settings}
      </DoorFrame>
    )
  }
  const { kind, isStopped, emails } = link
  const isAllOff = kind !== undefined && !emails
  const said = isStopped ? 'done' : isUndone ? 'undone' : 'lead'
  const heading = { done: 'notifications.leave.done', undone: 'notifications.leave.undone', lead: 'notifications.leave.title' } as const
  const pressed = isStopped ? undo : stop
  return (
    <DoorFrame
      title={t(heading[said])}
      lead={<span role="status">{isAllOff ? t('notifications.leave.allOff', named(kind)) : lead(said)}</span>}
    >
      {title}
      <FormRefusal>{stop.problem ?? undo.problem}</FormRefusal>
      {!isAllOff && (
        // One button, so that the focus stays where it was pressed.
        <Button rank={isStopped ? 'second' : 'primary'} size="wide" loading={pressed.busy} onClick={() => void pressed.act()}>
          {t(isStopped ? 'notifications.leave.undo' : 'notifications.leave.act')}
        </Button>
      )}
      {said !== 'lead' && settings}
    </DoorFrame>
  )

  function named(of: NonNullable<LetterLink['kind']>) {
    return { kind: t(`notifications.kind.${of}`) }
  }
  function lead(of: 'done' | 'undone' | 'lead'): string {
    return kind ? t(`notifications.leave.${of}.kind`, named(kind)) : t(`notifications.leave.${of}.all`)
  }
}
