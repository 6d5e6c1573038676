import { BellPlus, BellRing } from 'lucide-react'
import { useState } from 'react'
import type { Feed } from '#contract/catalogue/feeds.ts'
import { useAct } from '#web/app/act.ts'
import { useTranslation } from '#web/app/say.ts'
import { useMe } from '#web/app/session.tsx'
import { useWish } from '#web/people/follows/members.ts'
import { Button } from '#web/ui/Button.tsx'

type StreamActProps = { feed: Feed; stream: NonNullable<Feed['stream']> }

/** What one does about an announced stream: to be reminded of it, and once it began, to go there. */
export default function StreamAct({ feed, stream: { _id: id, status, isReminded: of } }: StreamActProps) {
  const { t } = useTranslation()
  const me = useMe()
  const [mine, setMine] = useState<boolean>()
  const on = mine ?? of
  const { act, busy } = useAct((api, _once, wanted: boolean) => (wanted ? api.live.remind({ id }) : api.live.forgetReminder({ id })), {
    refreshes: ['live.join', 'live.search'],
  })
  // It shows at once, and is taken back when the server says no.
  const toggle = async () => {
    if (busy) return
    setMine(!on)
    if (!(await act(!on))) setMine(undefined)
  }
  const press = useWish({ key: `remind:${id}`, kind: 'remind', of: feed.performer }, toggle)
  const look = 'mt-2 focus-visible:outline-on-media!'
  if (status === 'live')
    return (
      <Button to={`/live/${id}`} className={look}>
        {t('live.enter')}
      </Button>
    )
  // Nobody is reminded of a show of their own.
  if (me?.performerId === feed.performerId || me?.roles.includes('staff')) return null
  return (
    <Button
      rank={on ? 'second' : 'primary'}
      className={look}
      aria-pressed={on}
      icon={on ? <BellRing className="size-4" /> : <BellPlus className="size-4" />}
      onClick={press}
    >
      {t(on ? 'live.reminded' : 'live.remind')}
    </Button>
  )
}
