// Where a creator's payouts go (calls.md sections 10 and 11): their bank, their account at PayPal or another way, their account at Stripe.
// What is answered is masked. The rows are called as payouts’ own.
import Type, { type Static } from 'typebox'
import { Body, endpoints, Flag, Instant } from '#contract/endpoint.ts'
import { payoutAccountTypes } from '#contract/money/payout-names.ts'
import { Country } from '#contract/people/person.ts'

const line = (maxLength: number) => Type.String({ minLength: 1, maxLength })
export const bankFields = {
  firstName: line(60),
  lastName: line(60),
  bankName: line(120),
  bankAccount: Type.String({
    minLength: 4,
    maxLength: 40,
    pattern: '^[A-Za-z0-9](?:[ -]*[A-Za-z0-9]){3,}[ -]*$',
    description: 'an account number or IBAN: at least four letters or digits, with spaces and hyphens between them',
  }),
  bankRouting: Type.Optional(Type.String({ maxLength: 20, pattern: '^([A-Za-z0-9][A-Za-z0-9 -]*)?$' })),
  bankSwiftCode: Type.Optional(Type.String({ maxLength: 11, pattern: '^([A-Za-z]{6}[A-Za-z0-9]{2}([A-Za-z0-9]{3})?)?$' })),
  address: line(300),
  city: line(120),
  state: Type.Optional(Type.String({ maxLength: 120 })),
  country: Country,
  taxId: Type.Optional(Type.String({ maxLength: 40, pattern: '^[A-Za-z0-9 -]*$' })),
}
export const BankDetails = Type.Object(bankFields)
export type BankDetails = Static<typeof BankDetails>

const standing = {
  changedAt: Instant,
  holdUntil: Type.Optional(Type.String({ format: 'date-time', description: 'no payout there before' })),
  returnedAt: Type.Optional(
    Type.String({
      format: 'date-time',
      description: 'a payout came back from there: none goes there until it is saved again, changed or not',
    }),
  ),
}

/** Masked: of account and tax number the last four, of routing and SWIFT nothing that moves money. */
export const MaskedBank = Type.Object({
  firstName: Type.String(),
  lastName: Type.String(),
  bankName: Type.String(),
  bankAccount: Type.String({ description: '•••• and the last 4' }),
  bankRouting: Type.Optional(Type.String()),
  bankSwiftCode: Type.Optional(Type.String()),
  address: Type.String(),
  city: Type.String(),
  state: Type.Optional(Type.String()),
  country: Country,
  taxId: Type.Optional(Type.String()),
  ...standing,
  matchesName: Type.Boolean({ description: 'whose account it is says the same name as the identity document' }),
})
export type MaskedBank = Static<typeof MaskedBank>

/** Masked: of an e-mail address the first letter and where it is, of anything else the last four. */
export const PayoutAccount = Type.Object({
  type: Type.Enum([...payoutAccountTypes]),
  payoutAccount: Type.Optional(Type.String()),
  needsAgain: Type.Optional(Type.Boolean({ description: 'it cannot be read any more: the site’s key is another one' })),
  ...standing,
})
export type PayoutAccount = Static<typeof PayoutAccount>

/** A creator's account at Stripe, which carries payouts where the operator has set it up. */
const StripeAccount = Type.Object({
  isOffered: Flag,
  payoutsEnabled: Type.Boolean({ description: 'a payout to it can be asked for' }),
  accountId: Type.Optional(Type.String({ description: 'Stripe’s name for it, once it was begun' })),
})

export const destinations = endpoints({
  /**
   * calls.md section 10: makes an Express account with the transfers capability the first time, and answers Stripe’s page where it is
   * completed, or looked after once it is. The address is good once and for a few minutes. `payoutsEnabled` follows from Stripe’s word.
   */
  stripeAccount: {
    method: 'POST',
    path: '/stripe/accounts',
    for: 'creator',
    summary: 'Set up payouts by Stripe',
    body: Body({}),
    reply: Type.Object({ url: Type.String(), payoutsEnabled: Type.Boolean(), accountId: Type.Optional(Type.String()) }),
    refuses: ['gateway_unavailable', 'not_allowed'],
    rate: 'money',
  },
  /** Ours: whether Stripe can be chosen, without asking Stripe. */
  stripeAccountState: {
    method: 'GET',
    path: '/stripe/accounts',
    for: 'creator',
    summary: 'My account at Stripe',
    reply: StripeAccount,
  },
  /**
   * calls.md section 11. Any change stops payouts for 72 hours and is told by letter; saving the same again changes nothing, but that it
   * says yes to an account that a payout came back from.
   */
  saveBank: {
    method: 'PUT',
    path: '/performers/banking-settings',
    for: 'creator',
    summary: 'Say where my money goes',
    body: Body(bankFields),
    reply: MaskedBank,
    refuses: ['unknown_country', 'not_allowed'],
  },
  /** Ours: what was saved, masked; nothing before the first time. */
  bank: {
    method: 'GET',
    path: '/performers/banking-settings',
    for: 'creator',
    summary: 'Where my money goes, masked',
    reply: Type.Object({
      details: Type.Optional(MaskedBank),
      needsAgain: Type.Optional(Type.Boolean({ description: 'they cannot be read any more: the site’s key is another one' })),
    }),
  },
  /**
   * Ours: where money goes by PayPal (an e-mail address) or another way. As of bank details (calls.md section 11): any change stops payouts
   * there for 72 hours and is told by letter; the same again changes nothing, but that it says yes to one that a payout came back from.
   */
  savePayoutAccount: {
    method: 'PUT',
    path: '/performers/payout-accounts',
    for: 'creator',
    summary: 'Say where my money goes by PayPal or another way',
    body: Body({
      type: Type.Enum([...payoutAccountTypes]),
      payoutAccount: Type.String({ minLength: 1, maxLength: 200, description: 'kept sealed' }),
    }),
    reply: PayoutAccount,
    refuses: ['not_allowed'],
  },
  /** Ours: those that were saved, masked. */
  payoutAccounts: {
    method: 'GET',
    path: '/performers/payout-accounts',
    for: 'creator',
    summary: 'Where my money goes by PayPal or another way, masked',
    reply: Type.Object({ data: Type.Array(PayoutAccount) }),
  },
})
