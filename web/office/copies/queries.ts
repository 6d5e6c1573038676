import { query } from '#web/app/query.ts'
import type { ReplyTo, SentTo } from '#contract/client.ts'

export type Lookup = ReplyTo<'copies.one'>

export const lookups = (input: SentTo<'copies.list'>) => query('copies.list', input)
export const lookup = (id: string) => query('copies.one', { id })
export const pictures = (id: string) => query('copies.pictures', { id })
export const subjects = (q: string) => query('copies.subjects', { q, limit: 5 })

export const isUnderWay = ({ state }: Pick<Lookup, 'state'>): boolean => state === 'waiting' || state === 'reading'
