import { Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, type LinkProps } from 'react-router'
import { cx } from '#web/ui/cx.ts'
import { Blur } from '#web/ui/LockedMedia.tsx'
import { MediaChip } from '#web/ui/MediaChip.tsx'
import { useUiWords } from '#web/ui/UiWords.tsx'

export type CoverTileProps = {
  to: LinkProps['to']
  title: ReactNode
  picture?: string | null | undefined
  /** The same picture in other sizes, as `sourcesOf` writes them. */
  sources?: string | undefined
  /** What it takes to open it: 「訂閱」, 「120代幣」. A locked tile whose picture is a blur is drawn as one. */
  locked?: ReactNode
  isBlurred?: boolean
  /** Over the picture, lower right: 3:40, 24 photos. */
  chip?: ReactNode
  /** Under the title: whose, how often, when. */
  note?: ReactNode
  ratio?: 'wide' | 'square'
  /** Above the fold. */
  priority?: boolean
}

/** What is cut out of it, whatever its own shape. */
const frames = { wide: { width: 640, height: 360 }, square: { width: 480, height: 480 } }
const ratios = { wide: 'aspect-video', square: 'aspect-square' }

/** A work among others, with its name under its picture: a video, a product. */
export function CoverTile({
  to,
  title,
  picture,
  sources,
  locked,
  isBlurred = false,
  chip,
  note,
  ratio = 'wide',
  priority = false,
}: CoverTileProps) {
  const words = useUiWords()
  return (
    <article className="relative grid grid-cols-[minmax(0,1fr)] gap-2">
      <div className={cx('relative isolate overflow-hidden bg-well md:rounded-card', ratios[ratio])}>
        {isBlurred ? (
          <Blur preview={picture} />
        ) : (
          picture && (
            <img
              src={picture}
              srcSet={sources}
              sizes={ratio === 'wide' ? '(min-width: 1024px) 310px, (min-width: 640px) 50vw, 100vw' : '(min-width: 768px) 240px, 50vw'}
              {...frames[ratio]}
              alt=""
              loading={priority ? 'eager' : 'lazy'}
              fetchPriority={priority ? 'high' : 'auto'}
              decoding="async"
              className="size-full object-cover"
            />
          )
        )}
        {locked && (
          <MediaChip className="absolute top-2 start-2">
            <Lock aria-label={words('locked')} />
            {locked}
          </MediaChip>
        )}
        {chip && <MediaChip className="absolute end-2 bottom-2">{chip}</MediaChip>}
      </div>
      <div className="grid gap-1 max-md:px-4 max-md:pb-2">
        <h3 className="line-clamp-2 text-15 leading-snug! font-semibold text-pretty">
          {/* The whole tile is the link, its name is what it says. */}
          <Link to={to} className="inline-block min-h-6 after:absolute after:inset-0 md:after:rounded-card">
            {title}
          </Link>
        </h3>
        {/* Links in it are 24 px high, so that a thumb finds them. */}
        {note && <div className="relative truncate text-13 text-muted [&_a]:inline-block [&_a]:leading-6">{note}</div>}
      </div>
    </article>
  )
}

/** How they stand, there and on their way. */
export const coverGrid = {
  wide: 'grid gap-x-4 gap-y-5 sm:grid-cols-2 lg:grid-cols-3',
  column: 'grid gap-x-4 gap-y-5 sm:grid-cols-2 lg:grid-cols-1',
  dense: 'grid grid-cols-2 gap-x-0.5 gap-y-5 md:grid-cols-3 md:gap-x-4 lg:grid-cols-4',
}

export type CoverGridProps = {
  label: string
  /** Small things: four in a row. */
  dense?: boolean
  /** One under another where the page has a second column. */
  column?: boolean
  children: ReactNode
}

/** Three in a row where there is room, two on a tablet, one or two on a phone. */
export function CoverGrid({ label, dense = false, column = false, children }: CoverGridProps) {
  return (
    <ul aria-label={label} className={dense ? coverGrid.dense : column ? coverGrid.column : coverGrid.wide}>
      {children}
    </ul>
  )
}
