import type { MediaFile } from '#contract/media/file.ts'
import { useTranslation } from '#web/app/say.ts'
import { AudioPlayer } from '#web/media/player/AudioPlayer.tsx'
import { VideoPlayer } from '#web/media/player/VideoPlayer.tsx'
import { Button } from '#web/ui/Button.tsx'

type WholeFileProps = { file: MediaFile; title: string; alt: string; eager: boolean }

/** A file as staff look at it: a picture whole and none of it cut, films and sound to play. */
export function WholeFile({ file, title, alt, eager }: WholeFileProps) {
  const { t } = useTranslation()
  if (!file.url) return <p className="p-6 text-14 text-muted">{t('office.works.noPicture')}</p>
  if (file.type === 'video') return <VideoPlayer file={file} title={title} />
  if (file.type === 'audio') return <AudioPlayer file={file} title={title} />
  if (file.type === 'download') {
    return (
      <p className="flex flex-wrap items-center justify-between gap-3 p-6 text-14">
        {file.name}
        <Button rank="second" size="sm" onClick={() => window.location.assign(file.url ?? '')}>
          {t('office.works.download')}
        </Button>
      </p>
    )
  }
  return (
    <img
      src={file.url}
      width={file.width}
      height={file.height}
      loading={eager ? 'eager' : 'lazy'}
      alt={alt}
      className="mx-auto h-auto max-h-[78dvh] w-auto max-w-full object-contain"
    />
  )
}
