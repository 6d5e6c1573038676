import { Check } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '#web/app/say.ts'
import { useFollow } from '#web/people/follows/follow.ts'
import { useWish } from '#web/people/follows/members.ts'
import { Button, type ButtonSize } from '#web/ui/Button.tsx'

export type FollowButtonProps = {
  performer: { _id: string; name: string; avatar?: string | undefined }
  followed: boolean
  size?: ButtonSize
  onChange?: (followed: boolean) => void
}

/** Shows the new state at once and takes it back when the server says no. */
export function FollowButton({ performer, followed, size = 'sm', onChange }: FollowButtonProps) {
  const { t } = useTranslation()
  const { follow, busy } = useFollow()
  const [mine, setMine] = useState<{ of: boolean; now: boolean }>()
  // What this button said counts until the page brings news of its own.
  if (mine && mine.of !== followed) setMine(undefined)
  const on = mine?.now ?? followed
  const toggle = async () => {
    if (busy) return
    setMine({ of: followed, now: !on })
    if (await follow(performer, !on)) onChange?.(!on)
    else setMine({ of: followed, now: on })
  }
  const press = useWish({ key: `follow:${performer._id}`, kind: 'follow', of: performer }, toggle)
  return (
    <Button rank="second" icon={on ? <Check className="size-4" /> : undefined} size={size} aria-pressed={on} onClick={press}>
      {t(on ? 'profile.followed' : 'profile.follow')}
      {/* In a list of many, each button says whom it is about. */}
      <span className="sr-only"> {performer.name}</span>
    </Button>
  )
}
