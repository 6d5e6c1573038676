// What only members may do, behind buttons that everyone sees.
import { useEffect, useEffectEvent } from 'react'
import { useMe } from '#web/app/session.tsx'
import { useKnock } from '#web/people/accounts/door/Door.tsx'
import { take, type Wish } from '#web/people/accounts/door/wish.ts'

/** Visitors come in first, on a sheet over this page, and what they wanted follows by itself. */
export function useAsMember(): (wish: Wish, act: () => unknown) => void {
  const me = useMe()
  const knock = useKnock()
  return (wish, act) => (me ? void act() : knock(wish, act))
}

/** The same for one wish, which is taken up again where the page was loaded anew in the middle. */
export function useWish(wish: Wish, act: () => unknown): () => void {
  const asMember = useAsMember()
  useKept(wish.key, act)
  return () => asMember(wish, act)
}

/** What somebody wanted here before the page was loaded anew goes on with what they typed, through the door where they are not all the way in. */
export function useKept(key: string, act: (typed: Readonly<Record<string, string>>) => unknown): void {
  const me = useMe()
  const knock = useKnock()
  const goOn = useEffectEvent(() => {
    const wish = take(key)
    if (!wish) return
    const again = () => act(wish.typed ?? {})
    if (me?.ageVerified) void again()
    else knock(wish, again)
  })
  useEffect(() => goOn(), [key])
}

/** For a sheet whose button only a member may press: it makes way for the door, and is there again afterwards as it was left. */
export function useThroughDoor(onOpenChange: (open: boolean) => void): (wish: Wish) => void {
  const knock = useKnock()
  return (wish) => {
    onOpenChange(false)
    knock(wish, () => onOpenChange(true))
  }
}
