import { type RefObject, useState } from 'react'
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
  const [tried, setTried] = useState<Status>('active')
  const { errors, tell, judge, changed } = useFieldErrors<Field>(form, () => wrongs(tried))
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
    setTried(status)
    if (!judge(wrongs(status))) return
    await sending.act(status)
  }
  return { errors, busy: sending.during?.[0], changed, save }
}
