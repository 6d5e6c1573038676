// The people of the demo town. Everyone here is invented and an adult; what they look like is never drawn.
import { at } from './people/person.ts'

export { applicant, creators } from './people/creators.ts'
export { fans } from './people/fans.ts'
export type { Creator, Fan } from './people/person.ts'

export const staff = {
  username: 'stagehand',
  name: '舞臺監督',
  email: at('admin'),
  birthDate: '1982-06-01',
  country: 'TW',
  locale: 'zh-TW',
} as const
