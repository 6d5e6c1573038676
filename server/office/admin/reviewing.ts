// Works of every kind as staff look at them.
import type { ReviewedWork } from '#contract/office/admin.ts'
import * as feeds from '#server/catalogue/feeds/feeds.ts'
import * as galleries from '#server/catalogue/galleries/galleries.ts'
import * as shop from '#server/catalogue/shop/shop.ts'
import * as showing from '#server/catalogue/showing/showing.ts'
import * as videos from '#server/catalogue/videos/videos.ts'
import * as works from '#server/catalogue/works/works.ts'
import type { Db } from '#server/platform/db/db.ts'
import type { Viewer } from '#server/platform/http/viewer.ts'

interface Asked {
  status?: 'waiting' | 'active' | 'rejected' | undefined
  limit: number
  offset: number
}

/** By where their review stands, whole, and with the reason of a refusal. */
export async function worksByStatus(db: Db, viewer: Viewer, { status = 'waiting', ...paging }: Asked) {
  const { ids, total } = await (status === 'waiting' ? works.waiting(db, paging) : works.reviewed(db, status, paging))
  const found = await works.find(db, ids)
  const list = ids.flatMap((id) => found.get(id) ?? [])
  const [shown, texts] = await Promise.all([showing.present(db, { viewer }, list), textsOf(db, list)])
  const data = shown.map(({ work, common }): ReviewedWork => {
    const { kind, id, slug, reason } = work
    return { ...common, kind, text: texts.get(id) ?? '', path: pathOf(kind, slug ?? id), ...(reason && { rejectionReason: reason }) }
  })
  return { data, total }
}

const pages = { feed: 'posts', gallery: 'galleries', video: 'videos', product: 'products' } as const

function pathOf(kind: works.Kind, name: string): string {
  return `/${pages[kind]}/${name}`
}

/** What each says of itself, whole; the kinds know. */
async function textsOf(db: Db, list: readonly works.Work[]): Promise<Map<string, string>> {
  const kinds = { feed: feeds, gallery: galleries, video: videos, product: shop }
  const asked = Object.entries(kinds).map(async ([kind, { textsOf: said }]) => {
    const ids = list.filter((work) => work.kind === kind).map(({ id }) => id)
    return ids.length > 0 ? said(db, ids) : new Map<string, string>()
  })
  return new Map((await Promise.all(asked)).flatMap((texts) => [...texts]))
}
