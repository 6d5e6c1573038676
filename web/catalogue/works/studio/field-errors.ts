import { type RefObject, useEffect, useState } from 'react'
import { Refused } from '#contract/client.ts'

type Errors<Field extends string> = Partial<Record<Field, string>>

interface FieldErrors<Field extends string> {
  errors: Errors<Field>
  tell: (errors: Errors<Field>) => void
  /** These fields were changed: what was wrong with them may be right now. */
  changed: (fields: readonly string[]) => void
}

/** What is wrong with a form, each at its field; being told moves the eye to the first of them. */
export function useFieldErrors<Field extends string>(form: RefObject<HTMLFormElement | null>): FieldErrors<Field> {
  const [errors, setErrors] = useState<Errors<Field>>({})
  const [told, setTold] = useState(0)
  useEffect(() => {
    if (told > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-error]')?.focus()
  }, [form, told])
  return {
    errors,
    tell(next) {
      setErrors(next)
      setTold((count) => count + 1)
    },
    changed(fields) {
      if (fields.some((field) => field in errors))
        setErrors(Object.fromEntries(Object.entries(errors).filter(([field]) => !fields.includes(field))) as Errors<Field>)
    },
  }
}

/** Refusals that name no field stand at the one they are about. */
const fieldOfCode: Readonly<Record<string, string>> = {
  price_required: 'price',
  price_out_of_bounds: 'price',
  price_is_sold: 'price',
  needs_a_photo: 'fileIds',
  sale_needs_file: 'fileIds',
  too_many_files: 'fileIds',
  file_not_yours: 'fileIds',
  file_not_ready: 'fileIds',
  file_blocked: 'fileIds',
  media_is_sold: 'fileIds',
  schedule_in_past: 'scheduledAt',
  unknown_participant: 'participants',
}

export interface Names<Field extends string> {
  /** Where this form shows a refusal of this code that names no field. */
  codes?: Readonly<Record<string, Field>>
  /** Fields of the call that have another name in the form. */
  fields?: Readonly<Record<string, Field>>
}

/** The server's sentences by field; undefined when it said nothing that belongs to one. */
export function errorsFrom<Field extends string>(error: unknown, { codes = {}, fields = {} }: Names<Field>): Errors<Field> | undefined {
  if (!(error instanceof Refused)) return undefined
  const names: Readonly<Record<string, string>> = { participantIds: 'participants', ...fields }
  const said = error.errors.map(({ field, message }) => {
    const [own = field] = field.split(/[.[/]/, 1)
    return [names[own] ?? own, message]
  })
  const place = codes[error.code] ?? fieldOfCode[error.code]
  if (said.length === 0 && place) said.push([fields[place] ?? place, error.message])
  return said.length > 0 ? (Object.fromEntries(said) as Errors<Field>) : undefined
}
