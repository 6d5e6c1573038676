// What someone agreed to and had to top up for waits in the tab while they pay, with its key: back here it is done by itself, and once. A
// link with ?finish= from somebody else finishes nothing, nor is anything of one person finished by whoever signs in after them.
import { useEffect, useEffectEvent, useRef } from 'react'
import { useLocation } from 'react-router'

interface Performer {
  _id: string
  name: string
  username: string
  avatar?: string | undefined
}

export type Unfinished =
  | {
      kind: 'tip'
      performer: Performer
      key: string
      amount: string
      message: string
      feedId?: string | undefined
      /** During which show, and for what on the menu. */
      streamId?: string | undefined
      menuItemId?: string | undefined
      isAnonymous?: boolean | undefined
    }
  | { kind: 'subscribe'; performer: Performer; key: string; plan: string; price: number; tierId?: string | undefined }
  /** Paid for by card: nothing is left to do but to say so; where it was not paid, what was chosen is offered again. */
  | { kind: 'subscribed'; performer: Performer; plan?: string | undefined; tierId?: string | undefined }

const place = (accountId: string) => `finish:${accountId}`
/** A payment page that was left open over night finishes nothing in the morning. */
const mostMs = 2 * 60 * 60_000

export function remember(accountId: string, unfinished: Unfinished): void {
  try {
    window.sessionStorage.setItem(place(accountId), JSON.stringify({ ...unfinished, at: Date.now() }))
  } catch {
    // Storage may be refused: then they come back to the page, and press once more.
  }
}

export function recall(accountId: string): Unfinished | undefined {
  try {
    const kept = JSON.parse(window.sessionStorage.getItem(place(accountId)) ?? 'null') as Record<string, unknown> | null
    if (!kept || typeof kept['at'] !== 'number' || Date.now() - kept['at'] > mostMs) return undefined
    return isUnfinished(kept) ? kept : undefined
  } catch {
    return undefined
  }
}

export function forget(accountId: string): void {
  try {
    window.sessionStorage.removeItem(place(accountId))
  } catch {
    // Nothing was kept where storage is refused.
  }
}

function isUnfinished(kept: Record<string, unknown>): kept is Unfinished & Record<string, unknown> {
  const isText = (...names: string[]) => names.every((name) => typeof kept[name] === 'string')
  const { performer, kind } = kept as { performer?: Record<string, unknown> | null; kind?: unknown }
  if (typeof performer?.['_id'] !== 'string' || typeof performer['name'] !== 'string' || typeof performer['username'] !== 'string')
    return false
  if (kind === 'tip') return isText('key', 'amount', 'message')
  if (kind === 'subscribe') return isText('key', 'plan') && typeof kept['price'] === 'number'
  return kind === 'subscribed'
}

const own = ['tip', 'subscribe', 'give', 'tier', 'finish']

/** This page, to come back to from the payment page, with what is to be finished there. */
export function useHere(): (finish: Unfinished['kind']) => string {
  const { pathname, search } = useLocation()
  return (finish) => {
    const rest = new URLSearchParams(search)
    for (const name of own) rest.delete(name)
    rest.set('finish', finish)
    return `${pathname}?${rest}`
  }
}

/** Once: what was agreed to before leaving. */
export function useFinish(isUnfinished: boolean, finish: () => unknown): void {
  const isBegun = useRef(false)
  const go = useEffectEvent(finish)
  useEffect(() => {
    if (!isUnfinished || isBegun.current) return
    isBegun.current = true
    void go()
  }, [isUnfinished])
}
