import type { ReplyTo, SentTo } from '#contract/client.ts'
import { query } from '#web/app/query.ts'

export type Recording = ReplyTo<'live.withheldRecordings'>['data'][number]
export type Film = ReplyTo<'live.openWithheldRecording'>

export const withheldRecordings = (input: SentTo<'live.withheldRecordings'>) => query('live.withheldRecordings', input)
