import type { ReplyTo, SentTo } from '#contract/client.ts'
import { query } from '#web/app/query.ts'

/** A page or a post as readers get it. */
export type SitePage = ReplyTo<'pages.one'>
export type WrittenPage = ReplyTo<'pages.written'>
type Listed = ReplyTo<'pages.all'>
export type ListedPage = Listed['data'][number]

export const sitePage = (id: string) => query('pages.one', { id })
export const posts = (paging: { limit: number; offset: number }) => query('pages.search', { type: 'post', isBrief: true, ...paging })
export const written = (id: string) => query('pages.written', { id })
export const all = (input: SentTo<'pages.all'>) => query('pages.all', input)
