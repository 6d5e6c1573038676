// What the house says and puts forward, told by staff through the same doors as the office.
import type { Tx } from '#server/platform/db/db.ts'
import * as pages from '#server/site/pages/pages.ts'
import * as promos from '#server/windows/promos/promos.ts'
import type { Cast } from '#database/town/build/cast.ts'
import type { Chapter } from '#database/town/build/one-transaction.ts'
import { promotion, said } from '#database/town/news.ts'

export function newsChapters({ staffId }: Cast, filesOf: ReadonlyMap<string, readonly string[]>): Chapter[] {
  const by = { by: staffId, ip: '127.0.0.1' }
  const [fileId = null] = filesOf.get(promotion.key) ?? []
  return [
    ...said.map(({ type, slug, places, texts, hoursAgo }) => ({
      hoursAgo,
      async happen(tx: Tx) {
        const published = (text: { title: string; content: string }) => ({ ...text, isPublished: true })
        const written = { 'zh-TW': published(texts['zh-TW']), 'en-US': published(texts['en-US']) }
        await pages.create(tx, { type, slug, position: 0, places, texts: written }, by)
      },
    })),
    {
      hoursAgo: promotion.hoursAgo,
      async happen(tx: Tx) {
        const { texts, link } = promotion
        const shown = { place: 'home', audience: 'everyone', isFitForAll: true, isActive: true } as const
        await promos.create(tx, { type: 'image', ...shown, texts, link, fileId, position: 0, startsAt: null, endsAt: null }, by)
      },
    },
  ]
}
