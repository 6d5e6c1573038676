import { MessageCircle } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import { useTranslation } from '#web/app/say.ts'
import { Link } from 'react-router'
import { kindNames, type WorkKind } from '#contract/catalogue/kind-names.ts'
import { useBoot, useNow } from '#web/app/session.tsx'
import { dayIn, type MonthNumber } from '#web/app/zoned-time.ts'
import { type AnyItem, lookOf } from '#web/catalogue/kinds/kinds.tsx'
import { Blur } from '#web/ui/LockedMedia.tsx'
import { MediaChip } from '#web/ui/MediaChip.tsx'
import { Bone, Waiting } from '#web/ui/Skeleton.tsx'
import { Stage } from '#web/ui/Stage.tsx'
import { tinted } from '#web/ui/tint.ts'
import { Tokens } from '#web/ui/Tokens.tsx'
import type { Bought, BoughtMonth } from '#web/windows/bookmarks/queries.ts'

/**
 * Around the pages of the wall: one row after another, however the list was cut into pages; on a phone two beside each other. The months
 * stand in the margin.
 */
export const wall = 'grid grid-cols-2 gap-x-2 gap-y-4 max-md:px-4 md:flex md:flex-wrap md:gap-x-3 md:gap-y-5 md:[--row:220px] lg:ps-32'

type UnlockedWallProps = {
  works: readonly Bought[]
  /** The one that hangs before them, on the page before. */
  before: Bought | undefined
  /** What each month brought in all, however many of it hang here already. */
  months: readonly BoughtMonth[]
}

/** What somebody unlocked, each whole and in its own shape, under the month in which it became theirs. */
export function UnlockedWall({ works, before, months }: UnlockedWallProps) {
  const { timeZone } = useBoot()
  const monthOf = ({ boughtAt }: Bought) => dayIn(Date.parse(boughtAt), timeZone).slice(0, 7)
  return works.map((bought, place) => {
    const work = bought[bought.kind]
    const last = place === 0 ? before : works[place - 1]
    return (
      <Fragment key={work?._id ?? bought.boughtAt}>
        {(!last || monthOf(last) !== monthOf(bought)) && (
          <Month month={monthOf(bought)} sums={months.find(({ month }) => month === monthOf(bought))} isFirst={!last} />
        )}
        {bought.message ? (
          <MessageTile message={bought.message} isSeenFirst={!before && place < 6} />
        ) : (
          bought.kind !== 'message' && work && <WorkTile kind={bought.kind} work={work as AnyItem} isSeenFirst={!before && place < 6} />
        )}
      </Fragment>
    )
  })
}

function Month({ month, sums, isFirst }: { month: string; sums: BoughtMonth | undefined; isFirst: boolean }) {
  const { t } = useTranslation()
  const { timeZone } = useBoot()
  const [year = '', number] = month.split('-')
  const isThisYear = dayIn(useNow(), timeZone).startsWith(year)
  return (
    <>
      {!isFirst && (
        <>
          <EndOfRow />
          <span aria-hidden="true" className="me-1 h-0 flex-none basis-full max-md:hidden" />
        </>
      )}
      {/* In the margin it takes no room of the row that it begins: it is as wide as the way back there, but for the gap. */}
      <div data-month className="col-span-full flex items-baseline gap-2 max-lg:w-full max-md:mt-2 lg:-ms-32 lg:block lg:w-29">
        <h2 className="flex items-baseline gap-2">
          <Stage className="text-24 leading-[1.3]! text-nowrap!">{t(`saved.month.${Number(number) as MonthNumber}`)}</Stage>
          {!isThisYear && <span className="num text-13 font-normal text-muted">{year}</span>}
        </h2>
        {sums && (
          <p className="num text-13 text-muted">
            {t('saved.inMonth', { count: sums.count })}
            <Tokens value={sums.price} />
          </p>
        )}
      </div>
    </>
  )
}

/** What is left of a row, so that what hangs in it keeps its size. */
export const EndOfRow = () => <span aria-hidden="true" className="h-0 grow-[1000] max-md:hidden" />

