import { useTranslation } from '#web/app/say.ts'
import type { OwnProfile } from '#contract/windows/me.ts'
import { useActWords } from '#web/catalogue/works/studio/act-words.ts'
import type { Files } from '#web/catalogue/videos/studio/video-draft.ts'
import type { WorkDraft } from '#web/catalogue/works/studio/work-draft.ts'
import { writeTime } from '#web/media/player/times.ts'
import { Card } from '#web/ui/Card.tsx'
import { CoverTile } from '#web/ui/CoverTile.tsx'

/** What someone meets who neither follows nor pays: the video among others, with what it takes to open it. */
export function VideoPreview({ draft, files, profile }: { draft: WorkDraft; files: Files; profile: OwnProfile }) {
  const { t } = useTranslation()
  const needs = useActWords(draft, profile)
  const shown = files.thumbnail?.picture ?? files.teaser?.picture
  return (
    <section aria-label={t('composer.preview')} inert>
      <p className="mb-2 text-14 text-muted max-md:px-4">{t('composer.preview')}</p>
      <Card className="p-4">
        <CoverTile
          to="#"
          title={draft.title.trim() || <span className="font-normal text-muted">{t('videoStudio.preview.title')}</span>}
          picture={shown ?? (draft.isSale === 'free' ? files.video?.picture : (files.video?.blur ?? files.video?.picture))}
          isBlurred={shown === undefined && draft.isSale !== 'free'}
          locked={draft.isSale === 'free' ? undefined : needs}
          chip={files.video?.duration !== undefined && <span className="num">{writeTime(files.video.duration)}</span>}
          note={profile.name}
        />
        {draft.description.trim() && <p className="mt-3 line-clamp-4 text-14 whitespace-pre-line">{draft.description.trim()}</p>}
      </Card>
    </section>
  )
}
