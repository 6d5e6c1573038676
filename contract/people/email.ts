// Another e-mail address: asked for with the password, confirmed from the new one, and undone from the old one for a week.
import Type from 'typebox'
import { Body, endpoints } from '#contract/endpoint.ts'
import { SixDigits } from '#contract/people/codes.ts'
import { Password } from '#contract/people/person.ts'

const Said = Type.Object({ message: Type.String({ description: 'a sentence for the person' }) })
const Email = Type.String({ format: 'email', maxLength: 254 })
const Link = Type.String({ minLength: 20, maxLength: 200, description: 'the secret part of a link from a letter' })

export const email = endpoints({
  /**
   * Asks for the password where there is one, and for a code where there is a second factor. Nothing changes until the new address was confirmed; the one
   * that it is hears of it at once. Always the same answer, whether the new address is somebody's or not; one letter a minute and five a day are sent.
   */
  changeEmail: {
    method: 'POST',
    path: '/auth/users/me/email',
    for: 'member',
    inClosedCountry: true,
    summary: 'Ask for another e-mail address',
    body: Body({
      email: Email,
      currentPassword: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
      code: Type.Optional(Type.String({ minLength: 6, maxLength: 40, description: 'of the second factor' })),
    }),
    reply: Said,
    refuses: ['email_is_yours', 'wrong_password', 'wrong_code', 'sign_in_again', 'account_locked', 'authenticator_lost', 'not_allowed'],
    rate: 'sign-in',
  },
  /** In place of the letter's link, by whoever asked. Five tries end a code. */
  confirmEmailByCode: {
    method: 'POST',
    path: '/auth/users/me/email/code',
    for: 'member',
    inClosedCountry: true,
    summary: 'Confirm my new e-mail address by the code of its letter',
    body: Body({ email: Email, code: SixDigits }),
    reply: Said,
    refuses: ['wrong_letter_code', 'account_locked', 'link_expired', 'not_allowed'],
    rate: 'sign-in',
  },
  /** It is the address from here on: other sessions end, links that went to the old one are over, both addresses are told. Good once and for 24 hours. */
  confirmEmail: {
    method: 'POST',
    path: '/auth/email-change/confirm',
    for: 'anyone',
    inClosedCountry: true,
    summary: 'Confirm a new e-mail address by the link’s secret',
    body: Body({ token: Link }),
    reply: Said,
    refuses: ['link_expired'],
    rate: 'sign-in',
  },
  /** Back to the address that the letter went to, with a new password, because whoever changed it knew the one before. Every session ends. Good for 7 days. */
  undoEmail: {
    method: 'POST',
    path: '/auth/email-change/undo',
    for: 'anyone',
    inClosedCountry: true,
    summary: 'Undo a change of e-mail address by the link’s secret',
    body: Body({ token: Link, password: Password }),
    reply: Said,
    refuses: ['link_expired', 'password_common'],
    rate: 'sign-in',
  },
})
