// How each kind of work looks where all kinds are shown: on a profile, in search, among what one kept or unlocked. A new kind is a line here.
import { AudioLines, Download, Film, GalleryVerticalEnd, Images, type LucideIcon, Package, PenLine, Play, ShoppingBag } from 'lucide-react'
import type { ReactNode } from 'react'
import { kindNames, type WorkKind } from '#contract/catalogue/kind-names.ts'
import type { ItemOf } from '#contract/catalogue/items.ts'
import { query, type Query } from '#web/app/query.ts'
import { FeedCards } from '#web/catalogue/feeds/FeedCards.tsx'
import { found as feeds } from '#web/catalogue/feeds/queries.ts'
import { GalleryPhotos } from '#web/catalogue/galleries/GalleryPhotos.tsx'
import { GalleryTiles } from '#web/catalogue/galleries/GalleryTiles.tsx'
import { listed as galleries } from '#web/catalogue/galleries/queries.ts'
import { ProductTiles } from '#web/catalogue/shop/ProductTiles.tsx'
import { listed as products } from '#web/catalogue/shop/queries.ts'
import { VideoTiles } from '#web/catalogue/videos/VideoTiles.tsx'
import { listed as videos } from '#web/catalogue/videos/queries.ts'
import { writeTime } from '#web/media/player/times.ts'
import { CoverGridWaiting } from '#web/ui/CoverGridWaiting.tsx'
import { WorkCardSkeleton } from '#web/ui/Skeleton.tsx'
import type { After, Paged } from '#web/app/Pages.tsx'

export interface Look<Item> {
  icon: LucideIcon
  /** Read one under another, and not chosen from a grid. */
  isRead?: true
  /** How many are asked for at a time. */
  pageSize: number
  waiting: ReactNode
  /** @param byOne all of them are one performer's @param first these are seen at once */
  draw: (works: readonly Item[], options?: { byOne?: boolean; first?: boolean }) => ReactNode
  /** Everybody's that match, or one creator's. */
  listed: (filter: { q?: string; performerId?: string }, after: After) => Query<Paged<Item>>
  /** What it is and how much of it, on a wall of all kinds: an icon and a figure, none for one picture. */
  sign: (work: Item) => { icon: LucideIcon; figure?: string | number | undefined } | undefined
  /** Pictures that a performer shows in works of this kind, as tiles; posts' own are asked for as posts. */
  photosOf?: (performerId: string) => ReactNode
}

export const looks: { readonly [Kind in WorkKind]: Look<ItemOf<Kind>> } = {
  feed: {
    icon: PenLine,
    isRead: true,
    pageSize: 10,
    waiting: <WorkCardSkeleton count={2} />,
    draw: (works, { first = false } = {}) => <FeedCards feeds={works} first={first} />,
    listed: feeds,
    sign: ({ type, totalPhotos, files: [file] }) =>
      type === 'video' || type === 'audio'
        ? { icon: type === 'video' ? Play : AudioLines, figure: timeOf(file?.duration) }
        : totalPhotos > 1
          ? { icon: Images, figure: totalPhotos }
          : undefined,
  },
  video: {
    icon: Film,
    pageSize: 24,
    waiting: <CoverGridWaiting />,
    draw: (works, { byOne = false } = {}) => <VideoTiles videos={works} byOne={byOne} />,
    listed: videos,
    sign: ({ duration }) => ({ icon: Play, figure: timeOf(duration) }),
  },
  gallery: {
    icon: GalleryVerticalEnd,
    pageSize: 24,
    waiting: <CoverGridWaiting />,
    draw: (works, { byOne = false } = {}) => <GalleryTiles galleries={works} byOne={byOne} />,
    listed: galleries,
    sign: ({ totalPhotos }) => ({ icon: Images, figure: totalPhotos }),
    photosOf: (performerId) => <GalleryPhotos performerId={performerId} />,
  },
  product: {
    icon: ShoppingBag,
    pageSize: 24,
    waiting: <CoverGridWaiting dense />,
    draw: (works, { byOne = false } = {}) => <ProductTiles products={works} byOne={byOne} />,
    listed: products,
    sign: ({ type }) => ({ icon: type === 'digital' ? Download : Package }),
  },
}

const timeOf = (seconds: number | undefined) => (seconds === undefined ? undefined : writeTime(seconds))

/** What a list of some kind holds: drawn by the look of that kind, and by no other. */
export type AnyItem = ItemOf<WorkKind>

export function lookOf(kind: WorkKind): Look<AnyItem> {
  return looks[kind] as unknown as Look<AnyItem>
}

/** What I kept of a kind, newest first. */
export function kept(kind: WorkKind, { offset }: After): Query<Paged<AnyItem>> {
  return query(`bookmarks.${kindNames[kind].plural}`, { limit: looks[kind].pageSize, offset })
}

/** Around the pages of a list. */
export const frameOf = (kind: WorkKind) => `grid grid-cols-[minmax(0,1fr)] ${looks[kind].isRead ? 'gap-2 md:gap-4' : 'gap-5'}`
