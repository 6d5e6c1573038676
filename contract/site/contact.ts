import Type from 'typebox'
import { Body, endpoints } from '#contract/endpoint.ts'
import { CaptchaToken } from '#contract/site/captcha.ts'

export const contact = endpoints({
  /** calls.md section 7: a letter to the operator and a line in the office's inbox; five an hour from one address. */
  send: {
    method: 'POST',
    path: '/contact',
    for: 'anyone',
    inClosedCountry: true,
    summary: 'Write to the people who run this site',
    body: Body({
      name: Type.String({ minLength: 1, maxLength: 100 }),
      email: Type.String({ format: 'email', maxLength: 254 }),
      message: Type.String({ minLength: 1, maxLength: 2000 }),
      captchaToken: Type.Optional(CaptchaToken),
    }),
    reply: Type.Object({ message: Type.String() }),
    maxBodyBytes: 48 * 1024,
    rate: 'letter',
  },
})
