// What each kind of work looks like as it travels.
import type { Static, TSchema } from 'typebox'
import { Feed } from '#contract/catalogue/feeds.ts'
import { Gallery } from '#contract/catalogue/galleries.ts'
import type { WorkKind } from '#contract/catalogue/kind-names.ts'
import { Product } from '#contract/catalogue/shop.ts'
import { Video } from '#contract/catalogue/videos.ts'

export const items = { feed: Feed, video: Video, gallery: Gallery, product: Product } as const satisfies Readonly<Record<WorkKind, TSchema>>
export type ItemOf<Kind extends WorkKind> = Static<(typeof items)[Kind]>
