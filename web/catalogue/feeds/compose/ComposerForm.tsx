import { useRef } from 'react'
import { useTranslation } from '#web/app/say.ts'
import type { Feed } from '#contract/catalogue/feeds.ts'
import type { OwnProfile } from '#contract/windows/me.ts'
import { useAddPhotos } from '#web/catalogue/works/studio/add-photos.ts'
import { AudienceSection } from '#web/catalogue/works/studio/AudienceSection.tsx'
import { ClipSection } from '#web/catalogue/works/studio/ClipSection.tsx'
import { type Draft, type DraftField, mostLetters, mostPhotos } from '#web/catalogue/feeds/compose/draft.ts'
import { type MediaKind, useFiles } from '#web/catalogue/feeds/compose/lists.ts'
import { MoreSection } from '#web/catalogue/works/studio/MoreSection.tsx'
import { PhotosSection } from '#web/catalogue/feeds/compose/PhotosSection.tsx'
import { PollSection } from '#web/catalogue/feeds/compose/PollSection.tsx'
import { useSaving } from '#web/catalogue/feeds/compose/saving.ts'
import { StrangerPreview } from '#web/catalogue/feeds/compose/StrangerPreview.tsx'
import { StreamSection } from '#web/catalogue/feeds/compose/StreamSection.tsx'
import { TimesSection } from '#web/catalogue/works/studio/TimesSection.tsx'
import { WorkForm } from '#web/catalogue/works/studio/WorkForm.tsx'
import { isOnItsWay } from '#web/media/uploads/uploads.ts'
import { TextField } from '#web/ui/TextField.tsx'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { Segmented } from '#web/ui/Segmented.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'

const kinds = ['photo', 'video', 'audio', 'stream'] as const satisfies readonly MediaKind[]

type ComposerFormProps = {
  title: string
  /** The name of this post's uploads: they outlive the page. */
  list: string
  draft: Draft
  onDraft: (draft: Draft) => void
  profile: OwnProfile
  /** The post that is edited. */
  before?: Feed | undefined
  /** At the left of the buttons: when the draft was kept, or where the post stands. */
  note?: React.ReactNode
  onSent: (post: Feed, status: 'active' | 'inactive') => void
}

/** Writing a post, new or again. Files go up meanwhile; the right side shows what a stranger will see. */
export function ComposerForm({ title, list, draft, onDraft, profile, before, note, onSent }: ComposerFormProps) {
  const { t } = useTranslation()
  const form = useRef<HTMLFormElement>(null)
  const files = useFiles(list, draft.kind)
  const { errors, busy, sold, changed, save } = useSaving({ form, list, draft, files, onDraft, before, onSent })
  const addPhotos = useAddPhotos({ list, photos: files.media, most: mostPhotos, words: 'composer' })
  const isPublished = before !== undefined && before.status !== 'inactive'
  const isTextForGood = isPublished && before.type === 'text'
  const takesPhotos = draft.kind === 'photo' && !isTextForGood && !sold.media
  const change = (part: Partial<Draft>) => {
    onDraft({ ...draft, ...part })
    const fields = Object.keys(part) as DraftField[]
    changed(fields.includes('kind') ? [...fields, 'fileIds', 'text', 'streamingAt'] : fields)
  }
  return (
    <WorkForm
      form={form}
      title={title}
      before={before}
      isScheduled={draft.scheduledAt !== ''}
      busy={busy}
      onSave={save}
      note={note}
      onPaste={(event) => {
        const pasted = [...event.clipboardData.files]
        // The grid takes its own; here only what falls elsewhere, into the words for one.
        if (pasted.length === 0 || !takesPhotos || event.defaultPrevented || (event.target as Element).closest('ul')) return
        event.preventDefault()
        addPhotos(pasted)
      }}
      side={<StrangerPreview draft={draft} files={files} profile={profile} />}
    >
      <section
        className="pt-4"
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          if (event.dataTransfer.files.length === 0 || !takesPhotos) return
          event.preventDefault()
          addPhotos([...event.dataTransfer.files])
        }}
      >
        <TextArea
          look="bare"
          hideLabel
          label={t('composer.text')}
          placeholder={t('composer.text.placeholder')}
          rows={4}
          maxLetters={mostLetters}
          value={draft.text}
          error={errors.text}
          onChange={(event) => change({ text: event.target.value })}
        />
        {!isPublished && (
          <div className="pt-3 pb-4">
            <Segmented
              label={t('composer.kind')}
              width="wide"
              options={kinds.map((value) => ({ value, label: t(`composer.kind.${value}`) }))}
              value={draft.kind}
              onChange={(kind) => change({ kind })}
            />
          </div>
        )}
      </section>
      {isTextForGood && <p className="pb-4 text-13 text-muted">{t('composer.textForGood')}</p>}
      {draft.kind === 'photo' && !isTextForGood && (
        <PhotosSection
          list={list}
          photos={files.media}
          onAdd={addPhotos}
          error={errors.fileIds}
          locked={sold.media && t('composer.mediaSold')}
          hint={files.media.some(isOnItsWay) ? undefined : t('composer.drop')}
        />
      )}
      {(draft.kind === 'video' || draft.kind === 'audio') && (
        <ClipSection
          key={draft.kind}
          list={list}
          kind={draft.kind}
          error={errors.fileIds}
          teaserError={errors.teaserId}
          locked={sold.media && t('composer.mediaSold')}
        />
      )}
      {draft.kind === 'stream' && <StreamSection draft={draft} onChange={change} error={errors.streamingAt ?? errors.fileIds} />}
      <AudienceSection
        draft={draft}
        onChange={change}
        errors={errors}
        commission={profile.commission}
        priceCap={sold.price && before?.price}
        before={before}
      />
      <TimesSection draft={draft} onChange={change} errors={errors} />
      <PollSection poll={draft.poll} onChange={(poll) => change({ poll })} error={errors.poll} />
      <MoreSection
        draft={draft}
        onChange={change}
        errors={errors}
        list={list}
        selfId={profile._id}
        words="post"
        firstError={errors.tagline}
        hasPreview={draft.isSale !== 'free' || draft.kind !== 'photo'}
        first={
          <TextField
            label={t('composer.tagline')}
            hint={t('composer.tagline.hint')}
            maxLength={200}
            value={draft.tagline}
            error={errors.tagline}
            onChange={(event) => change({ tagline: event.target.value })}
          />
        }
        last={<Checkbox label={t('composer.pin')} checked={draft.isPinned} onChange={(isPinned) => change({ isPinned })} />}
      />
    </WorkForm>
  )
}
