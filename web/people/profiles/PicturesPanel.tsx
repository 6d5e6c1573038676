import { Camera } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from '#web/app/say.ts'
import type { OwnProfile } from '#contract/windows/me.ts'
import { useAct } from '#web/app/act.ts'
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
          className="absolute end-3 bottom-3"
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
  const [chosen, setChosen] = useState<string>()
  const [percent, setPercent] = useState<number>()
  // Either way what stands on the server is the truth again.
  const settle = () => {
    setChosen(undefined)
    setPercent(undefined)
  }
  useEffect(() => () => (chosen ? URL.revokeObjectURL(chosen) : undefined), [chosen])
  const { act: send, problem: error } = useAct(
    (api, _once, file: File) => {
      setChosen(URL.createObjectURL(file))
      setPercent(0)
      const options = { onProgress: (fraction: number) => setPercent(fraction * 100) }
      return kind === 'avatar' ? api.profiles.uploadPerformerAvatar({ file }, options) : api.profiles.uploadCover({ file }, options)
    },
    { refreshes: ['me.performer', 'me.user'], noIn: 'screen', done: settle, refused: settle },
  )
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
