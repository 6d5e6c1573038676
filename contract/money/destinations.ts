// Where a creator's money goes: their bank, their account elsewhere, their account at the provider. What is answered is masked.
import Type, { type Static } from 'typebox'
import { Flag, Instant } from '#contract/endpoint.ts'
import { elsewhereTypes } from '#contract/money/payout-names.ts'
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
  changedAt: Instant,
  holdUntil: Type.Optional(Type.String({ format: 'date-time', description: 'no payout before' })),
  returnedAt: Type.Optional(
    Type.String({
      format: 'date-time',
      description: 'a payout came back from there: none goes there until it is saved again, changed or not',
    }),
  ),
  matchesName: Type.Boolean({ description: 'whose account it is says the same name as the identity document' }),
})
export type MaskedBank = Static<typeof MaskedBank>

/** Masked: of an e-mail address the first letter and where it is, of anything else the last four. */
export const PayoutAccount = Type.Object({
  type: Type.Enum([...elsewhereTypes]),
  payoutAccount: Type.Optional(Type.String()),
  needsAgain: Type.Optional(Type.Boolean({ description: 'it cannot be read any more: the site’s key is another one' })),
  changedAt: Instant,
  holdUntil: Type.Optional(Type.String({ format: 'date-time', description: 'no payout there before' })),
  returnedAt: Type.Optional(
    Type.String({
      format: 'date-time',
      description: 'a payout came back from there: none goes there until it is saved again, changed or not',
    }),
  ),
})
export type PayoutAccount = Static<typeof PayoutAccount>

/** A creator's account at Stripe, which carries payouts where the operator has set it up. */
export const StripeAccount = Type.Object({
  isOffered: Flag,
  payoutsEnabled: Type.Boolean({ description: 'a payout to it can be asked for' }),
  accountId: Type.Optional(Type.String({ description: 'Stripe’s name for it, once it was begun' })),
})
