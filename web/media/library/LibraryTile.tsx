import { AudioLines, FileDown, Film, Image } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from '#web/app/say.ts'
import type { LibraryFile } from '#contract/media/uploads.ts'
import { writeTime } from '#web/media/player/times.ts'
import { cx } from '#web/ui/cx.ts'
import { MediaChip } from '#web/ui/MediaChip.tsx'

const icons = { photo: Image, thumbnail: Image, video: Film, teaser: Film, audio: AudioLines, download: FileDown }

/** A file's face: its picture, or what it is; its length, or how far the server is with it. */
export function LibraryTile({ file, children, chosen = false }: { file: LibraryFile; children?: ReactNode; chosen?: boolean }) {
  const { t } = useTranslation()
  const Icon = icons[file.purpose]
  const isPicture = file.purpose === 'photo' || file.purpose === 'thumbnail'
  const picture = file.thumbnails[0]?.url ?? (isPicture ? file.url : undefined) ?? file.blurUrl
  const isWorking = file.status === 'created' || file.status === 'processing'
  return (
    <div
      className={cx(
        'relative aspect-square overflow-hidden rounded-tile bg-well',
        chosen && 'outline-3 outline-offset-[-3px] outline-link',
      )}
    >
      {picture ? (
        <img src={picture} alt="" loading="lazy" decoding="async" className="size-full object-cover" />
      ) : (
        <span className="grid size-full place-items-center text-muted">
          <Icon aria-hidden="true" className="size-8" />
        </span>
      )}
      {isWorking && <MediaChip className="absolute bottom-2 start-2">{t('library.processing', { percent: file.progress })}</MediaChip>}
      {file.status === 'error' && <MediaChip className="absolute bottom-2 start-2">{t('library.state.error')}</MediaChip>}
      {file.status === 'finished' && file.duration !== undefined && (
        <MediaChip className="absolute bottom-2 start-2">{writeTime(file.duration)}</MediaChip>
      )}
      {children}
    </div>
  )
}
