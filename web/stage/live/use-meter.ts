import { useState } from 'react'
import type { Stream } from '#contract/stage/live.ts'
import { usePush } from '#web/app/pushes.ts'
import { exact } from '#web/app/amounts.ts'
import { useMe } from '#web/app/session.tsx'

export interface Meter {
  price: number
  minutes: number
  total: number
  /** To whoever pays. */
  balance: number | undefined
  /** Until it ends, with the minute that runs: told only once few are left. */
  minutesLeft: number | undefined
}

/** So few are said, calmly. */
const few = 2

/** How a show paid for by the minute counts, from what was loaded and each minute that is pushed. Staff and whoever pays nothing have none. */
export function useMeter({ _id, meter, pricePerMinute, performerId }: Stream): Meter | undefined {
  const me = useMe()
  const [told, setTold] = useState<{ minutes: number; total: number }>()
  usePush('private/tick', ({ streamId, role, minutes, total }) => {
    // A performer hears of onlookers too: what is counted on the screen is the show for two.
    if (streamId !== _id || (isOwn && role !== 'guest')) return
    setTold({ minutes, total })
  })
  // Whoever comes in again is counted anew.
  usePush('private/ended', ({ streamId }) => streamId === _id && setTold(undefined))
  const isOwn = me?.performerId === performerId
  const price = meter?.price ?? (isOwn ? pricePerMinute : undefined)
  if (price === undefined) return undefined
  const { minutes, total } = (told?.minutes ?? 0) >= (meter?.minutes ?? 0) && told ? told : (meter ?? { minutes: 0, total: 0 })
  const balance = isOwn ? undefined : me?.balance
  // What was topped up meanwhile is there at once.
  const left = balance === undefined ? undefined : Math.floor(exact(balance) / price)
  const isFew = left !== undefined && left < few && minutes > 0
  return { price, minutes, total, balance, minutesLeft: isFew ? left + 1 : undefined }
}
