import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { useResumes } from '#web/catalogue/works/unlock/resuming.ts'
import { load, useQuery } from '#web/app/query.ts'
import { useMe, useSettings } from '#web/app/session.tsx'
import { MainFrame } from '#web/app/shell/MainFrame.tsx'
import { CommentsBelow } from '#web/catalogue/comments/CommentsBelow.tsx'
import { FeedCard } from '#web/catalogue/feeds/FeedCard.tsx'
import { picturesOf } from '#web/catalogue/feeds/pictures.ts'
import { PostPageViewer } from '#web/catalogue/feeds/PostPageViewer.tsx'
import { one } from '#web/catalogue/feeds/queries.ts'
import { PageTitle } from '#web/ui/layout/PageTitle.tsx'

export const handle = { inClosedCountry: true }

const id = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

export async function loader(args: LoaderFunctionArgs) {
  const postId = args.params['postId'] ?? ''
  if (!id.test(postId)) throw new Response('', { status: 404 })
  return load(args, one(postId))
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
      tint={feed.cover?.tint}
      top={{ title: t('post.title') }}
      up={{ to: `/${feed.performer.username}`, label: feed.performer.name }}
    >
      <title>{`${feed.title || t('post.by', { name: feed.performer.name })} · ${siteName}`}</title>
      <PageTitle>{t('post.by', { name: feed.performer.name })}</PageTitle>
      <FeedCard key={feed._id} feed={feed} priority onOpenPicture={open} resumeUnlock={resumes && me !== null} onChange={setShown} />
      <div className="mt-2 md:mt-4">
        <CommentsBelow target={{ objectId: feed._id, objectType: 'feed' }} total={feed.totalComment} of={feed.performer} />
      </div>
      <PostPageViewer pictures={pictures} place={place} pressed={pressed} onClose={() => setPlace(undefined)} />
    </MainFrame>
  )
}
