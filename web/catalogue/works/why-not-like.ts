import type { WorkKind } from '#contract/catalogue/kind-names.ts'
import { useTranslation } from '#web/app/say.ts'
import { useMe } from '#web/app/session.tsx'

/**
 * Why this member may not like a work, in words; undefined: they may. The server's rule (catalogue/access, opensTalk): who may not see it does
 * not like it, except for products, whose pages hold nothing back. A like of before can be taken back, and visitors are asked to sign in first.
 */
export function useWhyNotLike(kind: WorkKind, { canView, isLiked }: { canView: boolean; isLiked: boolean }): string | undefined {
  const { t } = useTranslation()
  const me = useMe()
  if (!me || canView || isLiked || kind === 'product') return undefined
  return t(me.ageVerified ? 'post.likeLocked' : 'post.likeUnaged')
}
