import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { PerformerCard } from '#contract/people/person.ts'
import { useApi } from '#web/app/session.tsx'
import { ParticipantsField } from '#web/catalogue/works/studio/ParticipantsField.tsx'
import { uploadsOf } from '#web/media/uploads/tiles.ts'
import type { Terms } from '#web/catalogue/works/studio/terms.ts'
import { accepts } from '#web/media/uploads/purposes.ts'
import { addFiles, clear, remove, retry, useUploads } from '#web/media/uploads/uploads.ts'
import { Panel } from '#web/ui/Panel.tsx'
import { TagsField } from '#web/ui/TagsField.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { UploadGrid } from '#web/ui/UploadGrid.tsx'

interface More extends Pick<Terms, 'scheduledAt' | 'expiresAt'> {
  tags: string[]
  participants: PerformerCard[]
}

type MorePanelProps = {
  draft: More
  onChange: (part: Partial<More>) => void
  errors: Partial<Record<keyof More | 'thumbnailId', string>>
  /** The name of the work's uploads. */
  list: string
  selfId: string
  /** Whether strangers see something else than the work itself. */
  hasPreview: boolean
  first?: ReactNode
  last?: ReactNode
}

/** What most works do without: tags, who else is in it, a public preview, and when it comes and goes. */
export function MorePanel({ draft, onChange, errors, list, selfId, hasPreview, first, last }: MorePanelProps) {
  const { t } = useTranslation()
  const api = useApi()
  const thumbnailList = `${list}:thumbnail`
  const thumbnail = useUploads(thumbnailList)
  return (
    <Panel title={t('composer.more')}>
      <div className="grid gap-5 pt-1">
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
        <div className="grid gap-5 xl:grid-cols-2">
          <TextField
            type="datetime-local"
            label={t('composer.schedule')}
            hint={t('composer.schedule.hint')}
            value={draft.scheduledAt}
            error={errors.scheduledAt}
            onChange={(event) => onChange({ scheduledAt: event.target.value })}
          />
          <TextField
            type="datetime-local"
            label={t('composer.expiry')}
            hint={t('composer.expiry.hint')}
            value={draft.expiresAt}
            error={errors.expiresAt}
            onChange={(event) => onChange({ expiresAt: event.target.value })}
          />
        </div>
        {last}
      </div>
    </Panel>
  )
}
