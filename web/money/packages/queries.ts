import type { ReplyTo } from '#contract/client.ts'
import { query } from '#web/app/query.ts'

type Packs = ReplyTo<'packages.all'>
export type Pack = Packs['data'][number]

export const packs = query('packages.all')
