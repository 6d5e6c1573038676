// Apart from its schema, so that a page that needs the names does not bring the library of schemas along.
import type { BodyInfo } from '#contract/people/person.ts'

/** Which list of /user-additional the values of each come from. */
export const bodyLists = {
  height: 'heights',
  weight: 'weights',
  age: 'ages',
  bodyType: 'bodyTypes',
  ethnicity: 'ethnicities',
  size: 'sizes',
  hair: 'hairs',
  eyes: 'eyes',
  sexualOrientation: 'sexualOrientations',
} as const satisfies Record<keyof BodyInfo, string>
