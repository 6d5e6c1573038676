import { type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import type { Api, RowName } from '#contract/client.ts'
import { useAct } from '#web/app/act.ts'
import { errorsFrom, type Names, useFieldErrors } from '#web/catalogue/works/studio/field-errors.ts'
import type { Wrong } from '#web/catalogue/works/studio/terms.ts'

type Status = 'active' | 'inactive'

interface Subject<Work, Field extends string> {
  form: RefObject<HTMLFormElement | null>
  wrongs: (status: Status) => Partial<Record<Field, Wrong>>
  send: (api: Api, status: Status) => Promise<Work>
  /** The answers that this makes old. */
  lists: readonly RowName[]
  names: Names<Field>
  onSent: (work: Work) => void
}

/** From the press to the work: checks here, sends, and puts each no where it belongs. */
export function useSaving<Work, Field extends string>({ form, wrongs, send, lists, names, onSent }: Subject<Work, Field>) {
  const { t } = useTranslation()
  const { errors, tell, changed } = useFieldErrors<Field>(form)
  const sending = useAct((api, _once, status: Status) => send(api, status), {
    refreshes: lists,
    done: (work) => onSent(work),
    refused(no) {
      const fields = errorsFrom(no, names)
      if (!fields) return
      tell(fields)
      return true
    },
  })
  const save = async (status: Status) => {
    if (sending.busy) return
    const found = Object.entries<Wrong | undefined>(wrongs(status))
    const told = found.flatMap(([field, wrong]) => (wrong ? [[field, t(wrong.key, wrong.facts ?? {})]] : []))
    if (told.length > 0) return tell(Object.fromEntries(told))
    changed(Object.keys(errors))
    await sending.act(status)
  }
  return { errors, busy: sending.during?.[0], changed, save }
}
