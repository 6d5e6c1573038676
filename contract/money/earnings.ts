// What creators earn, and tips, which are earned without selling anything (calls.md sections 4 and 10).
import { workKinds } from '#contract/catalogue/kind-names.ts'
import Type, { type Static } from 'typebox'
import { Body, ById, Day, days, endpoints, Flag, Id, Instant, Page, SortedQuery, Tokens, TokensIn } from '#contract/endpoint.ts'
import { mostTipLetters } from '#contract/money/limits.ts'
import { WalletTransaction } from '#contract/money/wallet.ts'
import { UserCard } from '#contract/people/person.ts'

/** Where earnings come from. Those of later slices are named now, so that figures never change their shape. */
export const sourceTypes = ['subscription', 'tip', ...workKinds, 'message', 'stream', 'referral'] as const
export type SourceType = (typeof sourceTypes)[number]
const SourceType = Type.Enum([...sourceTypes])

/** What a sale brought: what the buyer paid, what the site kept, what the creator has. Reversals are below 0. */
const amounts = { grossPrice: Tokens, commission: Tokens, netPrice: Tokens }

export const EarningStats = Type.Object({
  totalGrossPrice: Tokens,
  totalCommission: Tokens,
  totalNetPrice: Tokens,
  totalTokens: Type.Number({ description: 'what stands in the earnings account now, whatever the dates: may be below 0 after refunds' }),
  unpaid: Type.Number({ description: 'earned in these dates and not paid out yet' }),
  pending: Type.Number({ description: 'the part of unpaid that is still within the clearing hold' }),
  byType: Type.Object(Object.fromEntries(sourceTypes.map((type) => [type, Tokens])) as Record<SourceType, typeof Tokens>, {
    description: 'net, by source',
  }),
  series: Type.Array(Type.Object({ date: Day, ...amounts }), { description: 'by day, days without a sale included' }),
})
export type EarningStats = Static<typeof EarningStats>

export const EarningLine = Type.Object({
  _id: Id,
  createdAt: Instant,
  sourceType: SourceType,
  title: Type.String(),
  buyer: Type.Optional(UserCard),
  ...amounts,
  siteCommission: Type.Number({ description: 'percent of the gross price' }),
  isPaid: Flag,
  payoutId: Type.Optional(Id),
  reversed: Type.Optional(Flag),
  reversalReason: Type.Optional(
    Type.Enum(['refund', 'chargeback'], { description: 'of a row below 0: given back, or taken back by the buyer’s bank' }),
  ),
  message: Type.Optional(Type.String({ description: 'what was written with a tip' })),
  feedId: Type.Optional(
    Type.String({ format: 'uuid', description: 'the post that a tip was given for; `title` is its title then, if it has one' }),
  ),
})
export type EarningLine = Static<typeof EarningLine>

const dates = { sourceType: Type.Optional(SourceType) }

const Rate = Type.Object({ agreed: Type.Optional(Type.Number()), site: Type.Number() })

export const earnings = endpoints({
  /** calls.md section 4. Without dates the last 30 days, and at most 400; the series is in the days of `timeZone`, too. */
  stats: {
    method: 'GET',
    path: '/performer/earning/stats',
    for: 'creator',
    inClosedCountry: true,
    summary: 'What I earned',
    query: Type.Object({ ...days, ...dates }),
    reply: EarningStats,
    refuses: ['invalid'],
  },
  /** calls.md section 4: sales and what was taken back, a reversal as a row below 0 of its own. An anonymous tip has no buyer. */
  lines: {
    method: 'GET',
    path: '/performer/earning/search',
    for: 'creator',
    inClosedCountry: true,
    summary: 'My sales, one by one',
    query: SortedQuery(['createdAt', 'grossPrice', 'netPrice'], {
      ...dates,
      q: Type.Optional(Type.String({ maxLength: 100, description: 'finds titles that contain it' })),
    }),
    reply: Page(EarningLine),
  },
  /** What the site keeps of a performer's sales, in percent. `agreed` is absent where they have the site's rate. */
  rate: {
    method: 'GET',
    path: '/admin/performers/:id/commission',
    for: 'staff',
    summary: 'A performer’s commission',
    params: ById,
    reply: Rate,
    refuses: ['not_found'],
  },
  /** calls.md, house rules: a rate of their own, counting from the next sale; without `percent` the site's again. */
  agreeRate: {
    method: 'PUT',
    path: '/admin/performers/:id/commission',
    for: 'staff',
    summary: 'Agree upon a commission with a performer',
    params: ById,
    body: Body({ percent: Type.Optional(Type.Number({ minimum: 0, maximum: 100, multipleOf: 0.01 })) }),
    reply: Rate,
    refuses: ['not_found'],
  },
  /**
   * calls.md section 10: the id is a performer's. The amount is in tokens, within the settings' bounds. Performers do not tip (house rules).
   * With `conversationId` it is judged as a tip that is written there, and stands there as a line of the type `tip` a moment after the answer.
   * With `streamId` it is given to whoever may watch that show, and stands in its room a moment after the answer; for something on the performer's
   * menu it is exactly what that costs.
   */
  tip: {
    method: 'POST',
    path: '/wallet/charges/tip/:id',
    for: 'member',
    summary: 'Tip a performer',
    params: ById,
    body: Body({
      amount: TokensIn,
      message: Type.Optional(Type.String({ maxLength: mostTipLetters })),
      anonymous: Type.Optional(Flag),
      feedId: Type.Optional(
        Type.String({ format: 'uuid', description: 'what it is given for: a post of this performer’s that I may see' }),
      ),
      conversationId: Type.Optional(
        Type.String({ format: 'uuid', description: 'where it is given: my conversation with this performer; not without a name' }),
      ),
      streamId: Type.Optional(
        Type.String({ format: 'uuid', description: 'where it is given: a live stream of this performer’s that I may watch' }),
      ),
      menuItemId: Type.Optional(
        Type.String({ format: 'uuid', description: 'what it is given for: something on this performer’s menu; only with `streamId`' }),
      ),
    }),
    reply: Type.Object({ transaction: WalletTransaction, balance: Tokens }),
    refuses: [
      'not_found',
      'amount_out_of_bounds',
      'not_enough_tokens',
      'wallet_frozen',
      'cannot_pay_yourself',
      'own_account',
      'performers_cannot_buy',
      'prohibited_term',
      'conversation_with_another',
      'tip_bears_a_name',
      'tip_below_price',
      'messages_closed',
      'messages_blocked',
      'birth_date_required',
      'stream_locked',
      'stream_ended',
      'stream_not_begun',
      'price_changed',
      'room_muted',
      'room_audience',
      'room_closed',
    ],
    idempotent: true,
    rate: 'money',
  },
})
