import { Check } from 'lucide-react'
import { useState } from 'react'
import type { Stream } from '#contract/stage/live.ts'
import { useAct } from '#web/app/act.ts'
import { useTranslation } from '#web/app/say.ts'
import { useMe } from '#web/app/session.tsx'
import { useWish } from '#web/people/follows/members.ts'
import { Button } from '#web/ui/Button.tsx'

/** Shows the new state at once and takes it back when the server says no. Nobody is reminded of a show of their own. */
export function ReminderButton({ stream }: { stream: Stream }) {
  const { t } = useTranslation()
  const me = useMe()
  const { _id: id, performer, title, status, isReminded: of = false } = stream
  const { act, busy } = useAct((api, _once, on: boolean) => (on ? api.live.remind({ id }) : api.live.forgetReminder({ id })), {
    refreshes: ['live.join', 'live.search'],
  })
  const [mine, setMine] = useState<{ of: boolean; now: boolean }>()
  // What this button said counts until the page brings news of its own.
  if (mine && mine.of !== of) setMine(undefined)
  const on = mine?.now ?? of
  const toggle = async () => {
    if (busy) return
    setMine({ of, now: !on })
    if (!(await act(!on))) setMine(undefined)
  }
  const press = useWish({ key: `remind:${id}`, kind: 'remind', of: performer }, toggle)
  if (status !== 'scheduled' || me?.performerId === performer._id || me?.roles.includes('staff')) return null
  return (
    <Button rank="second" size="sm" icon={on ? <Check className="size-4" /> : undefined} aria-pressed={on} onClick={press}>
      {t(on ? 'live.reminded' : 'live.remind')}
      {/* In a list of many, each button says what it is about. */}
      <span className="sr-only"> {title}</span>
    </Button>
  )
}
