// Which lines of the wallet are shown: all of it stands in the address, so that it can be kept and sent.

import { workKinds } from '#contract/catalogue/kind-names.ts'

/** The kinds that have a filter of their own, as the contract calls them. */
export const kinds = ['top_up', ...workKinds, 'message', 'request', 'tip', 'subscription'] as const

export interface LineFilter {
  type?: (typeof kinds)[number]
  q?: string
  /** 2026-11-01, both included. */
  fromDate?: string
  toDate?: string
  /** Whose days they are: the reader’s. It stands in no address. */
  timeZone?: string
}

const dayIn = (text: string | null) =>
  text !== null && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined

/** Nonsense is no filter; days in the wrong order change places. */
export function filterIn(params: URLSearchParams, timeZone: string): LineFilter {
  const type = kinds.find((kind) => kind === params.get('type'))
  const q = params.get('q')?.trim().slice(0, 100)
  const [from, to] = [dayIn(params.get('fromDate')), dayIn(params.get('toDate'))]
  const [fromDate, toDate] = from && to && to < from ? [to, from] : [from, to]
  return {
    ...(type && { type }),
    ...(q && { q }),
    ...(fromDate && { fromDate }),
    ...(toDate && { toDate }),
    ...((fromDate || toDate) && { timeZone }),
  }
}

/** The address of the wallet with this filter. */
export function walletWith(filter: { readonly [Name in keyof LineFilter]: LineFilter[Name] | undefined }): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(filter)) if (value && name !== 'timeZone') params.set(name, value)
  return params.size > 0 ? `/wallet?${params}` : '/wallet'
}
