// A refusal, put where it belongs: at its fields, and what belongs to none in a sentence above the button.
import type { FieldValues, Path, UseFormSetError } from 'react-hook-form'
import { Refused } from '#contract/client.ts'

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

/**
 * Shows field errors at their fields and moves to the first; returns the sentence that is left for the form as a whole.
 * @param fields the form's own names; an error about another field becomes part of the sentence
 */
export function tellFields<T extends FieldValues>(
  error: unknown,
  fields: readonly Path<T>[],
  setError: UseFormSetError<T>,
  otherwise: string,
): string | undefined {
  if (!(error instanceof Refused)) return otherwise
  const told = error.errors.length > 0 ? error.errors : [{ field: fieldOf[error.code] ?? '', message: error.message }]
  let first = true
  const left: string[] = []
  for (const { field, message } of told) {
    const own = fields.find((name) => name === field)
    if (!own) {
      left.push(message || error.message)
      continue
    }
    setError(own, { type: 'server', message }, { shouldFocus: first })
    first = false
  }
  return left.length > 0 ? left.join(' ') || otherwise : undefined
}
