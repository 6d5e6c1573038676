// A refusal, put where it belongs: at its fields, and what belongs to none in a sentence above the button.
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import type { Refused } from '#contract/client.ts'

/** Refusals about one field that arrive without naming it. */
const fieldOf: Readonly<Record<string, string>> = {
  username_taken: 'username',
  username_reserved: 'username',
  email_taken: 'email',
  under_age: 'dateOfBirth',
  wrong_password: 'currentPassword',
  unknown_country: 'country',
  terms_outdated: 'accepted',
  agreement_required: 'agreement',
}

/** Shows field errors at their fields and moves to the first; returns the sentence that is left for the form as a whole. */
export function tellFields<T extends FieldValues>(
  no: Refused,
  { getValues, setError }: Pick<UseFormReturn<T>, 'getValues' | 'setError'>,
): string | undefined {
  const told = no.errors.length > 0 ? no.errors : [{ field: fieldOf[no.code] ?? '', message: no.message }]
  let first = true
  const left: string[] = []
  for (const { field, message } of told) {
    // A file of the form bears the name of what it becomes: image, imageId. A part of something is shown where the whole of it is chosen.
    const shownAt = [field, field.replace(/Id$/, ''), field.split('.')[0]!].find(
      (each) => each !== '' && getValues(each as Path<T>) !== undefined,
    )
    // What the form does not hold becomes part of the sentence.
    if (shownAt === undefined) {
      left.push(message || no.message)
      continue
    }
    setError(shownAt as Path<T>, { type: 'server', message }, { shouldFocus: first })
    first = false
  }
  return left.length > 0 ? left.join(' ') : undefined
}
