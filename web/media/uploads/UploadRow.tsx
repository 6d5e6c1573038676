import { FileAudio, FileDown, Film, Image, Pause, Play, RotateCw, X } from 'lucide-react'
import { useTranslation } from '#web/app/say.ts'
import { type MediaItem, pause, remove, retry } from '#web/media/uploads/uploads.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Progress } from '#web/ui/Progress.tsx'

const icons = { photo: Image, thumbnail: Image, video: Film, teaser: Film, audio: FileAudio, download: FileDown }

/** One file on its way: what it is, how far it is, and to pause, go on, try again or stop. */
export function UploadRow({ list, item, onRemove }: { list: string; item: MediaItem; onRemove?: (() => void) | undefined }) {
  const { t } = useTranslation()
  const Icon = icons[item.purpose]
  const name = item.name || t('uploads.unnamed')
  const percent = Math.floor(item.percent)
  const failed = item.failure ? t(`uploads.failure.${item.failure}`) : (item.error ?? t('uploads.state.failed'))
  return (
    <div className="flex min-h-14 items-center gap-3">
      <span className="grid size-11 flex-none place-items-center overflow-hidden rounded-tile bg-well text-muted">
        {item.picture ? <img src={item.picture} alt="" className="size-full object-cover" /> : <Icon aria-hidden="true" />}
      </span>
      <div className="min-w-0 flex-1">
        <p className="truncate text-14">{name}</p>
        {item.state === 'failed' ? (
          <p role="alert" className="text-13 text-onair">
            {failed}
          </p>
        ) : (
          <p className="num text-13 text-muted">{t(`uploads.state.${item.state}`, { percent })}</p>
        )}
        {(item.state === 'sending' || item.state === 'paused' || item.state === 'processing') && (
          <div className="mt-1">
            <Progress percent={percent} label={name} />
          </div>
        )}
      </div>
      <div className="flex flex-none">
        {item.inPieces && item.state === 'sending' && (
          <IconButton label={t('uploads.pause', { name })} onClick={() => pause(list, item.id)}>
            <Pause />
          </IconButton>
        )}
        {item.state === 'paused' && (
          <IconButton label={t('uploads.resume', { name })} onClick={() => retry(list, item.id)}>
            <Play />
          </IconButton>
        )}
        {item.state === 'failed' && !item.failure && !item.fileId && (
          <IconButton label={t('uploads.retry', { name })} onClick={() => retry(list, item.id)}>
            <RotateCw />
          </IconButton>
        )}
        <IconButton label={t('uploads.cancel', { name })} onClick={onRemove ?? (() => remove(list, item.id))}>
          <X />
        </IconButton>
      </div>
    </div>
  )
}
