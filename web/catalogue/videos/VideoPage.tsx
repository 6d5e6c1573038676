import { useState } from 'react'
import { useTranslation } from '#web/app/say.ts'
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import type { Video } from '#contract/catalogue/videos.ts'
import { loadBeside, useQuery } from '#web/app/query.ts'
import { useMe, useNow, useSettings } from '#web/app/session.tsx'
import { MainFrame } from '#web/app/shell/MainFrame.tsx'
import { CommentsBelow } from '#web/catalogue/comments/CommentsBelow.tsx'
import { listed, video as asked } from '#web/catalogue/videos/queries.ts'
import { VideoActs } from '#web/catalogue/videos/VideoActs.tsx'
import { VideoStage } from '#web/catalogue/videos/VideoStage.tsx'
import { VideoTiles } from '#web/catalogue/videos/VideoTiles.tsx'
import { isTalkClosed } from '#web/catalogue/works/lock.ts'
import { loadWork } from '#web/catalogue/works/coming.ts'
import { useResumes } from '#web/catalogue/works/unlock/resuming.ts'
import { wholeId } from '#web/catalogue/works/short-id.ts'
import { FollowButton } from '#web/people/follows/FollowButton.tsx'
import { Avatar } from '#web/ui/Avatar.tsx'
import { ClampText } from '#web/ui/ClampText.tsx'
import { Name } from '#web/ui/Name.tsx'
import { writeCount } from '#web/ui/numbers.ts'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { useSpeech } from '#web/ui/UiWords.tsx'
import { Tags } from '#web/catalogue/works/Tags.tsx'

export const handle = { inClosedCountry: true, isExplicit: true }

export { shouldRevalidate } from '#web/catalogue/works/unlock/resuming.ts'

export async function loader(args: LoaderFunctionArgs) {
  const id = wholeId(args.params['videoId'] ?? '')
  const video = await loadWork(args, 'video', id, asked(id))
  const more = await loadBeside(args, listed({ performerId: video.performerId, excludedId: video._id }, { offset: 0 }, 6))
  return { id, video, more }
}

/** One video on its stage, with what belongs to it, what people say, and what else its creator shows. */
export function Component() {
  const { t } = useTranslation()
  const { siteName } = useSettings()
  const { locale } = useSpeech()
  const now = useNow()
  const me = useMe()
  const { id, video: loaded, more } = useLoaderData<typeof loader>()
  const { data: fresh = loaded, mutate } = useQuery(asked(id), loaded)
  const [patched, patch] = useState<Partial<Video>>({})
  const resumes = useResumes()
  const video = { ...fresh, ...patched }
  const { performer } = video
  const put = (next: Video) => {
    patch({})
    void mutate(next, { revalidate: false })
  }
  return (
    <MainFrame
      place="explore"
      wide
      tint={video.cover?.tint}
      top={{ title: t('video.title') }}
      up={{ to: '/videos', label: t('video.title') }}
    >
      <title>{`${video.title} · ${performer.name} · ${siteName}`}</title>
      <meta name="description" content={video.description.slice(0, 160)} />
      <VideoStage
        key={video._id}
        video={video}
        resume={resumes}
        onChange={put}
        onViews={(totalViews) => patch({ ...patched, totalViews })}
      />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-8 lg:grid-cols-[minmax(0,1fr)_288px]">
        <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-4">
          <header className="grid gap-2 max-md:px-4 max-md:pt-3 md:pt-4">
            <h1 dir="auto" className="stage-name text-20 leading-[1.3]! text-balance md:text-24">
              {video.title}
            </h1>
            <p className="num text-14 text-muted">
              {video.totalViews > 0 && `${t('video.views', { count: video.totalViews, views: writeCount(video.totalViews, locale) })} · `}
              <RelativeTime at={video.createdAt} now={now} />
            </p>
          </header>
          <div className="flex flex-wrap items-center gap-3 max-md:px-4">
            <Avatar src={performer.avatar} name={performer.name} to={`/${performer.username}`} />
            <div className="min-w-0 flex-1">
              <Name verified={performer.isVerified} to={`/${performer.username}`}>
                {performer.name}
              </Name>
              <p className="truncate text-13 text-muted">@{performer.username}</p>
            </div>
            {me?.performerId !== performer._id && <FollowButton performer={performer} followed={video.isFollowed} />}
          </div>
          <VideoActs video={video} onChange={(next) => patch({ ...patched, ...next })} />
          <About video={video} />
          <CommentsBelow
            target={{ objectId: video._id, objectType: 'video' }}
            total={video.totalComment}
            of={video.performer}
            isClosed={isTalkClosed(video, me)}
            onChange={() => void mutate()}
          />
        </div>
        {more.data.length > 0 && (
          <aside aria-labelledby="more-videos" className="pb-6">
            <h2 id="more-videos" className="mb-3 text-16 max-md:px-4 lg:pt-4">
              {t('video.more', { name: performer.name })}
            </h2>
            <VideoTiles videos={more.data} byOne column />
          </aside>
        )}
      </div>
    </MainFrame>
  )
}

function About({ video: { description, tags, participants } }: { video: Video }) {
  const { t } = useTranslation()
  if (!description && tags.length === 0 && participants.length === 0) return null
  return (
    <section aria-label={t('video.description')} className="grid gap-3 max-md:px-4">
      {description && <ClampText className="text-15 leading-relaxed! whitespace-pre-line">{description}</ClampText>}
      {participants.length > 0 && (
        <p className="flex flex-wrap items-center gap-x-3 gap-y-2 text-14">
          <span className="text-muted">{t('video.with')}</span>
          {participants.map((each) => (
            <Link key={each._id} to={`/${each.username}`} className="touch relative inline-flex items-center gap-2 hover:underline">
              <Avatar src={each.avatar} name={each.name} size={24} />
              {each.name}
            </Link>
          ))}
        </p>
      )}
      <Tags tags={tags} to={(tag) => `/videos?${new URLSearchParams({ tag })}`} />
    </section>
  )
}
