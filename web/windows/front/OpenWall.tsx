import type { CSSProperties } from 'react'
import { Link } from 'react-router'
import type { FrontWork } from '#contract/windows/front.ts'
import { tinted } from '#web/ui/tint.ts'
import { OpenPicture } from '#web/windows/front/OpenPicture.tsx'

const aRow = 3

/** Open works in rows of equal height, each in its true ratio; on a phone two and two, all alike. No cards. */
export function OpenWall({ works }: { works: readonly FrontWork[] }) {
  const rows = Array.from({ length: Math.ceil(works.length / aRow) }, (_, at) => works.slice(at * aRow, (at + 1) * aRow))
  return (
    <div className="grid grid-cols-2 gap-x-2 gap-y-4 md:grid-cols-1 md:gap-y-5">
      {rows.map((row, at) => {
        // A row that is not full keeps the height of the others.
        const rest = row.length < aRow ? Math.max(0, 3.8 - row.reduce((sum, work) => sum + ratioOf(work), 0)) : 0
        return (
          <div key={at} className="contents md:flex md:gap-3">
            {row.map((work) => (
              <OneWork key={work._id} work={work} />
            ))}
            {rest > 0 && <span className="hidden md:block" style={{ flex: `${rest} 1 0` }} />}
          </div>
        )
      })}
    </div>
  )
}

const ratioOf = ({ picture: { width, height } }: FrontWork) => Math.min(1.8, Math.max(0.75, width / height))

function OneWork({ work }: { work: FrontWork }) {
  const { className = '', style } = tinted(work.picture.tint)
  return (
    <article
      className={`relative min-w-0 md:flex-(--own) ${className}`}
      style={{ ...style, '--own': `${ratioOf(work)} 1 0`, '--ratio': ratioOf(work) } as CSSProperties}
    >
      <div className="aspect-4/5 overflow-hidden rounded-tile bg-t-deep md:aspect-(--ratio)">
        <OpenPicture picture={work.picture} sizes="(min-width: 768px) 420px, 50vw" className="size-full object-cover" />
      </div>
      <h3 className="mt-2.5 text-15 font-semibold">
        <Link to={work.path} className="line-clamp-2 min-h-6 after:absolute after:inset-0">
          {work.title}
        </Link>
      </h3>
      <p className="truncate text-13 text-muted">{work.performer.name}</p>
    </article>
  )
}
