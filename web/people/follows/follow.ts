import { useTranslation } from '#web/app/say.ts'
import { rowsOfWorks } from '#contract/catalogue/rows-of-works.ts'
import { type Act, useAct } from '#web/app/act.ts'
import { refresh } from '#web/app/query.ts'

/** What a follow opens or closes on a page. */
const touched = [...rowsOfWorks, 'directory.performer', 'directory.search', 'follows.following'] as const

interface Followed {
  _id: string
  name: string
}

/** Follows or unfollows, and says so. */
export function useFollow() {
  const { t } = useTranslation()
  const following: Act<[performer: Followed, on: boolean]> = useAct(
    (api, _once, { _id: id }: Followed, on: boolean) => (on ? api.follows.follow({ id }) : api.follows.unfollow({ id })),
    {
      said: (_answer, performer, on) =>
        on
          ? t('profile.followedToast', { name: performer.name })
          : { text: t('profile.unfollowedToast', { name: performer.name }), undo: () => void following.act(performer, true) },
      done: () => void refresh(...touched),
    },
  )
  return { follow: following.act, busy: following.busy }
}
