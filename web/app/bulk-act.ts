import { useTranslation } from '#web/app/say.ts'
import type { Api, RowName } from '#contract/client.ts'
import type { Before, SayKey } from '#contract/words/keys.ts'
import { useAct } from '#web/app/act.ts'

/** Acts that say with a number what was done of them, and what could not be. */
type Counted = Before<'done'> & Before<'failed'>

/**
 * The same act with several rows of a table, one after the other; what could not be done is counted and said.
 * @param words `<words>.done` and `<words>.failed`, with a count
 * @param lists what is asked for again
 * @param done what to say instead, by what was answered
 */
export function useBulkAct<Answer>(
  words: Counted,
  lists: readonly RowName[],
  one: (api: Api, id: string) => Promise<Answer>,
  done: (answers: readonly Answer[]) => { key: SayKey; count: number } = (answers) => ({ key: `${words}.done`, count: answers.length }),
) {
  const { t } = useTranslation()
  const { act, busy } = useAct(
    async (api, _once, ids: readonly string[], answers: Answer[]) => {
      for (const id of ids)
        await one(api, id).then(
          (answer) => answers.push(answer),
          () => {},
        )
    },
    {
      refreshes: lists,
      said(_all, ids, answers) {
        const failed = ids.length - answers.length
        if (failed > 0) return { text: t(`${words}.failed`, { count: failed }), failed: true }
        const { key, count } = done(answers)
        return t(key, { count })
      },
    },
  )
  const each = async (ids: readonly string[]): Promise<{ failed: number }> => {
    const answers: Answer[] = []
    await act(ids, answers)
    return { failed: ids.length - answers.length }
  }
  return { each, busy }
}
