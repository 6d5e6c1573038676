// One kind of what was found, page after page as one reads on.
import type { ReactNode } from 'react'
import { frameOf, lookOf } from '#web/catalogue/kinds/kinds.tsx'
import { cx } from '#web/ui/cx.ts'
import { PerformerTiles, PerformerTilesWaiting } from '#web/windows/directory/PerformerTiles.tsx'
import { search } from '#web/windows/directory/queries.ts'
import { type Kind, workKindOf } from '#web/windows/search/queries.ts'
import { Pages } from '#web/app/Pages.tsx'

type OneKindProps = { kind: Kind; q: string; empty: ReactNode }

export function OneKind({ kind, q, empty }: OneKindProps) {
  if (kind === 'performers') {
    return (
      <div className="mt-2 grid grid-cols-[minmax(0,1fr)] gap-2 md:gap-4">
        <Pages
          query={(after) => search({ q, sortBy: 'latest' }, after)}
          draw={(people) => <PerformerTiles people={people} />}
          waiting={<PerformerTilesWaiting />}
          empty={empty}
        />
      </div>
    )
  }
  const workKind = workKindOf(kind)
  const { isRead, listed, draw, waiting } = lookOf(workKind)
  return (
    <div className={cx(frameOf(workKind), isRead ? 'max-w-[600px]' : 'mt-2')}>
      <Pages query={(after) => listed({ q }, after)} draw={(works, first) => draw(works, { first })} waiting={waiting} empty={empty} />
    </div>
  )
}
