// Whoever checks ages, as the site asks them: where somebody goes, and what was found once they are back. Nothing else knows how a provider spells it.
import type { Db } from '#server/platform/db/db.ts'

/** What a browser and an address share. */
interface Visit {
  state: string
  /** The browser's own secret. */
  browser: string
  /** Where the provider sends people back to. */
  returnsTo: string
}

/** What came in the address that they came back by. */
export interface Back {
  code?: string | undefined
  iss?: string | undefined
  error?: string | undefined
}

export type Found = 'of age' | 'too young' | 'nothing'

export interface AgeAssurance {
  /** How it is kept beside a result. */
  readonly method: 'openid'
  /** @throws age_check_not_offered, age_check_unavailable */
  start(db: Db, visit: Visit): Promise<{ url: string }>
  /** @throws age_check_declined, age_check_over, age_check_refused, age_check_not_offered, age_check_unavailable */
  result(db: Db, visit: Visit, back: Back): Promise<Found>
}
