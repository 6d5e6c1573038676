import { Bookmark, Heart } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Product } from '#contract/catalogue/shop.ts'
import { useWorkReactions } from '#web/catalogue/works/reacting.ts'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { writeCount } from '#web/ui/numbers.ts'
import { useSpeech, useUiWords } from '#web/ui/UiWords.tsx'

/** Liking and keeping: what one would like to have one day. */
export function ProductActs({ product, onChange }: { product: Product; onChange: (part: Partial<Product>) => void }) {
  const { t } = useTranslation()
  const words = useUiWords()
  const { locale } = useSpeech()
  const { toggle } = useWorkReactions('product', product, onChange)
  const { isLiked, isBookmarked, totalLike } = product
  return (
    <div role="group" aria-label={t('shop.acts')} className="flex gap-2">
      <Button
        rank="second"
        size="sm"
        aria-pressed={isLiked}
        aria-label={words.like(writeCount(totalLike, locale))}
        onClick={() => toggle('like')}
        icon={<Heart key={String(isLiked)} className={cx('size-4', isLiked && 'like-pop fill-current text-onair')} />}
      >
        <span className="num">{writeCount(totalLike, locale)}</span>
      </Button>
      <Button
        rank="second"
        size="sm"
        aria-pressed={isBookmarked}
        onClick={() => toggle('bookmark')}
        icon={<Bookmark className={cx('size-4', isBookmarked && 'fill-current')} />}
      >
        {words.bookmark}
      </Button>
    </div>
  )
}
