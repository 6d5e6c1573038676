import { useTranslation } from 'react-i18next'
import type { Feed } from '#contract/catalogue/feeds.ts'
import { Tokens } from '#web/ui/Tokens.tsx'

/** Who may see it: a word, or for single sale the price. */
export function PostPrice({ post }: { post: Pick<Feed, 'isSale' | 'price'> }) {
  const { t } = useTranslation()
  return post.isSale === 'ppv' ? (
    <Tokens value={post.price} />
  ) : (
    <span className="whitespace-nowrap">{t(`studio.audience.${post.isSale}`)}</span>
  )
}
