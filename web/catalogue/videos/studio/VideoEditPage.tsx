import { ExternalLink, Trash2 } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type LoaderFunctionArgs, useLoaderData, useNavigate } from 'react-router'
import type { Video } from '#contract/catalogue/videos.ts'
import type { OwnProfile } from '#contract/windows/me.ts'
import { bootOf } from '#web/app/api.ts'
import { requirePerformer } from '#web/app/guard.ts'
import { load } from '#web/app/query.ts'
import { useNow, useSettings } from '#web/app/session.tsx'
import { StudioShell } from '#web/app/shell/StudioShell.tsx'
import { chosenTeaser } from '#web/catalogue/feeds/compose/draft.ts'
import { clearAll } from '#web/catalogue/feeds/compose/lists.ts'
import { WorkState } from '#web/catalogue/works/studio/WorkState.tsx'
import { ownOne } from '#web/catalogue/videos/queries.ts'
import { DeleteWorks } from '#web/catalogue/works/studio/DeleteWorks.tsx'
import { videos } from '#web/catalogue/works/studio/kinds.ts'
import { draftFrom, emptyDraft, type VideoDraft } from '#web/catalogue/videos/studio/video-draft.ts'
import { VideoForm } from '#web/catalogue/videos/studio/VideoForm.tsx'
import { isOnItsWay, itemsFrom, itemsOf, seed } from '#web/media/uploads/uploads.ts'
import { ownProfile } from '#web/people/profiles/queries.ts'
import { Button } from '#web/ui/Button.tsx'
import { RefusedState } from '#web/ui/RefusedState.tsx'
import { useToast } from '#web/ui/Toast.tsx'

export const handle = { auth: true }

/** What is being written outlives its page as its uploads do, until it is sent or the tab is closed. */
const begun = new Map<string, VideoDraft>()

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
  const { siteName } = useSettings()
  const now = useNow()
  const toast = useToast()
  const navigate = useNavigate()
  const list = `video:${video?._id ?? 'new'}`
  const [draft, setDraft] = useState(() => begun.get(list) ?? (video ? draftFrom(video, timeZone) : emptyDraft))
  const [deleting, setDeleting] = useState(false)
  useFiles(list, video)
  const forget = () => {
    begun.delete(list)
    clearAll(list)
  }
  const onSent = (sent: Video) => {
    const isProcessing = itemsOf(`${list}:video`).some(({ state }) => state === 'processing')
    forget()
    const look = { action: { label: t('videoStudio.look'), onPress: () => void navigate(`/videos/${sent.slug}`) } }
    const outcome = outcomeOf(sent, Date.now(), isProcessing)
    toast.show(t(`videoStudio.sent.${outcome}`), outcome === 'shown' ? look : {})
    void navigate('/creator/videos')
  }
  const title = t(video ? 'videoStudio.edit' : 'videoStudio.new')
  return (
    <StudioShell place="videos" title={title}>
      <title>{`${title} · ${siteName}`}</title>
      {video?.rejectionReason && (
        <RefusedState look="inline" className="mb-4 max-md:m-4" what={t('composer.rejected')} why={video.rejectionReason} />
      )}
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
      {video && (
        <>
          <div className="mt-6 flex flex-wrap gap-2 max-md:px-4">
            <Button rank="second" size="sm" icon={<ExternalLink className="size-4" />} to={`/videos/${video.slug}`}>
              {t('videoStudio.look')}
            </Button>
            <Button rank="second" size="sm" icon={<Trash2 className="size-4" />} onClick={() => setDeleting(true)}>
              {t('studio.delete')}
            </Button>
          </div>
          <DeleteWorks
            kind={videos}
            ids={deleting ? [video._id] : []}
            onClose={() => setDeleting(false)}
            onDeleted={() => {
              forget()
              void navigate('/creator/videos')
            }}
          />
        </>
      )}
    </StudioShell>
  )
}

/** What became of it: the key of the sentence that says so honestly. */
function outcomeOf(video: Video, now: number, isProcessing: boolean): 'kept' | 'waits' | 'review' | 'scheduled' | 'shown' {
  if (video.status === 'inactive') return isProcessing ? 'waits' : 'kept'
  if (video.status === 'pending_review') return 'review'
  return video.scheduledAt && Date.parse(video.scheduledAt) > now ? 'scheduled' : 'shown'
}

/** The video's files come into its lists once; what was changed here and is still going up stays. */
function useFiles(list: string, video: Video | undefined): void {
  const begin = useEffectEvent(() => {
    if (!video || begun.has(list) || itemsOf(`${list}:video`).some(isOnItsWay)) return
    const before = { id: 'before', name: '', state: 'ready', percent: 100 } as const
    const teaser = chosenTeaser(video)
    seed(`${list}:video`, itemsFrom(video.files))
    seed(`${list}:teaser`, teaser ? [{ ...before, purpose: 'teaser', picture: teaser.thumbnails[0]?.url, duration: teaser.duration }] : [])
    seed(`${list}:thumbnail`, video.thumbnail ? [{ ...before, purpose: 'thumbnail', picture: video.thumbnail.url }] : [])
  })
  useEffect(() => begin(), [list])
}
