import { Film, Images, Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, type LinkProps } from 'react-router'
import { cx } from '#web/ui/cx.ts'
import { Blur } from '#web/ui/LockedMedia.tsx'
import { useUiWords } from '#web/ui/UiWords.tsx'

export type Tile = {
  id: string
  to: LinkProps['to']
  /** What it is, for screen readers: the first words of the work. */
  label: string
  kind?: 'photo' | 'photos' | 'video'
} & (
  | { picture: string; locked?: undefined; words?: undefined }
  | { /** Written, without a picture. */ picture: null; locked?: undefined; words: string }
  | {
      /** The server's blur. */
      picture: string | null
      /** What is told of words that have no picture: their title. */
      words?: string | undefined
      /** 「訂閱」, 「120代幣」 */
      locked: ReactNode
    }
)

/** Three in a row, in a narrow column beside something two; 4:5, edge to edge. A locked one shows its blur, a lock left, what it needs right. */
export function TileGrid({ label, tiles, beside = false }: { label: string; tiles: Tile[]; beside?: boolean }) {
  const words = useUiWords()
  return (
    <ul aria-label={label} className={cx('grid grid-cols-3 gap-0.5 overflow-hidden md:gap-1 md:rounded-card', beside && 'lg:grid-cols-2')}>
      {tiles.map((tile) => (
        <li key={tile.id}>
          <Link
            to={tile.to}
            className={cx(
              'relative isolate block aspect-4/5 overflow-hidden focus-visible:outline-offset-[-3px] focus-visible:outline-on-media',
              tile.locked ? 'bg-t-deep' : 'bg-well',
            )}
          >
            <span className="sr-only">{tile.label}</span>
            {tile.locked ? (
              <>
                <Blur preview={tile.picture} />
                <span className="absolute inset-0 bg-media-dim/80" />
                {tile.words && (
                  <span
                    aria-hidden="true"
                    className="absolute inset-0 bg-t-deep p-2.5 stage-name text-15 leading-[1.5]! text-on-media/75 md:p-4 md:text-20 md:leading-[1.45]!"
                  >
                    <span className="line-clamp-4">{tile.words}</span>
                  </span>
                )}
                <span className="num absolute inset-x-0 bottom-0 flex items-center justify-between gap-2 bg-linear-to-b from-transparent to-media-shade px-2 pt-8 pb-2 text-13 leading-tight font-semibold text-on-media md:px-3 md:pb-3">
                  <Lock aria-label={words('locked')} className="size-[18px]" />
                  {tile.locked}
                </span>
              </>
            ) : tile.words !== undefined ? (
              <span className="absolute inset-0 bg-t-surface p-3 text-13 leading-relaxed! text-t-ink md:p-4 md:text-15">
                <span className={cx('line-clamp-6', !beside && 'md:line-clamp-7')}>{tile.words}</span>
              </span>
            ) : (
              <img
                src={tile.picture ?? undefined}
                alt=""
                width={400}
                height={500}
                loading="lazy"
                decoding="async"
                className="size-full object-cover"
              />
            )}
            {tile.kind && tile.kind !== 'photo' && (
              <span className="absolute top-2 end-2 grid size-7 place-items-center rounded-badge bg-media-chip text-on-media">
                {tile.kind === 'video' ? <Film aria-hidden="true" className="size-4" /> : <Images aria-hidden="true" className="size-4" />}
              </span>
            )}
          </Link>
        </li>
      ))}
    </ul>
  )
}
