import { type ReactNode, useRef } from 'react'
import { useTranslation } from '#web/app/say.ts'
import type { Video } from '#contract/catalogue/videos.ts'
import type { OwnProfile } from '#contract/windows/me.ts'
import { useBoot, useSettings } from '#web/app/session.tsx'
import { AudienceSection } from '#web/catalogue/works/studio/AudienceSection.tsx'
import { ClipSection } from '#web/catalogue/works/studio/ClipSection.tsx'
import { MoreSection } from '#web/catalogue/works/studio/MoreSection.tsx'
import { bodyOf, type VideoField, wrongs } from '#web/catalogue/videos/studio/video-draft.ts'
import { useSaving } from '#web/catalogue/works/studio/saving.ts'
import type { WorkDraft } from '#web/catalogue/works/studio/work-draft.ts'
import { videos } from '#web/catalogue/videos/studio/kind.ts'
import { TimesSection } from '#web/catalogue/works/studio/TimesSection.tsx'
import { TitleFields } from '#web/catalogue/works/studio/TitleFields.tsx'
import { WorkForm } from '#web/catalogue/works/studio/WorkForm.tsx'
import { VideoPreview } from '#web/catalogue/videos/studio/VideoPreview.tsx'
import { useUploads } from '#web/media/uploads/uploads.ts'
import { FormSection } from '#web/ui/FormCard.tsx'

type VideoFormProps = {
  /** The name of its uploads: they outlive the page. */
  list: string
  draft: WorkDraft
  onDraft: (draft: WorkDraft) => void
  profile: OwnProfile
  before?: Video | undefined
  note?: ReactNode
  onSent: (video: Video) => void
}

/** Publishing a video. The film goes up meanwhile; the right side shows what a stranger will see. */
export function VideoForm({ list, draft, onDraft, profile, before, note, onSent }: VideoFormProps) {
  const { t } = useTranslation()
  const settings = useSettings()
  const { timeZone } = useBoot()
  const form = useRef<HTMLFormElement>(null)
  const files = {
    video: useUploads(`${list}:video`)[0],
    teaser: useUploads(`${list}:teaser`)[0],
    thumbnail: useUploads(`${list}:thumbnail`)[0],
  }
  const checks = () => ({ files, settings, timeZone, now: Date.now(), before })
  const { errors, busy, changed, save } = useSaving<Video, VideoField>({
    form,
    wrongs: (status) => wrongs(draft, status, checks()),
    send: (api, status) => {
      const body = bodyOf(draft, status, checks())
      return before ? api.videos.update({ id: before._id, ...body }) : api.videos.upload(body)
    },
    lists: ['videos.own', 'videos.ownOne', 'videos.one'],
    names: { codes: { prohibited_term: 'title' }, fields: { fileIds: 'video', fileId: 'video' } },
    onSent,
  })
  const isSold = (before?.totalSold ?? 0) > 0
  const change = (part: Partial<WorkDraft>) => {
    onDraft({ ...draft, ...part })
    changed(Object.keys(part))
  }
  return (
    <WorkForm
      form={form}
      title={t(before ? 'videoStudio.edit' : 'videoStudio.new')}
      before={before}
      isScheduled={draft.scheduledAt !== ''}
      busy={busy}
      onSave={save}
      note={note}
      side={<VideoPreview draft={draft} files={files} profile={profile} />}
    >
      <ClipSection
        list={list}
        kind="video"
        error={errors.video}
        teaserError={errors.teaserId}
        locked={isSold ? t('videoStudio.soldFilm') : undefined}
      />
      <FormSection title={t('videoStudio.about')}>
        <div className="grid gap-5">
          <TitleFields kind={videos} rows={4} draft={draft} onChange={change} errors={errors} />
        </div>
      </FormSection>
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
