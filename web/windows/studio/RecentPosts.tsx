import { ImagePlus } from 'lucide-react'
import { useTranslation } from '#web/app/say.ts'
import { Link } from 'react-router'
import type { Feed } from '#contract/catalogue/feeds.ts'
import { WorkPrice } from '#web/catalogue/works/studio/WorkPrice.tsx'
import { WorkState, WorkTime } from '#web/catalogue/works/studio/WorkState.tsx'
import { WorkCover } from '#web/catalogue/works/studio/WorkCover.tsx'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { writeCount } from '#web/ui/numbers.ts'
import { Panel } from '#web/ui/Panel.tsx'
import { useSpeech } from '#web/ui/UiWords.tsx'

/** The newest posts at a glance; to work with them one goes to the whole table. */
export function RecentPosts({ posts, now }: { posts: { data: Feed[]; total: number }; now: number }) {
  const { t } = useTranslation()
  const { locale } = useSpeech()
  return (
    <Panel
      flush
      title={t('studio.recent')}
      action={
        posts.total > 0 && (
          <Link to="/creator/posts" className="touch num relative hover:underline">
            {t('studio.allPosts', { count: posts.total })}
          </Link>
        )
      }
    >
      {posts.data.length === 0 ? (
        <EmptyState
          look="bare"
          icon={ImagePlus}
          action={
            <Button rank="second" size="sm" to="/creator/publish">
              {t('shell.studio.publish')}
            </Button>
          }
        >
          {t('studio.recent.none')}
        </EmptyState>
      ) : (
        <table className="mt-1 w-full text-14 max-md:block">
          <thead className="max-md:sr-only">
            <tr className="text-start text-13 text-muted [&>th]:h-9 [&>th]:px-2 [&>th]:font-normal">
              <th className="ps-5!">{t('studio.post')}</th>
              <th className="whitespace-nowrap">{t('studio.watch')}</th>
              <th className="text-end whitespace-nowrap">{t('studio.views')}</th>
              <th className="text-end whitespace-nowrap">{t('studio.likes')}</th>
              <th className="pe-5!">{t('studio.state')}</th>
            </tr>
          </thead>
          <tbody className="max-md:block">
            {posts.data.map((post) => (
              <tr
                key={post._id}
                className="border-t border-line max-md:flex max-md:items-center max-md:justify-between max-md:gap-3 max-md:px-4 [&>td]:px-2 [&>td]:py-2.5 max-md:[&>td]:px-0"
              >
                <td className="max-w-0 w-full ps-5! max-md:max-w-none max-md:min-w-0 max-md:flex-1 max-md:ps-0!">
                  <span className="flex items-center gap-3">
                    <WorkCover url={post.cover?.url} />
                    <span className="min-w-0">
                      <Link to={`/creator/posts/${post._id}`} className="line-clamp-1 font-semibold hover:underline">
                        {post.title || t('studio.untitled')}
                      </Link>
                      <span className="num block truncate text-13 text-muted">
                        <WorkTime work={post} now={now} />
                        <span className="md:hidden">
                          {' · '}
                          <WorkPrice work={post} />
                        </span>
                      </span>
                    </span>
                  </span>
                </td>
                <td className="max-md:hidden">
                  <WorkPrice work={post} />
                </td>
                <td className="num text-end whitespace-nowrap max-md:hidden">
                  {post.totalViews > 0 && writeCount(post.totalViews, locale)}
                </td>
                <td className="num text-end whitespace-nowrap max-md:hidden">{post.totalLike > 0 && writeCount(post.totalLike, locale)}</td>
                <td className="pe-5! max-md:flex-none max-md:pe-0!">
                  <WorkState work={post} now={now} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Panel>
  )
}
