// What is given while a stream is on: the creator's menu of what they do for a tip, and what they hope to reach (calls.md sections 10 and 13).
import Type, { type Static } from 'typebox'
import { Body, ById, endpoints, Id, Instant, Tokens, TokensIn } from '#contract/endpoint.ts'
import { UserCard } from '#contract/people/person.ts'
import { mostGoalTitle, mostMenuTitle, mostOnMenu } from '#contract/stage/limits.ts'

/** Something that a creator does for a tip of exactly so much. */
export const MenuItem = Type.Object({ _id: Id, title: Type.String(), price: Tokens })
export type MenuItem = Static<typeof MenuItem>

/** What a creator hopes to be given during one stream. Everybody who watches sees how far it is. */
export const TipGoal = Type.Object({
  _id: Id,
  amount: Tokens,
  title: Type.String({ description: 'what happens then; may be empty' }),
  raised: Type.Number({ description: 'tokens given since it was set that did not go back; it may be more than `amount`' }),
  reachedAt: Type.Optional(Instant),
})
export type TipGoal = Static<typeof TipGoal>

/** In a draft: what to reach; null takes back what was set. */
export const goalFields = {
  tipGoal: Type.Optional(
    Type.Union([TokensIn, Type.Null()], { description: 'another amount or title begins anew at nothing; null: none' }),
  ),
  tipGoalTitle: Type.Optional(Type.String({ maxLength: mostGoalTitle, description: 'what happens then' })),
}

/** How a show goes, to whose it is. What went back is in none of these. */
const ShowSummary = Type.Object({
  tips: Type.Object({ count: Type.Integer(), tokens: Tokens }),
  tickets: Type.Object({ count: Type.Integer(), tokens: Tokens }),
  minutes: Type.Object({ count: Type.Integer(), tokens: Tokens }, { description: 'of shows paid for by the minute' }),
  viewerCount: Type.Integer({ description: 'who watches now' }),
  mostViewers: Type.Integer({ description: 'the most at once' }),
  topTippers: Type.Array(
    Type.Object({ user: Type.Optional(UserCard), tokens: Tokens }, { description: 'without a user: all that was given without a name' }),
    { description: 'who gave most, at most five' },
  ),
})
export type ShowSummary = Static<typeof ShowSummary>

export const tipping = endpoints({
  /** Ours. */
  menu: {
    method: 'GET',
    path: '/streaming/menu',
    for: 'creator',
    summary: 'What I do for tips',
    reply: Type.Object({ items: Type.Array(MenuItem) }),
  },
  /** Ours: the whole menu, in the order sent. An `_id` keeps what it is; what is not sent any more is taken off. */
  setMenu: {
    method: 'PUT',
    path: '/streaming/menu',
    for: 'creator',
    summary: 'Say what I do for tips',
    body: Body({
      items: Type.Array(
        Body({
          _id: Type.Optional(Id),
          title: Type.String({ minLength: 1, maxLength: mostMenuTitle }),
          price: TokensIn,
        }),
        { maxItems: mostOnMenu },
      ),
    }),
    reply: Type.Object({ items: Type.Array(MenuItem) }),
    refuses: ['not_found', 'text_required', 'amount_out_of_bounds', 'prohibited_term'],
    rate: 'write',
  },
  /** Ours. Another's is not found. */
  summary: {
    method: 'GET',
    path: '/streaming/live/:id/summary',
    for: 'creator',
    summary: 'How my show goes',
    params: ById,
    reply: ShowSummary,
    refuses: ['not_found'],
  },
})
