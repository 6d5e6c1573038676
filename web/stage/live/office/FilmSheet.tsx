import { useState } from 'react'
import { useTranslation } from '#web/app/say.ts'
import type { Film } from '#web/stage/live/office/queries.ts'
import { Sheet } from '#web/ui/Sheet.tsx'

/** A sealed film, looked at where it stands: its bytes come in parts, and nobody keeps them. */
export function FilmSheet({ title, film: { url, mediaType }, onClose }: { title: string; film: Film; onClose: () => void }) {
  const { t } = useTranslation()
  const [isBroken, setBroken] = useState(false)
  return (
    <Sheet width="full" open onOpenChange={(open) => !open && onClose()} title={title} lead={t('officeReports.recordings.logged')}>
      {isBroken ? (
        <p role="alert" className="rounded-control bg-well px-4 py-3 text-14">
          {t('officeReports.recordings.broken')}
        </p>
      ) : (
        // oxlint-disable-next-line jsx-a11y/media-has-caption -- what was said in a show nobody wrote down
        <video
          controls
          autoPlay
          playsInline
          controlsList="nodownload"
          aria-label={title}
          className="max-h-[70dvh] w-full rounded-control bg-black"
          onError={() => setBroken(true)}
        >
          <source src={url} type={mediaType} onError={() => setBroken(true)} />
        </video>
      )}
    </Sheet>
  )
}
