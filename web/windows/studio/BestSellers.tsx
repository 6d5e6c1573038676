import { useTranslation } from '#web/app/say.ts'
import { Link } from 'react-router'
import type { Feed } from '#contract/catalogue/feeds.ts'
import { WorkCover } from '#web/catalogue/works/studio/WorkCover.tsx'
import { exact } from '#web/app/amounts.ts'
import { useSettings } from '#web/app/session.tsx'
import type { Seller } from '#web/money/earnings/days.ts'
import { Money } from '#web/ui/Money.tsx'
import { Panel } from '#web/ui/Panel.tsx'

/** What brought most this month. Sales carry a title only, so a post that was renamed since stands without its picture. */
export function BestSellers({ sellers, posts }: { sellers: Seller[]; posts: Feed[] }) {
  const { t } = useTranslation()
  const { currency, tokenConversionRate } = useSettings()
  return (
    <Panel title={t('studio.best')}>
      {sellers.length === 0 ? (
        <p className="py-3 text-14 text-muted">{t('studio.best.none')}</p>
      ) : (
        <ol>
          {sellers.map((seller) => {
            const post = posts.find(({ title }) => title === seller.title)
            return (
              <li key={seller.title} className="flex items-center gap-3 border-t border-line py-2.5 first:border-t-0">
                <WorkCover url={post?.cover?.url} />
                <span className="min-w-0 flex-1">
                  {post ? (
                    <Link to={`/posts/${post._id}`} className="line-clamp-1 text-14 font-semibold hover:underline">
                      {seller.title}
                    </Link>
                  ) : (
                    <span className="line-clamp-1 text-14 font-semibold">{seller.title}</span>
                  )}
                  <span className="num block text-13 text-muted">{t('studio.unlocks', { count: seller.count })}</span>
                </span>
                <Money value={exact(seller.net * tokenConversionRate)} currency={currency} className="stage-figure text-16" />
              </li>
            )
          })}
        </ol>
      )}
    </Panel>
  )
}
