// What is known of a person in the demo town: a creator, an applicant, a fan.
import type { MarkName } from '../art/marks.ts'
import type { PaletteName } from '../art/palettes.ts'
import type { SceneName } from '../art/draw.ts'

type Locale = 'zh-TW' | 'en-US'
export type Gender = 'male' | 'female' | 'transgender'

interface Person {
  /** Also the key by which posts and history name this person. */
  username: string
  name: string
  email: string
  gender: Gender
  /** yyyy-mm-dd */
  birthDate: string
  /** ISO 3166-1 alpha-2 */
  country: string
  locale: Locale
  avatar: { mark: MarkName; palette: PaletteName }
}

/** Values from the option lists of the specification, section 3. */
interface BodyInfo {
  height?: '158_160' | '164_166' | '167_169' | '170_172' | '173_175' | '179_181'
  bodyType?: 'fit' | 'slim' | 'toned' | 'petite' | 'runner' | 'swimmer'
  hair?: 'black' | 'brown' | 'white' | 'ginger' | 'blue' | 'multiColored'
  eye?: 'brown' | 'amber' | 'green' | 'hazel' | 'gray'
}

export interface Creator extends Person {
  /** A few words, beside their name at the door. */
  tagline: string
  bio: string
  /** BCP 47 primary tags, the language they write in first. */
  languages: readonly string[]
  /** US dollars, within the bounds of the settings (2.95 to 300). */
  monthlyPrice: number
  yearlyPrice: number
  /** Whether a fan's first days are free; the site decides how many. */
  freeTrial: boolean
  tags: readonly string[]
  welcomeMessage: string
  body: BodyInfo
  cover: { scene: SceneName; palette: PaletteName }
  /** Days before today on which they joined. */
  joinedDaysAgo: number
}

/** Someone who asked to become a creator and waits for the office; the documents are drawn like everything else. */
export interface Applicant extends Creator {
  documents: { idVerification: SceneName; documentVerification: SceneName }
}

export type Fan = Person & { joinedDaysAgo: number }

/** Everyone's address is on the example domain, which reaches nobody. */
export const at = (username: string): string => `${username}@stagedoor.example`
