// Looking for things (calls.md section 7). Each kind's own list takes `q` too; this looks into all of them at once.
import Type from 'typebox'
import { Body, endpoints, Flag, Page } from '#contract/endpoint.ts'
import { byPlural, type Plural, type WorkKind } from '#contract/catalogue/kind-names.ts'
import { items } from '#contract/catalogue/items.ts'
import { PerformerListing } from '#contract/people/person.ts'

/** Of each kind the first few, and whether there are more. */
const group = <const T extends Parameters<typeof Page>[0]>(item: T) => Type.Object({ data: Type.Array(item), hasMore: Flag })
const Query = Type.String({ minLength: 1, maxLength: 100 })

export const search = endpoints({
  /**
   * Performers, and works of every kind, that match, newest first. Tolerant: one wrong letter in Latin words of five or
   * more, one missing or wrong character in Chinese ones of three or more. A prohibited term is refused.
   */
  everything: {
    method: 'GET',
    path: '/search',
    for: 'anyone',
    summary: 'Look into everything',
    query: Type.Object({ q: Query }),
    reply: Type.Object({
      performers: group(PerformerListing),
      ...byPlural<{ [K in WorkKind as Plural<K>]: ReturnType<typeof group<(typeof items)[K]>> }>((kind) => group(items[kind])),
    }),
    refuses: ['prohibited_term'],
  },
  /** Notes that somebody looked for this: `noted` once a person and day. A prohibited term is refused and not noted. */
  note: {
    method: 'POST',
    path: '/search/keywords',
    for: 'anyone',
    summary: 'Note a search',
    body: Body({ keyword: Type.String({ minLength: 1, maxLength: 60 }), type: Type.Optional(Type.String({ maxLength: 20 })) }),
    reply: Type.Object({ noted: Flag }),
    refuses: ['prohibited_term'],
  },
  /**
   * What most people looked for in the last 30 days, with how many they were; with `q`, what begins with it. Only what three people looked
   * for is shown.
   */
  keywords: {
    method: 'GET',
    path: '/search/list/keywords',
    for: 'anyone',
    summary: 'What people look for',
    query: Type.Object({ q: Type.Optional(Type.String({ maxLength: 60 })), limit: Type.Integer({ minimum: 1, maximum: 20, default: 10 }) }),
    reply: Type.Array(Type.Object({ keyword: Type.String(), attempt: Type.Integer() })),
  },
})
