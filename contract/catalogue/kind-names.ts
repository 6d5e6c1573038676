// Every kind of work by its names. This, items.ts and rows-of-works.ts beside it are what both sides know of a kind; what it does is in
// server/catalogue/kinds, how it looks in web/catalogue/kinds. The browser reads this one: no schemas here.

/** By the name that is stored and travels. */
export const kindNames = {
  feed: { plural: 'feeds', path: 'posts', total: 'totalFeeds', media: 'fileIds', preview: 'thumbnailId' },
  video: { plural: 'videos', path: 'videos', total: 'totalVideos', media: 'fileId', preview: 'thumbnailId' },
  gallery: { plural: 'galleries', path: 'galleries', total: 'totalGalleries', media: 'fileIds', preview: 'thumbnailId' },
  product: { plural: 'products', path: 'products', total: 'totalProducts', media: 'digitalFileId', preview: 'imageId', isOrdered: true },
} as const satisfies Readonly<Record<string, Names>>

interface Names {
  /** Its lists, where lists of all kinds travel together. */
  plural: string
  /** Its own page stands under /<path>/, and its creator's under /creator/<path>. */
  path: string
  /** How many a creator shows, on their profile. */
  total: `total${string}`
  /** The fields of its calls that name what a right opens, and the picture that needs none. */
  media: string
  preview: string
  /** Goods: they are ordered and delivered, not unlocked, and who may see them sees all of their page. */
  isOrdered?: true
}

export const isOrdered = (kind: StoredKind): boolean => isListed(kind) && 'isOrdered' in kindNames[kind]

export type WorkKind = keyof typeof kindNames
/**
 * Works too, with receipt, right and takedown like all, but in no list of works: what performers send in messages, whose page is the conversation, and
 * streams, which the stage lists while they are live or announced.
 */
export const unlistedKinds = ['message', 'stream'] as const
export type StoredKind = WorkKind | (typeof unlistedKinds)[number]

export const isListed = (kind: StoredKind): kind is WorkKind => Object.hasOwn(kindNames, kind)

/** The page of a work; undefined of what was sent in a message. */
export function pageOf({ kind, slug, id }: { kind: StoredKind; slug: string | null; id: string }): string | undefined {
  if (kind === 'message') return undefined
  return kind === 'stream' ? `/live/${id}` : `/${kindNames[kind].path}/${slug ?? id}`
}

export type Total<Kind extends WorkKind = WorkKind> = (typeof kindNames)[Kind]['total']
export type Plural<Kind extends WorkKind = WorkKind> = (typeof kindNames)[Kind]['plural']

/** In the order in which they are listed. */
export const workKinds = Object.keys(kindNames) as WorkKind[]

// The compiler cannot follow one kind through a table of all of them: who makes such a table says its type, and what is made of each kind alike.

/** Something of each kind, by its name. */
export function byKind<Of extends Record<WorkKind, unknown>>(make: (kind: WorkKind) => unknown): Of {
  return Object.fromEntries(workKinds.map((kind) => [kind, make(kind)])) as Of
}

/** The same by the name of its lists, and by that of its total. */
export const byPlural = <Of extends Record<Plural, unknown>>(make: (kind: WorkKind) => unknown): Of => byName<Of>('plural', make)
export const byTotal = <Of extends Record<Total, unknown>>(make: (kind: WorkKind) => unknown): Of => byName<Of>('total', make)

function byName<Of>(name: 'plural' | 'total', make: (kind: WorkKind) => unknown): Of {
  return Object.fromEntries(workKinds.map((kind) => [kindNames[kind][name], make(kind)])) as Of
}
