import type { ReactNode } from 'react'
import { useTranslation } from '#web/app/say.ts'
import type { PerformerCard } from '#contract/people/person.ts'
import { useApi } from '#web/app/session.tsx'
import { ParticipantsField } from '#web/catalogue/works/studio/ParticipantsField.tsx'
import { uploadsOf } from '#web/media/uploads/tiles.ts'
import { accepts } from '#web/media/uploads/purposes.ts'
import { addFiles, clear, remove, retry, useUploads } from '#web/media/uploads/uploads.ts'
import { FormFold } from '#web/ui/FormCard.tsx'
import { TagsField } from '#web/ui/TagsField.tsx'
import { UploadGrid } from '#web/ui/UploadGrid.tsx'

interface More {
  tags: string[]
  participants: PerformerCard[]
}

type MoreSectionProps = {
  draft: More
  onChange: (part: Partial<More>) => void
  errors: Partial<Record<keyof More | 'thumbnailId', string>>
  /** The name of the work's uploads. */
  list: string
  selfId: string
  /** Whether strangers see something else than the work itself. */
  hasPreview: boolean
  /** What its line names. */
  words: 'post' | 'titled'
  first?: ReactNode
  /** What is wrong with its other fields: those of `first` and `last`. */
  firstError?: string | undefined
  last?: ReactNode
}

/** What most works do without, behind one line: tags, who else is in it, a public preview. What was refused in it opens it. */
export function MoreSection({ draft, onChange, errors, list, selfId, hasPreview, words, first, firstError, last }: MoreSectionProps) {
  const { t } = useTranslation()
  const api = useApi()
  const thumbnailList = `${list}:thumbnail`
  const thumbnail = useUploads(thumbnailList)
  return (
    <FormFold
      title={t('composer.more')}
      inside={t(`composer.more.${words}`)}
      isOpenAtFirst={draft.tags.length > 0 || draft.participants.length > 0}
      hasError={[errors.tags, errors.participants, errors.thumbnailId, firstError].some((error) => error !== undefined)}
    >
      {first}
      <TagsField
        label={t('composer.tags')}
        hint={t('composer.tags.hint')}
        placeholder={t('composer.tags.placeholder')}
        value={draft.tags}
        error={errors.tags}
        onChange={(tags) => onChange({ tags })}
      />
      <ParticipantsField
        participants={draft.participants}
        onChange={(participants) => onChange({ participants })}
        error={errors.participants}
        selfId={selfId}
      />
      {hasPreview && (
        <div>
          <p className="text-14 font-semibold">{t('composer.thumbnail')}</p>
          <p className="mt-1 mb-2 text-13 text-muted">{t('composer.thumbnail.hint')}</p>
          <UploadGrid
            uploads={uploadsOf(thumbnail, () => t('composer.thumbnail'), t('composer.failed'))}
            accept={accepts.thumbnail}
            addLabel={t('composer.thumbnail.add')}
            full={thumbnail.length > 0}
            onAdd={(files) => {
              clear(thumbnailList)
              addFiles(thumbnailList, files.slice(0, 1), { purpose: 'thumbnail', api, failedWord: t('composer.failed') })
            }}
            onRemove={(id) => remove(thumbnailList, id)}
            onRetry={(id) => retry(thumbnailList, id)}
            onReorder={() => {}}
          />
          {errors.thumbnailId && (
            <p role="alert" className="mt-2 text-13 text-onair">
              {errors.thumbnailId}
            </p>
          )}
        </div>
      )}
      {last}
    </FormFold>
  )
}
