// By whose link a newcomer came: stands in every row that makes an account.
import Type from 'typebox'

/** Stored with the account, once (contract/windows/referrals.ts). One that nobody has is passed over: a wrong letter keeps nobody out. */
export const ReferralCode = Type.String({ maxLength: 100, description: 'by whose link I came; absent: as the cookie `ref` says' })
