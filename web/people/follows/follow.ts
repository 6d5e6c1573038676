import { useTranslation } from 'react-i18next'
import { rowsOfWorks } from '#contract/catalogue/rows-of-works.ts'
import { sentenceOf } from '#web/app/api.ts'
import { refresh } from '#web/app/query.ts'
import { useApi } from '#web/app/session.tsx'
import { useToast } from '#web/ui/Toast.tsx'

/** What a follow opens or closes on a page. */
const touched = [...rowsOfWorks, 'directory.performer', 'directory.search', 'follows.following'] as const

/** Follows or unfollows. Answers whether it went through; a no is told in a toast. */
export function useFollow(): (performer: { _id: string; name: string }, on: boolean) => Promise<boolean> {
  const api = useApi()
  const toast = useToast()
  const { t } = useTranslation()
  return async function set(performer, on) {
    try {
      await (on ? api.follows.follow({ id: performer._id }) : api.follows.unfollow({ id: performer._id }))
      if (on) toast.show(t('profile.followedToast', { name: performer.name }))
      else toast.show(t('profile.unfollowedToast', { name: performer.name }), { undo: () => void set(performer, true) })
      void refresh(...touched)
      return true
    } catch (error) {
      toast.show(sentenceOf(error, t('shell.tryLater')), { failed: true })
      return false
    }
  }
}
