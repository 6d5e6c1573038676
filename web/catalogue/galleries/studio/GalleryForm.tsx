import { type ReactNode, useRef } from 'react'
import { useTranslation } from '#web/app/say.ts'
import type { Gallery } from '#contract/catalogue/galleries.ts'
import type { OwnProfile } from '#contract/windows/me.ts'
import { useBoot, useSettings } from '#web/app/session.tsx'
import { useAddPhotos } from '#web/catalogue/works/studio/add-photos.ts'
import { AudienceSection } from '#web/catalogue/works/studio/AudienceSection.tsx'
import { bodyOf, type GalleryDraft, type GalleryField, wrongs } from '#web/catalogue/galleries/studio/draft.ts'
import { GalleryPreview } from '#web/catalogue/galleries/studio/GalleryPreview.tsx'
import { MoreSection } from '#web/catalogue/works/studio/MoreSection.tsx'
import { mostPhotos, PhotosSection } from '#web/catalogue/galleries/studio/PhotosSection.tsx'
import { send } from '#web/catalogue/galleries/studio/sending.ts'
import { useSaving } from '#web/catalogue/works/studio/saving.ts'
import { galleries } from '#web/catalogue/galleries/studio/kind.ts'
import { TimesSection } from '#web/catalogue/works/studio/TimesSection.tsx'
import { TitleFields } from '#web/catalogue/works/studio/TitleFields.tsx'
import { WorkForm } from '#web/catalogue/works/studio/WorkForm.tsx'
import { useUploads } from '#web/media/uploads/uploads.ts'
import { FormSection } from '#web/ui/FormCard.tsx'

type GalleryFormProps = {
  /** The name of its uploads: they outlive the page. */
  list: string
  draft: GalleryDraft
  onDraft: (draft: GalleryDraft) => void
  profile: OwnProfile
  before?: Gallery | undefined
  note?: ReactNode
  onSent: (gallery: Gallery) => void
}

/** Putting a gallery together. Photos go up meanwhile; the right side shows what a stranger will see. */
export function GalleryForm({ list, draft, onDraft, profile, before, note, onSent }: GalleryFormProps) {
  const { t } = useTranslation()
  const form = useRef<HTMLFormElement>(null)
  const photos = useUploads(list)
  const thumbnail = useUploads(`${list}:thumbnail`)[0]
  const settings = useSettings()
  const { timeZone } = useBoot()
  const checks = () => ({ photos, settings, timeZone, now: Date.now(), before })
  const { errors, busy, changed, save } = useSaving<Gallery, GalleryField>({
    form,
    wrongs: (status) => wrongs(draft, status, checks()),
    send: (api, status) => send(api, { draft, body: bodyOf(draft, status, checks(), thumbnail), before }),
    lists: ['galleries.own', 'galleries.ownOne', 'galleries.one'],
    names: { codes: { prohibited_term: 'title' }, fields: { photoIds: 'fileIds' } },
    onSent,
  })
  const add = useAddPhotos({ list, photos, most: mostPhotos, words: 'galleryStudio' })
  const isSold = (before?.totalSold ?? 0) > 0
  const change = (part: Partial<GalleryDraft>) => {
    onDraft({ ...draft, ...part })
    changed(Object.keys(part))
  }
  return (
    <WorkForm
      form={form}
      title={t(before ? 'galleryStudio.edit' : 'galleryStudio.new')}
      before={before}
      isScheduled={draft.scheduledAt !== ''}
      busy={busy}
      onSave={save}
      note={note}
      side={<GalleryPreview draft={draft} photos={photos} thumbnail={thumbnail} profile={profile} />}
    >
      <FormSection title={t('galleryStudio.about')}>
        <div className="grid gap-4">
          <TitleFields kind={galleries} rows={3} draft={draft} onChange={change} errors={errors} />
        </div>
      </FormSection>
      <PhotosSection
        list={list}
        photos={photos}
        draft={draft}
        onChange={change}
        onAdd={(files) => {
          add(files)
          changed(['fileIds'])
        }}
        error={errors.fileIds}
        sold={isSold ? soldFiles(before) : nobody}
      />
      <AudienceSection
        draft={draft}
        onChange={change}
        errors={errors}
        commission={profile.commission}
        priceCap={isSold ? before?.price : undefined}
        before={before}
      />
      <TimesSection draft={draft} onChange={change} errors={errors} />
      <MoreSection
        words="titled"
        draft={draft}
        onChange={change}
        errors={errors}
        list={list}
        selfId={profile._id}
        hasPreview={draft.isSale !== 'free'}
      />
    </WorkForm>
  )
}

const nobody: ReadonlySet<string> = new Set()

/** What buyers hold the gallery to: what was shown when they bought it. */
function soldFiles(before: Gallery | undefined): ReadonlySet<string> {
  return new Set((before?.photos ?? []).flatMap(({ status, file }) => (status === 'active' ? [file._id] : [])))
}
