// What people tell the office, by the doors that they would use, and what staff do about it.
import type { ReportTarget } from '#contract/office/report-names.ts'
import type { Reader } from '#server/catalogue/access/access.ts'
import * as comments from '#server/catalogue/comments/comments.ts'
import * as reports from '#server/office/reports/reports.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { type Member, visitor } from '#server/platform/http/viewer.ts'
import * as messaging from '#server/talk/messaging/messaging.ts'
import type { Cast } from '#database/town/build/cast.ts'
import type { Chapter } from '#database/town/build/one-transaction.ts'
import { staff } from '#database/town/people.ts'
import { cases, type TownCase } from '#database/town/reports.ts'

interface Office {
  cast: Cast
  /** The works that were published so far, by their post's key. */
  works: ReadonlyMap<string, string>
}

/** An address of those that are kept for stories: nobody calls from there. */
const ip = '192.0.2.44'

export function reportChapters(office: Office): Chapter[] {
  return cases.flatMap((one) => {
    // A case has its number from its first report on.
    let number = ''
    const caseIn = async (tx: Tx) => (await reports.cases(tx, staffOf(office), { q: number, limit: 1, offset: 0 })).data[0]?._id ?? ''
    return [
      ...one.reports.map((report) => ({
        hoursAgo: report.hoursAgo,
        async happen(tx: Tx) {
          number = (await tell(tx, office, one, report)).number
        },
      })),
      ...(one.takenHoursAgo === undefined
        ? []
        : [
            {
              hoursAgo: one.takenHoursAgo,
              happen: async (tx: Tx) => reports.assign(tx, await caseIn(tx), { isMine: true, by: staffOf(office) }),
            },
          ]),
      ...(one.decided === undefined ? [] : [{ hoursAgo: one.decided.hoursAgo, happen: decision(office, one.decided, caseIn) }]),
    ]
  })
}

const staffOf = ({ cast }: Office): Member => ({
  kind: 'member',
  accountId: cast.staffId,
  sessionId: cast.staffId,
  role: 'staff',
  username: staff.username,
  isAdult: true,
})

async function tell(
  tx: Tx,
  office: Office,
  { about }: TownCase,
  { by, reason, words, evidence, contact, signature }: TownCase['reports'][number],
) {
  const {
    member: viewer,
    country,
    locale: language,
  } = by === undefined ? { member: visitor, country: 'TW', locale: 'zh-TW' as const } : office.cast.of(by)
  const { target, targetId } = await named(tx, office, { viewer, country }, about)
  return reports.receive(
    tx,
    { viewer, country, language, ip },
    {
      target,
      targetId,
      reason,
      description: words,
      ...(evidence && { evidence: [...evidence] }),
      contact,
      ...(signature !== undefined && { signature, goodFaith: true }),
    },
  )
}

function decision(office: Office, { what, reason }: NonNullable<TownCase['decided']>, caseIn: (tx: Tx) => Promise<string>) {
  return async (tx: Tx) => void (await reports.decide(tx, await caseIn(tx), { what, reason, by: staffOf(office), ip }))
}

async function named(
  tx: Tx,
  { cast, works }: Office,
  reader: Reader,
  about: TownCase['about'],
): Promise<{ target: ReportTarget; targetId: string }> {
  const idOf = (username: string) => cast.of(username).member.accountId
  if ('post' in about) return { target: 'feed', targetId: there(works.get(about.post), about.post) }
  if ('comment' in about) {
    const place = { objectId: there(works.get(about.under), about.under), objectType: 'feed' } as const
    const { ids } = await comments.list(tx, reader, place, { limit: 100, offset: 0 })
    const written = await Promise.all(ids.map((id) => comments.asWritten(tx, id)))
    return { target: 'comment', targetId: there(written.find((each) => each?.content === about.comment)?.id, about.comment) }
  }
  if ('line' in about) {
    const { member: viewer, country } = cast.of(about.between.fan)
    const actor = { viewer, country }
    const id = await messaging.begin(tx, actor, { source: 'performer', sourceId: idOf(about.between.creator) })
    const { data } = await messaging.page(tx, actor, id, { limit: 50, offset: 0 })
    return { target: 'message', targetId: there(data.find(({ text }) => text.startsWith(about.line))?._id, about.line) }
  }
  return 'creator' in about ? { target: 'performer', targetId: idOf(about.creator) } : { target: 'user', targetId: idOf(about.fan) }
}

function there(id: string | undefined, what: string): string {
  if (!id) throw new Error(`${what} is not there yet, and nobody can report it`)
  return id
}
