// What somebody began to write and did not send, a conversation each: its words and files, what they cost, and what it was to answer or to deliver.
import { useState } from 'react'
import type { Answered } from '#contract/talk/messaging.ts'
import type { RequestCard } from '#contract/talk/requests.ts'
import { storedOwn, storeOwn } from '#web/app/own-storage.ts'
import { useMember } from '#web/app/session.tsx'
import type { MediaItem } from '#web/media/uploads/uploads.ts'
import { useIsHydrated } from '#web/ui/hydrated.ts'

const nameOf = (conversationId: string) => `draft.${conversationId}`

export function draftOf(ownId: string, conversationId: string): string {
  const stored = storedOwn(ownId, nameOf(conversationId))
  return typeof stored === 'string' ? stored : ''
}

export function keepDraft(ownId: string, conversationId: string, text: string): void {
  storeOwn(ownId, nameOf(conversationId), text === '' ? undefined : text)
}

/** What of its files is on the server already: one that is still here would be gone after a reload. */
export function filesOf(ownId: string, conversationId: string): MediaItem[] {
  const stored = storedOwn(ownId, `files.${conversationId}`)
  return Array.isArray(stored) ? (stored as MediaItem[]) : []
}

export function keepFiles(ownId: string, conversationId: string, items: readonly MediaItem[]): void {
  const there = items.flatMap(({ picture, ...item }) =>
    item.fileId === undefined || item.state === 'failed' ? [] : [{ ...item, ...(!picture?.startsWith('blob:') && { picture }) }],
  )
  storeOwn(ownId, `files.${conversationId}`, there.length > 0 ? there : undefined)
}

/** A request that was begun, a creator each. */
export interface Asked {
  text: string
  budget: string
}

export function askedOf(ownId: string, performerId: string): Asked {
  const { text, budget } = (storedOwn(ownId, `asks.${performerId}`) ?? {}) as Partial<Record<keyof Asked, unknown>>
  return { text: typeof text === 'string' ? text : '', budget: typeof budget === 'string' ? budget : '' }
}

export function keepAsked(ownId: string, performerId: string, asked: Asked | undefined): void {
  const isBegun = asked !== undefined && (asked.text.trim() !== '' || asked.budget.trim() !== '')
  storeOwn(ownId, `asks.${performerId}`, isBegun ? asked : undefined)
}

/**
 * A part of what one is about to send: it stays in this browser with the words until they are sent, also while one reads something else.
 * @param read what was kept, or null
 */
export function useKept<Part>(
  conversationId: string,
  part: 'answers' | 'sale' | 'delivers',
  read: (stored: unknown) => Part,
): [Part, (next: Part | undefined) => void] {
  const { _id: ownId } = useMember()
  const isHydrated = useIsHydrated()
  const name = `${part}.${conversationId}`
  const [stored] = useState(() => read(typeof window === 'undefined' ? null : storedOwn(ownId, name)))
  const [chosen, setChosen] = useState<{ is: Part }>()
  const choose = (next: Part | undefined) => {
    setChosen({ is: next === undefined ? read(null) : next })
    storeOwn(ownId, name, next)
  }
  // The server knows no drafts, and the first drawing must agree with it.
  return [chosen ? chosen.is : isHydrated ? stored : read(null), choose]
}

export function answeredIn(stored: unknown): Answered | undefined {
  const { _id, number, senderId, type, text, isDeleted } = (stored ?? {}) as Partial<Answered>
  if (_id === undefined || number === undefined || senderId === undefined || type === undefined) return undefined
  return { _id, number, senderId, type, text: text ?? '', isDeleted: isDeleted ?? false }
}

/** What the files of the next message cost. */
export interface Sale {
  isOn: boolean
  price: string
  previewId: string | undefined
}

export function saleIn(stored: unknown): Sale {
  const { isOn, price, previewId } = (stored ?? {}) as Partial<Sale>
  return { isOn: isOn === true, price: typeof price === 'string' ? price : '', previewId }
}

/** The request that the next files deliver, as its strip shows it. */
export type Delivered = Pick<RequestCard, '_id' | 'text' | 'price'>

export function deliveredIn(stored: unknown): Delivered | undefined {
  const { _id, text, price } = (stored ?? {}) as Partial<Delivered>
  return _id === undefined || text === undefined ? undefined : { _id, text, ...(price !== undefined && { price }) }
}

export function keepDelivered(ownId: string, conversationId: string, request: Delivered): void {
  storeOwn(ownId, `delivers.${conversationId}`, deliveredIn(request))
}
