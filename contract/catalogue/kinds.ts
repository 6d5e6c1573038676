// What each kind of work looks like as it travels.
import Type, { type Static, type TOptional, type TSchema } from 'typebox'
import { Feed } from '#contract/catalogue/feeds.ts'
import { Gallery } from '#contract/catalogue/galleries.ts'
import { byKind, type WorkKind as Kind } from '#contract/catalogue/kind-names.ts'
import { Product } from '#contract/catalogue/shop.ts'
import { Video } from '#contract/catalogue/videos.ts'
import { WorkKind } from '#contract/catalogue/work.ts'

export const items = { feed: Feed, gallery: Gallery, video: Video, product: Product } as const satisfies Readonly<Record<Kind, TSchema>>
export type ItemOf<K extends Kind> = Static<(typeof items)[K]>

/** A work of any kind: `kind` says which of them is there. */
export const AnyWork = Type.Object({
  kind: WorkKind,
  ...byKind<{ [K in Kind]: TOptional<(typeof items)[K]> }>((kind) => Type.Optional(items[kind])),
})
