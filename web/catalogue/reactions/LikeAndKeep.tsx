import { Bookmark, Heart } from 'lucide-react'
import { type Reacted, useWorkReactions } from '#web/catalogue/reactions/reacting.ts'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { writeCount } from '#web/ui/numbers.ts'
import { useSpeech, useUiWords } from '#web/ui/UiWords.tsx'

type LikeAndKeepProps = {
  kind: 'video' | 'product'
  work: Reacted & { _id: string; canView: boolean; performer: { name: string; avatar?: string | undefined } }
  onChange: (part: Reacted) => void
}

/** Two buttons of a work's own page. What is pressed shows at once; a no takes it back. */
export function LikeAndKeep({ kind, work, onChange }: LikeAndKeepProps) {
  const words = useUiWords()
  const { locale } = useSpeech()
  const { toggle, whyNotLike } = useWorkReactions(kind, work, onChange)
  const { isLiked, isBookmarked, totalLike } = work
  return (
    <>
      <Button
        rank="second"
        size="sm"
        aria-pressed={isLiked}
        aria-label={words('like', { count: writeCount(totalLike, locale) })}
        aria-disabled={whyNotLike !== undefined || undefined}
        title={whyNotLike}
        className={whyNotLike && 'pointer-events-auto! opacity-45'}
        onClick={() => toggle('like')}
        icon={<Heart key={String(isLiked)} className={cx('size-4', isLiked && 'like-pop fill-current text-onair')} />}
      >
        {totalLike > 0 && <span className="num">{writeCount(totalLike, locale)}</span>}
      </Button>
      <Button
        rank="second"
        size="sm"
        aria-pressed={isBookmarked}
        onClick={() => toggle('bookmark')}
        icon={<Bookmark className={cx('size-4', isBookmarked && 'fill-current')} />}
      >
        {words('bookmark')}
      </Button>
    </>
  )
}
