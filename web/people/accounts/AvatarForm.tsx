import { Camera } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from '#web/app/say.ts'
import { mutate } from 'swr'
import { useAct } from '#web/app/act.ts'
import { meKey, useMember } from '#web/app/session.tsx'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Progress } from '#web/ui/Progress.tsx'

const largestBytes = 20 * 1024 * 1024

/** One's face: chosen, shown at once as the round it will be, sent with progress. */
export function AvatarForm() {
  const { t } = useTranslation()
  const me = useMember()
  const picker = useRef<HTMLInputElement>(null)
  const [preview, setPreview] = useState<string>()
  const [percent, setPercent] = useState<number>()
  const [isLarge, setLarge] = useState(false)

  const { act, problem, forgive } = useAct(
    async (api, _once, file: File) => {
      const local = URL.createObjectURL(file)
      setPreview(local)
      setPercent(0)
      const upload = me.isPerformer ? api.profiles.uploadPerformerAvatar : api.profiles.uploadAvatar
      const going = upload({ file }, { onProgress: (fraction) => setPercent(Math.round(fraction * 100)) })
      await going
        .then(() => mutate(meKey))
        .finally(() => {
          setPreview(undefined)
          setPercent(undefined)
          URL.revokeObjectURL(local)
        })
    },
    { noIn: 'screen', said: () => t('mysettings.avatar.done') },
  )
  const send = async (file: File) => {
    forgive()
    setLarge(file.size > largestBytes)
    if (file.size <= largestBytes) await act(file)
  }
  const why = isLarge ? t('mysettings.avatar.large') : problem
  return (
    <div className="flex items-center gap-4 pb-5">
      <Avatar src={preview ?? me.avatar ?? null} name={me.name} size={88} />
      <div className="grid min-w-0 flex-1 justify-items-start gap-1.5">
        <input
          ref={picker}
          type="file"
          accept="image/jpeg,image/png,image/webp,image/heic,image/heif"
          className="sr-only"
          tabIndex={-1}
          aria-label={t('mysettings.avatar')}
          onChange={(event) => {
            const file = event.target.files?.[0]
            event.target.value = ''
            if (file) void send(file)
          }}
        />
        <Button
          rank="second"
          size="sm"
          icon={<Camera className="size-4" />}
          loading={percent !== undefined}
          onClick={() => picker.current?.click()}
        >
          {t('mysettings.avatar')}
        </Button>
        {percent !== undefined && (
          <div className="w-40">
            <Progress percent={percent} label={t('mysettings.avatar.sending')} />
          </div>
        )}
        {why ? (
          <p role="alert" className="text-13 text-onair">
            {why}
          </p>
        ) : (
          <p className="text-13 text-muted">{t('mysettings.avatar.hint')}</p>
        )}
      </div>
    </div>
  )
}
