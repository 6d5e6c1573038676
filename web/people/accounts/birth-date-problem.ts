import type { SayKey } from '#contract/words/keys.ts'
import { isAdult, isTooYoung, keptBirthDate } from '#web/people/accounts/age.ts'
import { type BirthDate, dayOf } from '#web/people/accounts/BirthDateField.tsx'

/** true when it is an adult's birth date, else what is wrong with it. */
export function birthDateProblem(date: BirthDate, t: (key: SayKey) => string): true | string {
  const day = dayOf(date)
  if (!day) return t(date.year && date.month && date.day ? 'auth.birthDate.wrong' : 'age.incomplete')
  // The first answer at the age gate counts here, too.
  if (isTooYoung(keptBirthDate(), Date.now())) return t('age.tooYoung')
  return isAdult(day, Date.now()) || t('auth.birthDate.tooYoung')
}
