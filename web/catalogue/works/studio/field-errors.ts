import { type RefObject, useEffect, useState } from 'react'
import { useTranslation } from '#web/app/say.ts'
import { Refused } from '#contract/client.ts'
import type { Wrong } from '#web/catalogue/works/studio/terms.ts'

type Errors<Field extends string> = Partial<Record<Field, string>>

interface FieldErrors<Field extends string> {
  errors: Errors<Field>
  /** What the server refused, in its sentences. */
  tell: (errors: Errors<Field>) => void
  /** What is wrong by our own rules, and whether nothing is: each goes by itself once it is right, wherever that was mended. */
  judge: (found: Wrongs<Field>) => boolean
  /** These fields were changed: what the server refused of them may be right now. */
  changed: (fields: readonly string[]) => void
}

type Wrongs<Field extends string> = Partial<Record<Field, Wrong>>

/**
 * What is wrong with a form, each at its field; being told moves the eye to the first of them.
 * @param wrongNow by our own rules; asked again with each drawing while something was found wrong
 */
export function useFieldErrors<Field extends string>(
  form: RefObject<HTMLFormElement | null>,
  wrongNow: () => Wrongs<Field>,
): FieldErrors<Field> {
  const { t } = useTranslation()
  const [refused, setRefused] = useState<Errors<Field>>({})
  const [judged, setJudged] = useState<readonly Field[]>([])
  const [told, setTold] = useState(0)
  useEffect(() => {
    if (told > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-error]')?.focus()
  }, [form, told])
  const still = judged.length > 0 ? wrongNow() : {}
  const own = judged.flatMap((field) => {
    const wrong = (still as Wrongs<Field>)[field]
    return wrong ? [[field, t(wrong.key, wrong.facts ?? {})]] : []
  })
  const set = (errors: Errors<Field>, fields: readonly Field[]) => {
    setRefused(errors)
    setJudged(fields)
    if (Object.keys(errors).length > 0 || fields.length > 0) setTold((count) => count + 1)
  }
  return {
    errors: { ...refused, ...Object.fromEntries(own) },
    tell: (errors) => set(errors, []),
    judge(found) {
      const wrong = (Object.keys(found) as Field[]).filter((field) => found[field])
      set({}, wrong)
      return wrong.length === 0
    },
    changed(fields) {
      if (fields.some((field) => field in refused))
        setRefused(Object.fromEntries(Object.entries(refused).filter(([field]) => !fields.includes(field))) as Errors<Field>)
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
