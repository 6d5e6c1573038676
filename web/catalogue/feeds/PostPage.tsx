import { Suspense, useRef, useState } from 'react'
import { useTranslation } from '#web/app/say.ts'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import type { Feed } from '#contract/catalogue/feeds.ts'
import { loadWork } from '#web/catalogue/works/coming.ts'
import { useResumes } from '#web/catalogue/works/unlock/resuming.ts'
import { useQuery } from '#web/app/query.ts'
import { wholeId } from '#web/catalogue/works/short-id.ts'
import { useMe, useSettings } from '#web/app/session.tsx'
import { MainFrame } from '#web/app/shell/MainFrame.tsx'
import { CommentsBelow } from '#web/catalogue/comments/CommentsBelow.tsx'
import { FeedCard } from '#web/catalogue/feeds/FeedCard.tsx'
import { picturesOf } from '#web/catalogue/feeds/pictures.ts'
import { PostPageViewer } from '#web/catalogue/feeds/PostPageViewer.tsx'
import { one } from '#web/catalogue/feeds/queries.ts'
import { isTalkClosed } from '#web/catalogue/works/lock.ts'
import { PageTitle } from '#web/ui/layout/PageTitle.tsx'
import { lazy } from '#web/ui/network.ts'

// It comes after the work itself.
const OtherPosts = lazy(() => import('#web/catalogue/feeds/OtherPosts.tsx').then((file) => ({ default: file.OtherPosts })))

export const handle = { inClosedCountry: true, isExplicit: true }

const id = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

export async function loader(args: LoaderFunctionArgs) {
  const postId = wholeId(args.params['postId'] ?? '')
  if (!id.test(postId)) throw new Response('', { status: 404 })
  return loadWork(args, 'feed', postId, one(postId))
}

export { shouldRevalidate } from '#web/catalogue/works/unlock/resuming.ts'

/** One post whole. Its pictures open large; back from topping up, its purchase is finished here. */
export function Component() {
  const { t } = useTranslation()
  const { siteName } = useSettings()
  const me = useMe()
  const loaded = useLoaderData<typeof loader>()
  const { data: feed = loaded } = useQuery(one(loaded._id), loaded)
  const [shown, setShown] = useState(feed)
  const [place, setPlace] = useState<number>()
  const pressed = useRef<HTMLElement>(null)
  const open = (at: number) => {
    pressed.current = document.activeElement instanceof HTMLElement ? document.activeElement : null
    setPlace(at)
  }
  const resumes = useResumes()
  const pictures = picturesOf(shown._id === feed._id && shown.canView ? shown : feed, (place) =>
    t('post.picture', { name: feed.performer.name, place }),
  )
  return (
    <MainFrame
      place="none"
      wide
      tint={feed.cover?.tint}
      top={{ title: t('post.title') }}
      up={{ to: `/${feed.performer.username}`, label: feed.performer.name }}
    >
      <title>{`${feed.title || t('post.by', { name: feed.performer.name })} · ${siteName}`}</title>
      <Title feed={feed} />
      <div className="grid grid-cols-[minmax(0,1fr)] lg:grid-cols-[minmax(0,600px)_minmax(0,320px)] lg:gap-8">
        <div className="min-w-0 md:max-w-[600px]">
          <FeedCard key={feed._id} feed={feed} priority onOpenPicture={open} resumeUnlock={resumes && me !== null} onChange={setShown} />
          <div className="mt-2 md:mt-4">
            <CommentsBelow
              target={{ objectId: feed._id, objectType: 'feed' }}
              total={feed.totalComment}
              of={feed.performer}
              isClosed={isTalkClosed(feed, me) && isTalkClosed(shown, me)}
            />
          </div>
        </div>
        <Suspense fallback={null}>
          <OtherPosts feed={feed} />
        </Suspense>
      </div>
      <PostPageViewer pictures={pictures} place={place} pressed={pressed} onClose={() => setPlace(undefined)} />
    </MainFrame>
  )
}

/** The name that its creator gave it, in the voice of names. Where it is but the beginning of its words, the card below says it already. */
function Title({ feed: { tagline, title, performer } }: { feed: Feed }) {
  const { t } = useTranslation()
  if (!tagline) return <h1 className="sr-only">{title || t('post.by', { name: performer.name })}</h1>
  return (
    <PageTitle onPhone="shown">
      <span className="stage-name text-pretty">{tagline}</span>
    </PageTitle>
  )
}
