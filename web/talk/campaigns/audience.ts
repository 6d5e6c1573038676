// Whom a mass message is for, while it is chosen: parts by name, and what one of them asks besides.
import type { Segment, SegmentPart } from '#contract/talk/campaigns.ts'
import { amountIn } from '#web/app/typed-amount.ts'

export const kinds = ['followers', 'subscribers', 'expired', 'spenders'] as const
type Kind = (typeof kinds)[number]

export interface Parts {
  /** A kind, or the id of a list. */
  chosen: readonly string[]
  atLeast: string
  /** 2026-11-21, or empty: ever. */
  since: string
}

export interface Audience {
  include: Parts
  exclude: Parts
}

export const noParts: Parts = { chosen: [], atLeast: '', since: '' }

export const isKind = (each: string): each is Kind => (kinds as readonly string[]).includes(each)

/** Undefined while something of it is not said yet. */
export function segmentOf({ include, exclude }: Audience, timeZone: string): Segment | undefined {
  const [within, without] = [partsOf(include), partsOf(exclude)]
  return within && without && within.length > 0 ? { include: within, exclude: without, timeZone } : undefined
}

function partsOf({ chosen, atLeast, since }: Parts): SegmentPart[] | undefined {
  const parts: SegmentPart[] = []
  for (const each of chosen) {
    if (!isKind(each)) parts.push({ of: 'list', listId: each })
    else if (each !== 'spenders') parts.push({ of: each })
    else {
      const amount = amountIn(atLeast)
      if (!amount) return undefined
      parts.push({ of: each, atLeast: amount, ...(since !== '' && { since }) })
    }
  }
  return parts
}

export function audienceOf({ include, exclude }: Segment): Audience {
  return { include: chosenIn(include), exclude: chosenIn(exclude) }
}

function chosenIn(parts: readonly SegmentPart[]): Parts {
  const spenders = parts.find(({ of }) => of === 'spenders')
  return {
    chosen: parts.map(({ of, listId }) => listId ?? of),
    atLeast: spenders?.atLeast === undefined ? '' : String(spenders.atLeast),
    since: spenders?.since ?? '',
  }
}
