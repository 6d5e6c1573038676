import { Camera } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OwnProfile } from '#contract/windows/me.ts'
import { sentenceOf } from '#web/app/api.ts'
import { refresh } from '#web/app/query.ts'
import { useApi } from '#web/app/session.tsx'
import { accepts } from '#web/media/uploads/purposes.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { Progress } from '#web/ui/Progress.tsx'

type Kind = 'avatar' | 'cover'

/** Face and cover as the page shows them. Each is sent as soon as it is chosen, and shown at once. */
export function PicturesPanel({ profile }: { profile: OwnProfile }) {
  const { t } = useTranslation()
  const avatar = usePicture('avatar')
  const cover = usePicture('cover')
  const coverUrl = cover.chosen ?? profile.cover
  const error = avatar.error ?? cover.error
  const going = [avatar, cover].find(({ percent }) => percent !== undefined)
  return (
    <Panel title={t('creatorAccount.pictures')}>
      <div className="relative">
        <div className="h-36 overflow-hidden rounded-tile bg-well md:h-44">
          {coverUrl && <img src={coverUrl} alt="" className="size-full object-cover" />}
        </div>
        <Pick
          label={t(coverUrl ? 'creatorAccount.cover.change' : 'creatorAccount.cover.add')}
          onPick={cover.send}
          className="absolute right-3 bottom-3"
        />
      </div>
      <div className="relative -mt-10 flex items-end gap-3 px-4">
        <span className="rounded-full bg-surface p-1">
          <Avatar src={avatar.chosen ?? profile.avatar} name={profile.name} size={88} />
        </span>
        <Pick
          look="plain"
          label={t(profile.avatar ? 'creatorAccount.avatar.change' : 'creatorAccount.avatar.add')}
          onPick={avatar.send}
          className="mb-1"
        />
      </div>
      <div aria-live="polite" className="mt-3 text-13 text-muted">
        {error ? (
          <p role="alert" className="text-onair">
            {error}
          </p>
        ) : going ? (
          <Progress percent={going.percent ?? 0} label={t('creatorAccount.sending')} />
        ) : (
          <p>{t('creatorAccount.pictures.hint')}</p>
        )}
      </div>
    </Panel>
  )
}

function usePicture(kind: Kind) {
  const { t } = useTranslation()
  const api = useApi()
  const [chosen, setChosen] = useState<string>()
  const [percent, setPercent] = useState<number>()
  const [error, setError] = useState<string>()
  useEffect(() => () => (chosen ? URL.revokeObjectURL(chosen) : undefined), [chosen])
  const send = async (file: File) => {
    setError(undefined)
    setChosen(URL.createObjectURL(file))
    setPercent(0)
    try {
      const options = { onProgress: (fraction: number) => setPercent(fraction * 100) }
      await (kind === 'avatar' ? api.profiles.uploadPerformerAvatar({ file }, options) : api.profiles.uploadCover({ file }, options))
      await refresh('me.performer', 'me.user')
    } catch (failure) {
      setError(sentenceOf(failure, t('shell.tryLater')))
    }
    // Either way what stands on the server is the truth again.
    setChosen(undefined)
    setPercent(undefined)
  }
  return { chosen, percent, error, send: (file: File) => void send(file) }
}

type PickProps = { label: string; onPick: (file: File) => void; look?: 'media' | 'plain'; className?: string }

function Pick({ label, onPick, look = 'media', className }: PickProps) {
  const ground = look === 'media' ? 'bg-media-chip text-on-media' : 'ring-1 ring-inset ring-line-strong hover:bg-hover'
  return (
    <label
      className={`inline-flex min-h-10 cursor-pointer items-center gap-2 rounded-full px-4 text-14 font-semibold transition-colors has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-link ${ground} ${className ?? ''}`}
    >
      <Camera aria-hidden="true" className="size-4" />
      {label}
      <input
        type="file"
        accept={accepts.photo}
        className="sr-only"
        onChange={(event) => {
          const file = event.target.files?.[0]
          if (file) onPick(file)
          event.target.value = ''
        }}
      />
    </label>
  )
}
