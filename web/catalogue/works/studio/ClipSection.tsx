import { AudioLines, Film, FolderOpen, Upload } from 'lucide-react'
import { type ReactNode, Suspense, useRef, useState } from 'react'
import { useTranslation } from '#web/app/say.ts'
import { useApi } from '#web/app/session.tsx'
import { writeTime } from '#web/media/player/times.ts'
import { accepts } from '#web/media/uploads/purposes.ts'
import { UploadRow } from '#web/media/uploads/UploadRow.tsx'
import { addFiles, clear, itemsFrom, seed, useUploads } from '#web/media/uploads/uploads.ts'
import { Button } from '#web/ui/Button.tsx'
import { FormSection } from '#web/ui/FormCard.tsx'
import { lazy } from '#web/ui/network.ts'

const LibraryPicker = lazy(() => import('#web/media/library/LibraryPicker.tsx').then((file) => ({ default: file.LibraryPicker })))

type ClipSectionProps = {
  list: string
  kind: 'video' | 'audio'
  error: string | undefined
  teaserError: string | undefined
  /** Why it may not be changed; then it is only shown. */
  locked?: string | undefined
}

/** The one film or recording of a post, and a film's public teaser. */
export function ClipSection({ list, kind, error, teaserError, locked }: ClipSectionProps) {
  const { t } = useTranslation()
  return (
    <FormSection isTitled title={t(`composer.${kind}`)} aside={t(`composer.${kind}Rule`)}>
      <OneFile list={`${list}:${kind}`} purpose={kind} error={error} locked={locked} />
      {kind === 'video' && (
        <div className="mt-5">
          <p className="text-14 font-semibold">{t('composer.teaser')}</p>
          <p className="mt-1 mb-2 text-13 text-muted">{t('composer.teaser.hint')}</p>
          <OneFile list={`${list}:teaser`} purpose="teaser" error={teaserError} />
        </div>
      )}
    </FormSection>
  )
}

type OneFileProps = { list: string; purpose: 'video' | 'audio' | 'teaser'; error: string | undefined; locked?: string | undefined }

function OneFile({ list, purpose, error, locked }: OneFileProps) {
  const { t } = useTranslation()
  const api = useApi()
  const [item] = useUploads(list)
  const picker = useRef<HTMLInputElement>(null)
  const [library, setLibrary] = useState({ wanted: false, open: false })
  const take = (files: readonly File[]) => {
    const [file] = files
    if (!file) return
    clear(list)
    addFiles(list, [file], { purpose, api, failedWord: t('uploads.failedWord') })
  }
  const Icon = purpose === 'audio' ? AudioLines : Film
  let inside: ReactNode
  if (item && locked) inside = <p className="text-14">{item.duration === undefined ? item.name : writeTime(item.duration)}</p>
  else if (item) inside = <UploadRow list={list} item={item} />
  else
    inside = (
      <div
        className="grid justify-items-center gap-3 rounded-tile border-[1.5px] border-dashed border-line-strong px-4 py-6 text-center"
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault()
          take([...event.dataTransfer.files])
        }}
      >
        <Icon aria-hidden="true" className="text-muted" />
        <div className="flex flex-wrap justify-center gap-2">
          <Button rank="second" size="sm" icon={<Upload className="size-4" />} onClick={() => picker.current?.click()}>
            {t(`composer.add.${purpose}`)}
          </Button>
          <Button rank="second" size="sm" icon={<FolderOpen className="size-4" />} onClick={() => setLibrary({ wanted: true, open: true })}>
            {t('library.pick')}
          </Button>
        </div>
      </div>
    )
  return (
    <div>
      {inside}
      <input
        ref={picker}
        type="file"
        hidden
        aria-label={t(`composer.add.${purpose}`)}
        accept={accepts[purpose]}
        onChange={(event) => {
          take([...(event.target.files ?? [])])
          event.target.value = ''
        }}
      />
      {locked && (
        <p role="alert" tabIndex={-1} data-error="fileIds" className="mt-3 text-13 text-muted">
          {locked}
        </p>
      )}
      {error && !locked && (
        <p role="alert" tabIndex={-1} data-error={purpose} className="mt-3 text-13 text-onair">
          {error}
        </p>
      )}
      {library.wanted && (
        <Suspense fallback={null}>
          <LibraryPicker
            purpose={purpose}
            room={1}
            taken={[]}
            open={library.open}
            onOpenChange={(open) => setLibrary({ wanted: true, open })}
            onPick={(files) => seed(list, itemsFrom(files))}
          />
        </Suspense>
      )}
    </div>
  )
}
