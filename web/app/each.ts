import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Api, RowName } from '#contract/client.ts'
import type { Before, SayKey } from '#contract/words/keys.ts'
import { refresh } from '#web/app/query.ts'
import { useApi } from '#web/app/session.tsx'
import { useToast } from '#web/ui/Toast.tsx'

/** Acts that say with a number what was done of them, and what could not be. */
type Counted = Before<'done'> & Before<'failed'>

/**
 * The same act with several rows of a table, one after the other; what could not be done is counted and said.
 * @param words `<words>.done` and `<words>.failed`, with a count
 * @param lists what is asked for again
 * @param done what to say instead, by what was answered
 */
export function useEach<Answer>(
  words: Counted,
  lists: readonly RowName[],
  act: (api: Api, id: string) => Promise<Answer>,
  done: (answers: readonly Answer[]) => { key: SayKey; count: number } = (answers) => ({ key: `${words}.done`, count: answers.length }),
) {
  const { t } = useTranslation()
  const api = useApi()
  const toast = useToast()
  const [busy, setBusy] = useState(false)
  const each = async (ids: readonly string[]): Promise<{ failed: number }> => {
    setBusy(true)
    const answers: Answer[] = []
    for (const id of ids)
      await act(api, id).then(
        (answer) => answers.push(answer),
        () => {},
      )
    const failed = ids.length - answers.length
    await refresh(...lists)
    setBusy(false)
    if (failed > 0) toast.show(t(`${words}.failed`, { count: failed }), { failed: true })
    else {
      const { key, count } = done(answers)
      toast.show(t(key, { count }))
    }
    return { failed }
  }
  return { each, busy }
}
