import type { WorkKind } from '#contract/catalogue/kind-names.ts'
import { useTranslation } from '#web/app/say.ts'
import { useReact } from '#web/catalogue/reactions/react.ts'
import { useWhyNotLike } from '#web/catalogue/works/why-not-like.ts'
import { useAsMember } from '#web/people/follows/members.ts'
import { useToast } from '#web/ui/Toast.tsx'

export interface Reacted {
  isLiked: boolean
  isBookmarked: boolean
  totalLike: number
}

/** Liking and keeping a work on its own page: shows at once and is taken back when the server says no. Visitors come in first. */
export function useWorkReactions(
  kind: WorkKind,
  work: Reacted & { _id: string; canView: boolean; performer: { name: string; avatar?: string | undefined } },
  onChange: (part: Reacted) => void,
): { toggle: (action: 'like' | 'bookmark') => void; whyNotLike: string | undefined } {
  const { t } = useTranslation()
  const toast = useToast()
  const react = useReact(kind)
  const asMember = useAsMember()
  const whyNotLike = useWhyNotLike(kind, work)
  const set = async (action: 'like' | 'bookmark', on: boolean) => {
    const { isLiked, isBookmarked, totalLike } = work
    const was = { isLiked, isBookmarked, totalLike }
    onChange(action === 'like' ? { ...was, isLiked: on, totalLike: totalLike + (on ? 1 : -1) } : { ...was, isBookmarked: on })
    const counters = await react(work._id, action, on)
    if (!counters) return onChange(was)
    onChange({ isLiked: counters.isLiked, isBookmarked: counters.isBookmarked, totalLike: counters.totalLike })
    if (action === 'bookmark') toast.show(t(on ? 'post.saved' : 'post.unsaved'), on ? {} : { undo: () => void set('bookmark', true) })
  }
  return {
    whyNotLike,
    toggle: (action) =>
      action === 'like' && whyNotLike
        ? toast.show(whyNotLike)
        : asMember({ key: `${action}:${work._id}`, kind: action === 'like' ? 'like' : 'keep', of: work.performer }, () =>
            set(action, action === 'like' ? !work.isLiked : !work.isBookmarked),
          ),
  }
}
