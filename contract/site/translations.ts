import Type from 'typebox'
import { endpoints, Page } from '#contract/endpoint.ts'

export const translations = endpoints({
  /** calls.md section 1: an unknown locale falls back to the default. */
  search: {
    method: 'GET',
    path: '/translations/search',
    for: 'anyone',
    inClosedCountry: true,
    summary: 'Every message of the interface in one language',
    query: Type.Object({ locale: Type.Optional(Type.String({ maxLength: 20 })) }),
    reply: Page(Type.Object({ key: Type.String(), value: Type.String() })),
  },
})
