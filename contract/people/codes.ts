// The code beside a letter's link, for whoever waits in another browser than the one in which their letters open.
import Type from 'typebox'
import { Body, endpoints } from '#contract/endpoint.ts'
import { Password } from '#contract/people/person.ts'

const Email = Type.String({ format: 'email', maxLength: 254, description: 'the address that the letter went to' })
export const SixDigits = Type.String({ pattern: '^[0-9]{6}$', description: 'six digits of a letter' })
const Said = Type.Object({ message: Type.String({ description: 'a sentence for the person' }) })

export const codes = endpoints({
  /**
   * In place of the link of the same letter, which is used up by it, as the code is by the link. Five tries end a code. Five wrong ones for an address,
   * whether it is known or not, lock it for 15 minutes or until another letter is asked for.
   */
  verifyByCode: {
    method: 'POST',
    path: '/auth/email-verification/code',
    for: 'anyone',
    inClosedCountry: true,
    summary: 'Confirm an e-mail address by the code of a letter',
    body: Body({ email: Email, code: SixDigits }),
    reply: Said,
    refuses: ['wrong_letter_code', 'account_locked', 'link_expired'],
    rate: 'sign-in',
  },
  /** The same for a new password: it ends every session. */
  resetByCode: {
    method: 'POST',
    path: '/auth/users/reset/code',
    for: 'anyone',
    inClosedCountry: true,
    summary: 'Set a new password by the code of a letter',
    body: Body({ email: Email, code: SixDigits, password: Password }),
    reply: Said,
    refuses: ['wrong_letter_code', 'account_locked', 'link_expired', 'password_common'],
    rate: 'sign-in',
  },
})
