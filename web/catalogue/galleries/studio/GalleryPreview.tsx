import { useTranslation } from '#web/app/say.ts'
import type { OwnProfile } from '#contract/windows/me.ts'
import { useActWords } from '#web/catalogue/works/studio/act-words.ts'
import { coverOf } from '#web/catalogue/galleries/studio/PhotosSection.tsx'
import type { GalleryDraft } from '#web/catalogue/galleries/studio/draft.ts'
import type { MediaItem } from '#web/media/uploads/uploads.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { LockedMedia } from '#web/ui/LockedMedia.tsx'
import { MediaFrame } from '#web/ui/MediaFrame.tsx'

type GalleryPreviewProps = { draft: GalleryDraft; photos: readonly MediaItem[]; thumbnail: MediaItem | undefined; profile: OwnProfile }

/** What someone meets who neither follows nor pays: the words whole, the photos blurred, one act. The act is only shown. */
export function GalleryPreview({ draft, photos, thumbnail, profile }: GalleryPreviewProps) {
  const { t } = useTranslation()
  const shown = photos.filter(({ fileId, state }) => state !== 'failed' && !draft.said[fileId ?? '']?.isHidden)
  const coverId = coverOf(photos, draft)
  const cover = shown.find(({ fileId }) => fileId !== undefined && fileId === coverId) ?? shown[0]
  const act = useActWords(draft, profile)
  const action = (
    <Button inert tabIndex={-1}>
      {act}
    </Button>
  )
  const preview = draft.isSale === 'free' ? undefined : thumbnail
  return (
    <section aria-label={t('composer.preview')}>
      <p className="mb-2 text-14 text-muted max-md:px-4">{t('composer.preview')}</p>
      <Card className="overflow-hidden">
        <div className="grid gap-3 p-4">
          <p className="line-clamp-2 text-18 font-semibold">
            {draft.title.trim() || <span className="font-normal text-muted">{t('galleryStudio.preview.title')}</span>}
          </p>
          <div className="flex items-center gap-2 text-14">
            <Avatar src={profile.avatar} name={profile.name} size={28} />
            {profile.name}
          </div>
          {draft.description.trim() && <p className="line-clamp-3 text-14 whitespace-pre-line">{draft.description.trim()}</p>}
        </div>
        {preview?.picture ? (
          <MediaFrame pictures={[{ id: preview.id, url: preview.picture, width: preview.width, height: preview.height }]}>
            <div className="absolute inset-x-0 bottom-0 grid justify-items-center bg-linear-to-t from-media-pool p-4 pt-12">{action}</div>
          </MediaFrame>
        ) : (
          cover && (
            <LockedMedia
              preview={cover.blur ?? cover.picture}
              width={cover.width}
              height={cover.height}
              what={t('composer.inside', { count: shown.length })}
              action={action}
            />
          )
        )}
      </Card>
    </section>
  )
}
