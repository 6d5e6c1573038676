import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Video } from '#contract/catalogue/videos.ts'
import type { OwnProfile } from '#contract/windows/me.ts'
import { sentenceOf } from '#web/app/api.ts'
import { refresh } from '#web/app/query.ts'
import { useApi, useBoot, useSettings } from '#web/app/session.tsx'
import { AudiencePanel } from '#web/catalogue/feeds/compose/AudiencePanel.tsx'
import { ClipPanel } from '#web/catalogue/feeds/compose/ClipPanel.tsx'
import { MorePanel } from '#web/catalogue/works/studio/MorePanel.tsx'
import { errorsFrom } from '#web/catalogue/galleries/studio/sending.ts'
import { bodyOf, type VideoDraft, type VideoErrors, wrongs } from '#web/catalogue/videos/studio/video-draft.ts'
import { VideoPreview } from '#web/catalogue/videos/studio/VideoPreview.tsx'
import { useUploads } from '#web/media/uploads/uploads.ts'
import { Button } from '#web/ui/Button.tsx'
import { Columns } from '#web/ui/layout/Columns.tsx'
import { PageTitle } from '#web/ui/layout/PageTitle.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { useToast } from '#web/ui/Toast.tsx'

type VideoFormProps = {
  /** The name of its uploads: they outlive the page. */
  list: string
  draft: VideoDraft
  onDraft: (draft: VideoDraft) => void
  profile: OwnProfile
  before?: Video | undefined
  note?: ReactNode
  onSent: (video: Video) => void
}

/** Publishing a video. The film goes up meanwhile; the right side shows what a stranger will see. */
export function VideoForm({ list, draft, onDraft, profile, before, note, onSent }: VideoFormProps) {
  const { t } = useTranslation()
  const api = useApi()
  const toast = useToast()
  const settings = useSettings()
  const { timeZone } = useBoot()
  const form = useRef<HTMLFormElement>(null)
  const files = {
    video: useUploads(`${list}:video`)[0],
    teaser: useUploads(`${list}:teaser`)[0],
    thumbnail: useUploads(`${list}:thumbnail`)[0],
  }
  const [errors, setErrors] = useState<VideoErrors>({})
  const [busy, setBusy] = useState<'active' | 'inactive'>()
  const isPublished = before !== undefined && before.status !== 'inactive'
  const isSold = (before?.totalSold ?? 0) > 0

  // Words go to the field that they are about, and so does the eye.
  const [look, setLook] = useState(0)
  useEffect(() => {
    if (look > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-error]')?.focus()
  }, [look])
  const tell = (found: VideoErrors) => {
    setErrors(found)
    setLook((count) => count + 1)
  }
  const change = (part: Partial<VideoDraft>) => {
    onDraft({ ...draft, ...part })
    setErrors(Object.fromEntries(Object.entries(errors).filter(([field]) => !(field in part))))
  }
  const save = async (status: 'active' | 'inactive') => {
    if (busy) return
    const checks = { files, settings, timeZone, now: Date.now(), before }
    const found = Object.entries(wrongs(draft, status, checks))
    if (found.length > 0) return tell(Object.fromEntries(found.map(([field, { key, facts }]) => [field, t(key, facts ?? {})])))
    setErrors({})
    setBusy(status)
    try {
      const body = bodyOf(draft, status, checks)
      const video = before ? await api.videos.update({ id: before._id, ...body }) : await api.videos.upload(body)
      await refresh('videos.own', 'videos.ownOne', 'videos.one')
      setBusy(undefined)
      onSent(video)
    } catch (error) {
      setBusy(undefined)
      const { fileIds, ...fields } = errorsFrom(error) ?? {}
      const said = { ...fields, ...(fileIds && { video: fileIds }) }
      if (Object.keys(said).length > 0) tell(said)
      else toast.show(sentenceOf(error, t('shell.tryLater')), { failed: true })
    }
  }
  const act = isPublished ? 'composer.save' : draft.scheduledAt ? 'composer.scheduleIt' : 'composer.publish'
  return (
    <form
      ref={form}
      noValidate
      aria-busy={busy !== undefined}
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        void save('active')
      }}
    >
      <PageTitle
        aside={
          <>
            <span className="num text-13 max-lg:hidden">{note}</span>
            {!isPublished && (
              <Button rank="second" className="max-md:my-2" loading={busy === 'inactive'} onClick={() => void save('inactive')}>
                {t('composer.keepDraft')}
              </Button>
            )}
            {/* Beside the rail's blue button it takes the second rank. */}
            <Button type="submit" className="max-md:my-2" rank="inverse" loading={busy === 'active'}>
              {t(act)}
            </Button>
          </>
        }
      >
        {t(before ? 'videoStudio.edit' : 'videoStudio.new')}
      </PageTitle>
      <Columns side={<VideoPreview draft={draft} files={files} profile={profile} />}>
        <ClipPanel
          list={list}
          kind="video"
          error={errors.video}
          teaserError={errors.teaserId}
          locked={isSold ? t('videoStudio.soldFilm') : undefined}
        />
        <Panel title={t('videoStudio.about')}>
          <div className="grid gap-5">
            <TextField
              label={t('videoStudio.field.title')}
              placeholder={t('videoStudio.field.title.placeholder')}
              maxLength={200}
              value={draft.title}
              error={errors.title}
              onChange={(event) => change({ title: event.target.value })}
            />
            <TextArea
              label={t('videoStudio.field.description')}
              placeholder={t('videoStudio.field.description.placeholder')}
              rows={4}
              maxLetters={5000}
              value={draft.description}
              error={errors.description}
              onChange={(event) => change({ description: event.target.value })}
            />
          </div>
        </Panel>
        <AudiencePanel
          draft={draft}
          onChange={change}
          errors={errors}
          commission={profile.commission}
          priceCap={isSold ? before?.price : undefined}
        />
        <MorePanel draft={draft} onChange={change} errors={errors} list={list} selfId={profile._id} hasPreview={draft.isSale !== 'free'} />
        {note && <p className="num px-4 text-13 text-muted lg:hidden">{note}</p>}
      </Columns>
    </form>
  )
}
