import { useTranslation } from '#web/app/say.ts'
import type { OwnProfile } from '#contract/windows/me.ts'
import type { Draft } from '#web/catalogue/feeds/compose/draft.ts'
import { useActWords } from '#web/catalogue/works/studio/act-words.ts'
import type { Files } from '#web/catalogue/feeds/compose/lists.ts'
import { writeTime } from '#web/media/player/times.ts'
import { Button } from '#web/ui/Button.tsx'
import { LockedMedia } from '#web/ui/LockedMedia.tsx'
import { MediaFrame } from '#web/ui/MediaFrame.tsx'
import { WorkCard } from '#web/ui/WorkCard.tsx'

type StrangerPreviewProps = { draft: Draft; files: Files; profile: OwnProfile }

/** The card of someone who neither follows nor pays: the words whole, the photos blurred, one act. The act is only shown. */
export function StrangerPreview({ draft, files, profile }: StrangerPreviewProps) {
  const { t } = useTranslation()
  const [first] = files.media
  const thumbnail = draft.isSale === 'free' && draft.kind === 'photo' ? undefined : files.thumbnail
  const length = first?.duration === undefined ? '' : ` ${writeTime(first.duration)}`
  const act = useActWords(draft, profile)
  const action = (
    <Button inert tabIndex={-1}>
      {act}
    </Button>
  )
  const media = !first ? null : thumbnail?.picture ? (
    <MediaFrame pictures={[{ id: thumbnail.id, url: thumbnail.picture, width: thumbnail.width, height: thumbnail.height }]}>
      <div className="absolute inset-x-0 bottom-0 grid justify-items-center bg-linear-to-t from-media-pool p-4 pt-12">{action}</div>
    </MediaFrame>
  ) : (
    <LockedMedia
      preview={first.blur ?? first.picture}
      width={first.width}
      height={first.height}
      what={draft.kind === 'photo' ? t('composer.inside', { count: files.media.length }) : `${t(`composer.${draft.kind}`)}${length}`}
      action={action}
    />
  )
  return (
    <section aria-label={t('composer.preview')}>
      <p className="mb-2 text-14 text-muted max-md:px-4">{t('composer.preview')}</p>
      <WorkCard
        creator={{
          name: profile.name,
          handle: profile.username,
          avatar: profile.avatar,
          verified: profile.kycStatus === 'approved',
          to: `/${profile.username}`,
        }}
        time={t('composer.now')}
        text={draft.text.trim() || <span className="text-muted">{t('composer.preview.empty')}</span>}
        media={media}
        likes={{ count: 0, liked: false }}
      />
    </section>
  )
}
