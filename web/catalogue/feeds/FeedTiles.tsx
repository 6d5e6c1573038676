import { useTranslation } from '#web/app/say.ts'
import type { Feed } from '#contract/catalogue/feeds.ts'
import { useAmounts } from '#web/app/amounts.ts'
import { useMe } from '#web/app/session.tsx'
import { tileOf } from '#web/catalogue/feeds/pictures.ts'
import { lockOf } from '#web/catalogue/works/lock.ts'
import { TileGrid } from '#web/ui/TileGrid.tsx'

/** Posts as a grid of pictures; a locked one says what it takes. */
export function FeedTiles({ feeds, beside = false }: { feeds: Feed[]; beside?: boolean }) {
  const { t } = useTranslation()
  const { number } = useAmounts()
  const me = useMe()
  const needs = (feed: Feed) => <span className="whitespace-nowrap">{wordsFor(feed)}</span>
  const wordsFor = (feed: Feed) => {
    const lock = lockOf(feed, me)
    if (feed.isSale === 'ppv') return t('unlock.tokens', { count: feed.price, amount: number(feed.price) })
    return t(`profile.needs.${lock === 'birth-date' ? 'age' : feed.isSale}`)
  }
  return <TileGrid beside={beside} label={t('profile.photos')} tiles={feeds.map((feed) => tileOf(feed, needs))} />
}