function WorkTile({ kind, work, isSeenFirst }: { kind: WorkKind; work: AnyItem; isSeenFirst: boolean }) {
  const { icon: Icon, sign: signOf } = lookOf(kind)
  const sign = signOf(work)
  return (
    <Tile
      to={`/${kindNames[kind].path}/${work._id}`}
      title={work.title || work.performer.name}
      by={work.performer.name}
      cover={work.cover}
      icon={<Icon aria-hidden="true" className="size-8" />}
      isSeenFirst={isSeenFirst}
      sign={
        sign && (
          <>
            <sign.icon aria-hidden="true" />
            {sign.figure}
          </>
        )
      }
    />
  )
}

/** What was unlocked in a conversation leads back to it. */
export function MessageTile({ message, isSeenFirst }: { message: NonNullable<Bought['message']>; isSeenFirst: boolean }) {
  const { conversationId, title, performer, cover, photos } = message
  return (
    <Tile
      to={`/messages/${conversationId}`}
      title={title || performer.name}
      by={performer.name}
      cover={cover}
      icon={<MessageCircle aria-hidden="true" className="size-8" />}
      isSeenFirst={isSeenFirst}
      sign={
        <>
          <MessageCircle aria-hidden="true" />
          {photos > 1 && photos}
        </>
      }
    />
  )
}

interface TileProps {
  to: string
  title: string
  by: string
  cover: AnyItem['cover']
  /** In the place of a picture: sound and words have none. */
  icon: ReactNode
  sign: ReactNode
  isSeenFirst: boolean
}

function Tile({ to, title, by, cover, icon, sign, isSeenFirst }: TileProps) {
  // Within what a row can bear, as on a gallery's own wall.
  const ratio = cover ? Math.min(2.2, Math.max(0.6, cover.width / cover.height)) : 1
  const tint = tinted(cover?.tint)
  return (
    <article
      className="group relative grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-2 max-md:[[data-month]+&]:col-span-2 max-md:[[data-month]+&_[data-picture]]:aspect-4/3!"
      style={{ flexGrow: ratio, flexBasis: `calc(var(--row) * ${ratio.toFixed(3)})` }}
    >
      <div
        data-picture
        className={`relative isolate overflow-hidden rounded-tile bg-well max-md:aspect-4/5! ${tint.className ?? ''}`}
        style={{ ...tint.style, aspectRatio: ratio }}
      >
        {cover?.isBlurred ? (
          <Blur preview={cover.url} />
        ) : cover ? (
          // The small picture: what hangs here is no larger, and it bears no mark.
          <img
            src={cover.url}
            width={cover.width}
            height={cover.height}
            alt=""
            loading={isSeenFirst ? 'eager' : 'lazy'}
            decoding="async"
            className="size-full object-cover"
          />
        ) : (
          <span className="absolute inset-0 grid place-items-center bg-t-surface text-t-ink">{icon}</span>
        )}
        {sign && <MediaChip className="absolute top-2 end-2">{sign}</MediaChip>}
      </div>
      <div className="min-w-0">
        <h3 className="line-clamp-2 text-14 leading-snug! text-pretty">
          {/* The whole tile is the link, its name is what it says. */}
          <Link to={to} className="after:absolute after:inset-0 after:rounded-tile">
            {title}
          </Link>
        </h3>
        <p className="truncate text-13 text-muted">{by}</p>
      </div>
    </article>
  )
}

const shapes = [0.75, 1.33, 1, 1.5, 0.8, 1]

export function WallWaiting() {
  return (
    <Waiting>
      <div className={wall}>
        {shapes.map((ratio, place) => (
          <div key={place} className="grid gap-2" style={{ flexGrow: ratio, flexBasis: `calc(var(--row) * ${ratio})` }}>
            <div style={{ aspectRatio: ratio }}>
              <Bone className="size-full rounded-tile!" />
            </div>
            <Bone className="h-4 w-3/4" />
          </div>
        ))}
      </div>
    </Waiting>
  )
}
