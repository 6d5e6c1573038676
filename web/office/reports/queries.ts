import type { ReplyTo, SentTo } from '#contract/client.ts'
import { query } from '#web/app/query.ts'

export type Case = ReplyTo<'reports.cases'>['data'][number]
export type WholeCase = ReplyTo<'reports.case'>

export const cases = (input: SentTo<'reports.cases'>) => query('reports.cases', input)
export const oneCase = (id: string) => query('reports.case', { id })

/** What an act on a case makes old. */
export const aboutCases = ['reports.cases', 'reports.case', 'admin.overview', 'admin.audit'] as const
