import { useTranslation } from '#web/app/say.ts'
import { Link } from 'react-router'

/** The tags of a work, each to what else wears it. */
export function Tags({ tags, to }: { tags: readonly string[]; to: (tag: string) => string }) {
  const { t } = useTranslation()
  if (tags.length === 0) return null
  return (
    <ul aria-label={t('browse.tags')} className="flex flex-wrap gap-x-4 gap-y-2 text-14 [text-autospace:no-autospace]">
      {tags.map((tag) => (
        <li key={tag}>
          <Link to={to(tag)} className="touch relative inline-block min-h-6 text-link hover:underline">
            #{tag}
          </Link>
        </li>
      ))}
    </ul>
  )
}
