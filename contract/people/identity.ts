// Who may perform: the application with its documents (calls.md sections 2 and 11, COMPLIANCE.md 1).
import Type from 'typebox'
import { Body, Day, endpoints, Id } from '#contract/endpoint.ts'
import { Country, Gender, Password, Username } from '#contract/people/person.ts'
import { ReferralCode } from '#contract/people/referral-code.ts'
import { CaptchaToken } from '#contract/site/captcha.ts'

export const DocumentKind = Type.Enum(['idVerification', 'documentVerification', 'release', 'w9'])
const documentBytes = 20 * 1024 * 1024

export const identity = endpoints({
  /**
   * The account is pending: nobody sees it and it cannot sign in until staff approved it. Documents are sealed from the first byte.
   * Whoever was rejected applies again the same way, with the address and password of then.
   */
  register: {
    method: 'POST',
    alsoBy: 'PUT',
    path: '/auth/performers/register',
    for: 'anyone',
    summary: 'Apply as a performer, with identity documents',
    body: Body({
      name: Type.String({ minLength: 1, maxLength: 60 }),
      username: Username,
      email: Type.String({ format: 'email', maxLength: 254 }),
      password: Password,
      gender: Gender,
      dateOfBirth: Day,
      country: Country,
      phone: Type.String({ minLength: 5, maxLength: 30, pattern: '^[+0-9 ()-]+$' }),
      legalName: Type.Optional(Type.String({ minLength: 1, maxLength: 120, description: 'as in the document; absent: the name' })),
      acceptedTermsVersion: Type.String({ maxLength: 40 }),
      acceptedAgreement: Type.Boolean({ description: 'the creator agreement; must be true' }),
      captchaToken: Type.Optional(CaptchaToken),
      referralCode: Type.Optional(ReferralCode),
    }),
    uploads: {
      idVerification: { maxBytes: documentBytes, required: true, sealed: true },
      documentVerification: { maxBytes: documentBytes, required: true, sealed: true },
    },
    reply: Type.Object({ message: Type.String() }),
    refuses: [
      'username_taken',
      'username_reserved',
      'under_age',
      'password_common',
      'terms_outdated',
      'agreement_required',
      'file_required',
      'file_type_not_allowed',
      'prohibited_term',
    ],
    rate: 'sign-in',
  },
  /**
   * A fan applies from their own account: without another address or password. A second account, a performer's, stands behind the same sign-in: pending until staff
   * approved it, reached by switching afterwards, and one a person (`performs_already`). Whoever was rejected mends it here and sends it again. The birth date is the one on file, where
   * there is one.
   */
  apply: {
    method: 'POST',
    alsoBy: 'PUT',
    path: '/performers/application',
    for: 'member',
    summary: 'Become a performer beside being a fan',
    body: Body({
      name: Type.String({ minLength: 1, maxLength: 60, description: 'the stage name' }),
      username: Username,
      gender: Gender,
      dateOfBirth: Type.Optional(Day),
      country: Country,
      phone: Type.String({ minLength: 5, maxLength: 30, pattern: '^[+0-9 ()-]+$' }),
      legalName: Type.Optional(Type.String({ minLength: 1, maxLength: 120, description: 'as in the document; absent: the name' })),
      acceptedTermsVersion: Type.String({ maxLength: 40 }),
      acceptedAgreement: Type.Boolean({ description: 'the creator agreement; must be true' }),
    }),
    uploads: {
      idVerification: { maxBytes: documentBytes, required: true, sealed: true },
      documentVerification: { maxBytes: documentBytes, required: true, sealed: true },
    },
    reply: Type.Object({ _id: Id, state: Type.Literal('pending') }),
    refuses: [
      'not_allowed',
      'performs_already',
      'username_taken',
      'username_reserved',
      'under_age',
      'terms_outdated',
      'agreement_required',
      'file_required',
      'file_type_not_allowed',
      'prohibited_term',
      'unknown_country',
    ],
    rate: 'upload',
  },
  /**
   * Replaces the document of that kind; a paper of identity is looked at anew. What was sent can never be read back by the performer. A fan sends it for the
   * performer's account behind their sign-in, and without one is not allowed to.
   */
  uploadDocument: {
    method: 'POST',
    alsoBy: 'PUT',
    path: '/performers/documents/upload',
    for: 'member',
    summary: 'Send an identity document',
    body: Body({ type: DocumentKind }),
    uploads: { file: { maxBytes: documentBytes, required: true, sealed: true } },
    reply: Type.Object({ _id: Id, type: DocumentKind, status: Type.String() }),
    refuses: ['not_allowed', 'file_required', 'file_type_not_allowed'],
    rate: 'upload',
  },
})
