import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from '#web/app/say.ts'
import { type LoaderFunctionArgs, useLoaderData, useNavigate } from 'react-router'
import type { Video } from '#contract/catalogue/videos.ts'
import type { OwnProfile } from '#contract/windows/me.ts'
import { bootOf } from '#web/app/api.ts'
import { requirePerformer } from '#web/app/guard.ts'
import { load } from '#web/app/query.ts'
import { useNow } from '#web/app/session.tsx'
import { outcomeOf } from '#web/catalogue/works/studio/outcome.ts'
import { seedChosen } from '#web/catalogue/works/studio/chosen.ts'
import { WorkEdit } from '#web/catalogue/works/studio/WorkEdit.tsx'
import { WorkState } from '#web/catalogue/works/studio/WorkState.tsx'
import { ownOne } from '#web/catalogue/videos/queries.ts'
import { videos } from '#web/catalogue/videos/studio/kind.ts'
import { draftFrom, emptyDraft, type WorkDraft } from '#web/catalogue/works/studio/work-draft.ts'
import { VideoForm } from '#web/catalogue/videos/studio/VideoForm.tsx'
import { clear, isOnItsWay, itemsFrom, itemsOf, seed } from '#web/media/uploads/uploads.ts'
import { ownProfile } from '#web/people/profiles/queries.ts'
import { useToast } from '#web/ui/Toast.tsx'

export const handle = { auth: true }

/** What is being written outlives its page as its uploads do, until it is sent or the tab is closed. */
const begun = new Map<string, WorkDraft>()

/** `/creator/videos/new` begins one. */
export async function loader(args: LoaderFunctionArgs) {
  requirePerformer(args)
  const id = args.params['videoId'] ?? 'new'
  if (id !== 'new' && !/^[0-9a-f-]{36}$/.test(id)) throw new Response('', { status: 404 })
  const [video, profile] = await Promise.all([id === 'new' ? undefined : load(args, ownOne(id)), load(args, ownProfile)])
  return { video, profile, timeZone: bootOf(args).timeZone }
}

export function Component() {
  const { video, profile, timeZone } = useLoaderData<typeof loader>()
  // Another video is another form.
  return <Edit key={video?._id ?? 'new'} video={video} profile={profile} timeZone={timeZone} />
}

type EditProps = { video: Video | undefined; profile: OwnProfile; timeZone: string }

function Edit({ video, profile, timeZone }: EditProps) {
  const { t } = useTranslation()
  const now = useNow()
  const toast = useToast()
  const navigate = useNavigate()
  const list = `video:${video?._id ?? 'new'}`
  const [draft, setDraft] = useState(() => begun.get(list) ?? (video ? draftFrom(video, timeZone) : emptyDraft))
  useFiles(list, video)
  const forget = () => {
    begun.delete(list)
    for (const part of ['video', 'teaser', 'thumbnail']) clear(`${list}:${part}`)
  }
  const onSent = (sent: Video) => {
    const isProcessing = itemsOf(`${list}:video`).some(({ state }) => state === 'processing')
    forget()
    const isNew = video === undefined || video.status === 'inactive'
    if (isNew && sent.status !== 'inactive') return void navigate(`/creator/videos/${sent._id}/published`)
    const outcome = outcomeOf(sent, Date.now(), isProcessing)
    toast.show(t(outcome === 'shown' ? 'shell.saved' : `videoStudio.sent.${outcome}`))
    void navigate('/creator/videos')
  }
  return (
    <WorkEdit
      kind={videos}
      title={t(video ? 'videoStudio.edit' : 'videoStudio.new')}
      work={video}
      look={{ label: t('videoStudio.look'), to: `/videos/${video?.slug}` }}
      onForget={forget}
    >
      <VideoForm
        list={list}
        draft={draft}
        onDraft={(next) => {
          begun.set(list, next)
          setDraft(next)
        }}
        profile={profile}
        before={video}
        note={video && <WorkState work={video} now={now} />}
        onSent={onSent}
      />
    </WorkEdit>
  )
}

/** The video's files come into its lists once; what was changed here and is still going up stays. */
function useFiles(list: string, video: Video | undefined): void {
  const begin = useEffectEvent(() => {
    if (!video || begun.has(list) || itemsOf(`${list}:video`).some(isOnItsWay)) return
    seed(`${list}:video`, itemsFrom(video.files))
    seedChosen(list, video)
  })
  useEffect(() => begin(), [list])
}
