// One kind of what was found, page after page as one reads on.
import type { ReactNode } from 'react'
import { listed as galleriesListed } from '#web/catalogue/galleries/queries.ts'
import { GalleryTiles } from '#web/catalogue/galleries/GalleryTiles.tsx'
import { ProductTiles } from '#web/catalogue/shop/ProductTiles.tsx'
import { listed as productsListed } from '#web/catalogue/shop/queries.ts'
import { listed as videosListed } from '#web/catalogue/videos/queries.ts'
import { VideoTiles } from '#web/catalogue/videos/VideoTiles.tsx'
import { CoverGridWaiting } from '#web/ui/CoverGridWaiting.tsx'
import { PerformerTiles, PerformerTilesWaiting } from '#web/windows/directory/PerformerTiles.tsx'
import { search } from '#web/windows/directory/queries.ts'
import { type Kind, posts } from '#web/windows/search/queries.ts'
import { FeedList } from '#web/windows/timeline/FeedList.tsx'
import { Pages } from '#web/windows/timeline/Pages.tsx'

type OneKindProps = { kind: Kind; q: string; empty: ReactNode }

export function OneKind({ kind, q, empty }: OneKindProps) {
  const rest = { waiting: kind === 'performers' ? <PerformerTilesWaiting /> : <CoverGridWaiting dense={kind === 'products'} />, empty }
  if (kind === 'feeds') {
    return (
      <div className="max-w-[600px]">
        <FeedList query={(after) => posts(q, after)} empty={empty} />
      </div>
    )
  }
  return (
    <div className="mt-2 grid grid-cols-[minmax(0,1fr)] gap-2 md:gap-4">
      {kind === 'performers' && (
        <Pages {...rest} query={(after) => search({ q, sortBy: 'latest' }, after)} draw={(people) => <PerformerTiles people={people} />} />
      )}
      {kind === 'videos' && (
        <Pages {...rest} query={(after) => videosListed({ q }, after)} draw={(videos) => <VideoTiles videos={videos} />} />
      )}
      {kind === 'galleries' && (
        <Pages {...rest} query={(after) => galleriesListed({ q }, after)} draw={(galleries) => <GalleryTiles galleries={galleries} />} />
      )}
      {kind === 'products' && (
        <Pages {...rest} query={(after) => productsListed({ q }, after)} draw={(products) => <ProductTiles products={products} />} />
      )}
    </div>
  )
}
