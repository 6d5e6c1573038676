import { useTranslation } from '#web/app/say.ts'
import type { Feed } from '#contract/catalogue/feeds.ts'
import { useQuery } from '#web/app/query.ts'
import { FeedTiles } from '#web/catalogue/feeds/FeedTiles.tsx'
import { ofPerformer } from '#web/catalogue/feeds/queries.ts'

const most = 6

/** Beside one post: others of the same hand. */
export function OtherPosts({ feed }: { feed: Feed }) {
  const { t } = useTranslation()
  const { data } = useQuery(ofPerformer(feed.performer.username, false, { offset: 0 }))
  const others = data?.data.filter(({ _id }) => _id !== feed._id).slice(0, most) ?? []
  if (others.length === 0) return null
  return (
    <section className="max-lg:mt-6 lg:sticky lg:top-5 lg:self-start" aria-labelledby="other-posts">
      <h2 id="other-posts" className="mb-3 text-16 font-semibold max-md:px-4">
        {t('post.others', { name: feed.performer.name })}
      </h2>
      <FeedTiles feeds={others} beside />
    </section>
  )
}
