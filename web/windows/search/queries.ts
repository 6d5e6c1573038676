import { kindNames, type Plural, type WorkKind, workKinds } from '#contract/catalogue/kind-names.ts'
import type { ReplyTo } from '#contract/client.ts'
import { query } from '#web/app/query.ts'

/** As the address calls them: works by the name of their lists. */
export type Kind = 'performers' | Plural
export const kinds: readonly Kind[] = ['performers', ...workKinds.map((kind) => kindNames[kind].plural)]
export const workKindOf = (kind: Plural): WorkKind => workKinds.find((each) => kindNames[each].plural === kind) ?? 'feed'
export type Everything = ReplyTo<'search.everything'>
export type Keywords = ReplyTo<'search.keywords'>

export const everything = (q: string) => query('search.everything', { q })

/** What people look for; with the beginning of a word, what begins with it. */
export const keywords = (q: string) => query('search.keywords', { ...(q && { q }), limit: 10 })
