import { type RefObject, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { sentenceOf } from '#web/app/api.ts'
import { refresh } from '#web/app/query.ts'
import { useApi } from '#web/app/session.tsx'
import type { Api, RowName } from '#contract/client.ts'
import { errorsFrom, type Names, useTelling } from '#web/catalogue/works/studio/telling.ts'
import type { Wrong } from '#web/catalogue/works/studio/terms.ts'
import { useToast } from '#web/ui/Toast.tsx'

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
  const api = useApi()
  const toast = useToast()
  const { errors, tell, changed } = useTelling<Field>(form)
  const [busy, setBusy] = useState<Status>()
  const save = async (status: Status) => {
    if (busy) return
    const found = Object.entries<Wrong | undefined>(wrongs(status))
    const told = found.flatMap(([field, wrong]) => (wrong ? [[field, t(wrong.key, wrong.facts ?? {})]] : []))
    if (told.length > 0) return tell(Object.fromEntries(told))
    changed(Object.keys(errors))
    setBusy(status)
    try {
      const work = await send(api, status)
      await refresh(...lists)
      setBusy(undefined)
      onSent(work)
    } catch (error) {
      setBusy(undefined)
      const fields = errorsFrom(error, names)
      if (fields) tell(fields)
      else toast.show(sentenceOf(error, t('shell.tryLater')), { failed: true })
    }
  }
  return { errors, busy, changed, save }
}
