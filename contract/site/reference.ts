import Type from 'typebox'
import { endpoints } from '#contract/endpoint.ts'

const Options = Type.Array(Type.Object({ value: Type.String(), text: Type.String() }))

export const reference = endpoints({
  /** The option lists of specification.md section 3, worded in the reader's language. */
  bodyInfo: {
    method: 'GET',
    path: '/user-additional',
    for: 'anyone',
    inClosedCountry: true,
    summary: 'The option lists of performer profiles',
    cacheSeconds: 300,
    reply: Type.Object({
      heights: Options,
      weights: Options,
      ages: Options,
      bodyTypes: Options,
      ethnicities: Options,
      sizes: Options,
      hairs: Options,
      eyes: Options,
      genders: Options,
      sexualOrientations: Options,
    }),
  },
  /** Tuples of language, script (where there is one) and region (specification.md section 3). */
  locales: {
    method: 'GET',
    path: '/locales',
    for: 'anyone',
    inClosedCountry: true,
    summary: 'Locale tuples for pickers',
    reply: Type.Array(Type.Array(Type.String())),
  },
})
