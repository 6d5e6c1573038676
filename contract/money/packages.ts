// Fixed token packs as the office keeps them. What is on sale, named in the reader's language, is payments.packages.
import Type, { type Static } from 'typebox'
import { Body, ById, endpoints, Flag, Id, InLocales, Money, MoneyIn, Page, PricesIn, Tokens, TokensIn } from '#contract/endpoint.ts'

const Name = Type.String({ minLength: 1, maxLength: 40 })
/** At least one; whoever reads another language sees the site's own. */
const Names = InLocales(Name, { additionalProperties: false, minProperties: 1 })

/** 0 is allowed: most packs bring no bonus. */
const BonusIn = Type.Number({ minimum: 0, maximum: 10_000_000, multipleOf: 0.01 })

const fields = {
  names: Names,
  price: MoneyIn,
  tokens: TokensIn,
  bonusTokens: BonusIn,
  order: Type.Integer({ minimum: 0, maximum: 1000 }),
  isActive: Flag,
}

export const Pack = Type.Object({
  _id: Id,
  names: Names,
  price: Money,
  tokens: Tokens,
  bonusTokens: Tokens,
  order: Type.Integer(),
  isActive: Type.Boolean({ description: 'on sale' }),
  pricesIn: PricesIn,
})
export type Pack = Static<typeof Pack>

export const packages = endpoints({
  /** In their order, those that are not on sale too. */
  all: { method: 'GET', path: '/admin/packages', for: 'staff', summary: 'Token packs', reply: Page(Pack) },
  create: { method: 'POST', path: '/admin/packages', for: 'staff', summary: 'Add a token pack', body: Body(fields), reply: Pack },
  /** The whole pack, as it is to be. Payments under way keep what they were made for. A pack is taken off sale, never deleted. */
  update: {
    method: 'PUT',
    path: '/admin/packages/:id',
    for: 'staff',
    summary: 'Change a token pack',
    params: ById,
    body: Body(fields),
    reply: Pack,
    refuses: ['not_found'],
  },
})
