import { useRef } from 'react'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { mutate } from 'swr'
import { useAct } from '#web/app/act.ts'
import { requireMember } from '#web/app/guard.ts'
import { usePageTitle } from '#web/app/page-title.ts'
import { load, useLoaded } from '#web/app/query.ts'
import { useTranslation } from '#web/app/say.ts'
import { useBoot } from '#web/app/session.tsx'
import { MainFrame } from '#web/app/shell/MainFrame.tsx'
import { NoticeChannels } from '#web/talk/notifications/NoticeChannels.tsx'
import { type Prefer, type Preferences, preferences, type Wish } from '#web/talk/notifications/queries.ts'
import { NoticeHours } from '#web/talk/notifications/NoticeHours.tsx'
import { ThisDevice } from '#web/talk/notifications/ThisDevice.tsx'
import { PageTitle } from '#web/ui/layout/PageTitle.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { Switch } from '#web/ui/Switch.tsx'

export const handle = { auth: true, inClosedCountry: true }

export async function loader(args: LoaderFunctionArgs) {
  requireMember(args)
  return load(args, preferences)
}

/** How one wants to hear of things. Each choice acts at once. */
export function Component() {
  const { t } = useTranslation()
  const { timeZone } = useBoot()
  const now = useLoaded(preferences, useLoaderData<typeof loader>())
  const title = t('notifications.settings')
  const saving = useRef<{ last: Promise<unknown>; waiting: number }>({ last: Promise.resolve(), waiting: 0 })
  const { act } = useAct((api, _once, wish: Wish) => api.notifications.prefer(wish), {
    said: () => t('shell.saved'),
    // What was chosen since is on its way, and is not to be seen going back meanwhile.
    done: (saved) => (saving.current.waiting > 1 ? undefined : mutate(preferences.key, saved, { revalidate: false })),
    refused: () => void mutate(preferences.key),
  })
  /** Each choice is kept, however fast the next one follows: one after another. */
  const prefer: Prefer = async (wish, shown) => {
    saving.current.waiting += 1
    const mine = saving.current.last.then(() => act(wish))
    saving.current.last = mine.finally(() => (saving.current.waiting -= 1))
    // Two presses may come before the page was drawn anew: each is added to what was chosen by then.
    await mutate<Preferences>(preferences.key, (chosen) => shown(chosen ?? now), { revalidate: false })
    return mine
  }
  return (
    <MainFrame place="none" wide top={{ title, back: '/settings' }}>
      <title>{usePageTitle(title)}</title>
      <PageTitle up={{ to: '/settings', label: t('shell.settings') }}>
        <span className="stage-name">{title}</span>
      </PageTitle>
      <div className="grid max-w-[720px] grid-cols-[minmax(0,1fr)] gap-2 md:gap-4">
        <Panel title={t('notifications.device')}>
          <ThisDevice />
        </Panel>
        <Panel title={t('notifications.settings.kinds')}>
          <Switch
            label={t('mysettings.letters')}
            hint={t('mysettings.letters.hint')}
            checked={now.emails}
            onChange={(emails) => void prefer({ emails }, (chosen) => ({ ...chosen, emails }))}
          />
          <NoticeChannels now={now} prefer={prefer} />
        </Panel>
        <Panel title={t('notifications.settings.hours')}>
          {/* The zone in which the hours are meant is the one that they are chosen in. */}
          <NoticeHours now={now} prefer={(wish, shown) => prefer({ ...wish, timeZone }, (chosen) => ({ ...shown(chosen), timeZone }))} />
        </Panel>
        <Panel title={t('notifications.settings.screen')}>
          <Switch
            label={t('notifications.settings.discreet')}
            hint={t('notifications.settings.discreet.hint')}
            checked={now.isDiscreet}
            onChange={(isDiscreet) => void prefer({ isDiscreet }, (chosen) => ({ ...chosen, isDiscreet }))}
          />
        </Panel>
      </div>
    </MainFrame>
  )
}
