import Type, { type Static } from 'typebox'
import { days, endpoints, Id, Instant, Page, SortedQuery, Tokens } from '#contract/endpoint.ts'
import { byPlural, kindNames, workKinds, type Plural, type WorkKind as Kind } from '#contract/catalogue/kind-names.ts'
import { AnyWork } from '#contract/catalogue/any-work.ts'
import { items } from '#contract/catalogue/items.ts'
import { Cover } from '#contract/catalogue/work.ts'
import { PerformerCard, PerformerListing } from '#contract/people/person.ts'

/** What stays when it was unlocked: a ticket to a stream is over with it. */
const BoughtKind = Type.Enum([...workKinds, 'message'])
export type BoughtKind = Static<typeof BoughtKind>

/** What was unlocked in a conversation: it is read there. */
const BoughtMessage = Type.Object({
  _id: Id,
  conversationId: Id,
  title: Type.String({ description: 'what the message says' }),
  performer: PerformerCard,
  cover: Type.Optional(Cover),
  photos: Type.Integer(),
})
export type Unlocked = Omit<AnyWork, 'kind'> & { kind: BoughtKind; message?: Static<typeof BoughtMessage> }

/** Newest kept first, unless sorted the other way, and from the days asked for; what has since been hidden from the reader is left out. */
const kept = { method: 'GET', for: 'member', query: SortedQuery(['createdAt'], {}) } as const
type KeptOfKinds = {
  [K in Kind as Plural<K>]: typeof kept & { path: `/${string}`; summary: string; reply: ReturnType<typeof Page<(typeof items)[K]>> }
}
export const bookmarks = endpoints({
  ...byPlural<KeptOfKinds>((kind) => {
    const { plural, path } = kindNames[kind]
    return { ...kept, path: `/reactions/${plural}/bookmark`, summary: `My kept ${path}`, reply: Page(items[kind]) }
  }),
  performers: { ...kept, path: '/reactions/performers/bookmark', summary: 'Performers I kept', reply: Page(PerformerListing) },
  /** What I unlocked, newest first; it stays readable after a block and after its creator deleted it (calls.md, house rules). */
  bought: {
    method: 'GET',
    path: '/user/bought',
    for: 'member',
    inClosedCountry: true,
    whileActing: false,
    summary: 'What I unlocked',
    query: SortedQuery(['createdAt'], { kind: Type.Optional(BoughtKind) }),
    reply: Page(Type.Object({ ...AnyWork.properties, kind: BoughtKind, message: Type.Optional(BoughtMessage), boughtAt: Instant })),
  },
  /** Ours: how many works each month brought and what they cost, newest first; what was given back is in neither list. */
  boughtMonths: {
    method: 'GET',
    path: '/user/bought/months',
    for: 'member',
    inClosedCountry: true,
    summary: 'What I unlocked, month by month',
    query: Type.Object({ kind: Type.Optional(BoughtKind), timeZone: days.timeZone }),
    reply: Type.Array(Type.Object({ month: Type.String({ description: 'YYYY-MM' }), count: Type.Integer(), price: Tokens })),
  },
})
