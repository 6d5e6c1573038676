import { Clapperboard } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { useTranslation } from '#web/app/say.ts'
import type { OwnProfile } from '#contract/windows/me.ts'
import { useAct } from '#web/app/act.ts'
import { query, useQuery } from '#web/app/query.ts'
import { accepts } from '#web/media/uploads/purposes.ts'
import { Button } from '#web/ui/Button.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { Progress } from '#web/ui/Progress.tsx'
import { Select } from '#web/ui/Select.tsx'

const refreshes = ['me.performer', 'directory.performer', 'videos.own'] as const

/** The video that greets visitors: sent as soon as it is chosen, and shown once it may be. */
export function WelcomePanel({ video }: { video: OwnProfile['welcomeVideo'] }) {
  const { t } = useTranslation()
  const [percent, setPercent] = useState<number>()
  const over = () => setPercent(undefined)
  const send = useAct(
    (api, _once, file: File) => {
      setPercent(0)
      return api.videos.uploadWelcome({ file }, { onProgress: (fraction: number) => setPercent(fraction * 100) })
    },
    { refreshes, noIn: 'screen', done: over, refused: over },
  )
  const choose = useAct((api, _once, videoId: string) => api.videos.chooseWelcome({ videoId }), { refreshes, noIn: 'screen' })
  const remove = useAct((api, _once, _before: string) => api.videos.chooseWelcome({ videoId: null }), {
    refreshes,
    said: (_answer, before) => ({ text: t('creatorAccount.welcomeVideo.removed'), undo: () => void choose.act(before) }),
  })
  const { data: videos } = useQuery(query('videos.own', { status: 'active', limit: 100 }))
  const free = videos?.data.filter(({ isSale, _id }) => isSale === 'free' && _id !== video?._id) ?? []
  const problem = send.problem ?? choose.problem
  return (
    <Panel title={t('creatorAccount.welcomeVideo')}>
      <div className="grid gap-3">
        {video && (
          <Link to={`/creator/videos/${video._id}`} className="flex items-center gap-3 rounded-tile">
            <span className="grid aspect-video w-28 flex-none place-items-center overflow-hidden rounded-tile bg-well">
              {video.cover ? (
                <img src={video.cover.url} alt="" className="size-full object-cover" />
              ) : (
                <Clapperboard aria-hidden="true" className="size-6 text-muted" />
              )}
            </span>
            <span className="min-w-0 flex-1">
              <span className="block truncate text-15 font-semibold">{video.title}</span>
              <span className="block text-13 text-muted">{t(`creatorAccount.welcomeVideo.${standingOf(video)}`)}</span>
            </span>
          </Link>
        )}
        <p className="text-13 text-muted">{t('creatorAccount.welcomeVideo.hint')}</p>
        <div aria-live="polite" className="empty:hidden">
          {percent !== undefined && <Progress percent={percent} label={t('creatorAccount.sending')} />}
          {problem && (
            <p role="alert" className="text-13 text-onair">
              {problem}
            </p>
          )}
        </div>
        <div className="flex flex-wrap items-center gap-2">
          <label className="inline-flex min-h-10 cursor-pointer items-center gap-2 rounded-full px-4 text-14 font-semibold ring-1 ring-line-strong transition-colors ring-inset hover:bg-hover has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-link">
            <Clapperboard aria-hidden="true" className="size-4" />
            {t(video ? 'creatorAccount.welcomeVideo.change' : 'creatorAccount.welcomeVideo.add')}
            <input
              type="file"
              accept={accepts.video}
              disabled={send.busy}
              className="sr-only"
              onChange={(event) => {
                const file = event.target.files?.[0]
                if (file) void send.act(file)
                event.target.value = ''
              }}
            />
          </label>
          {video && (
            <Button rank="text" size="sm" loading={remove.busy} onClick={() => void remove.act(video._id)}>
              {t('creatorAccount.welcomeVideo.remove')}
            </Button>
          )}
        </div>
        {free.length > 0 && (
          <Select
            label={t('creatorAccount.welcomeVideo.choose')}
            placeholder={t('creatorAccount.welcomeVideo.choose.placeholder')}
            options={free.map(({ _id, title }) => ({ value: _id, label: title }))}
            disabled={choose.busy}
            onChange={(videoId) => void choose.act(videoId)}
          />
        )}
      </div>
    </Panel>
  )
}

function standingOf({ status, isSale, progress }: NonNullable<OwnProfile['welcomeVideo']>): 'shown' | 'processing' | 'waiting' | 'hidden' {
  if (progress !== undefined) return 'processing'
  if (status === 'pending_review') return 'waiting'
  return status === 'active' && isSale === 'free' ? 'shown' : 'hidden'
}
