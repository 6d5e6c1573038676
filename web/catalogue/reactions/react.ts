import { kindNames, type WorkKind, workKinds } from '#contract/catalogue/kind-names.ts'
import { useTranslation } from '#web/app/say.ts'
import { sentenceOf } from '#web/app/api.ts'
import { refresh } from '#web/app/query.ts'
import { useApi } from '#web/app/session.tsx'
import { useToast } from '#web/ui/Toast.tsx'

type Action = 'like' | 'bookmark'
interface Counters {
  totalLike: number
  isLiked: boolean
  isBookmarked: boolean
}

/** Likes or keeps something, or takes that back. Answers the server's counters, or undefined after telling why not. */
export function useReact(
  objectType: WorkKind | 'performer' | 'comment',
): (objectId: string, action: Action, on: boolean) => Promise<Counters | undefined> {
  const api = useApi()
  const toast = useToast()
  const { t } = useTranslation()
  return async function react(objectId, action, on) {
    try {
      const which = { objectId, objectType, action }
      const counters = await (on ? api.reactions.react(which) : api.reactions.unreact(which))
      if (action === 'bookmark')
        void refresh('bookmarks.performers', ...workKinds.map((kind) => `bookmarks.${kindNames[kind].plural}` as const))
      return counters
    } catch (error) {
      toast.show(sentenceOf(error, t('shell.tryLater')), { failed: true })
      return undefined
    }
  }
}
