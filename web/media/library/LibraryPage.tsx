import { FolderOpen, Send, Trash2, Upload } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from '#web/app/say.ts'
import { useLoaderData } from 'react-router'
import type { LibraryFile } from '#contract/media/uploads.ts'
import { requirePerformer } from '#web/app/guard.ts'
import { listing, useList } from '#web/app/listing.ts'
import { ListPages, NoneHere } from '#web/app/ListTable.tsx'
import { useApi, useNow, useSettings } from '#web/app/session.tsx'
import { StudioShell } from '#web/app/shell/StudioShell.tsx'
import { DeleteFile } from '#web/media/library/DeleteFile.tsx'
import { useFileName } from '#web/media/library/file-name.ts'
import { LibraryFilters, purposes, states } from '#web/media/library/LibraryFilters.tsx'
import { LibraryTile } from '#web/media/library/LibraryTile.tsx'
import { library } from '#web/media/library/queries.ts'
import { accepts, purposeOf } from '#web/media/uploads/purposes.ts'
import { sizeOf } from '#web/media/uploads/sizes.ts'
import { UnfinishedPanel } from '#web/media/uploads/UnfinishedPanel.tsx'
import { addFiles, isOnItsWay, useUploads } from '#web/media/uploads/uploads.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { PageTitle } from '#web/ui/layout/PageTitle.tsx'
import { Menu } from '#web/ui/Menu.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'

export const handle = { auth: true }

const tray = 'library'

const list = listing({ who: requirePerformer, says: { purpose: purposes, status: states, q: { letters: 200 } }, asks: library })
export const { loader } = list

/** Everything a creator has uploaded, to be used again. */
export function Component() {
  const { t } = useTranslation()
  const nameOf = useFileName()
  const now = useNow()
  const { siteName } = useSettings()
  const api = useApi()
  const shown = useList(list, useLoaderData<typeof loader>())
  const { rows: files } = shown
  const uploads = useUploads(tray)
  const picker = useRef<HTMLInputElement>(null)
  const [deleting, setDeleting] = useState<LibraryFile>()
  const pick = () => picker.current?.click()
  const take = (chosen: readonly File[]) => {
    for (const file of chosen) {
      const own = purposeOf(file)
      if (own) addFiles(tray, [file], { purpose: own, api, failedWord: t('uploads.failedWord') })
    }
  }
  return (
    <StudioShell place="library" title={t('library.title')}>
      <title>{`${t('library.title')} · ${siteName}`}</title>
      <PageTitle
        aside={
          <Button rank="second" className="max-md:my-2" icon={<Upload />} onClick={pick}>
            {t('library.upload')}
          </Button>
        }
      >
        {t('library.title')}
      </PageTitle>
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        aria-label={t('library.upload')}
        accept={`${accepts.photo},${accepts.video},${accepts.audio}`}
        onChange={(event) => {
          take([...(event.target.files ?? [])])
          event.target.value = ''
        }}
      />
      <div
        className="grid grid-cols-[minmax(0,1fr)] gap-2 md:gap-4"
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault()
          take([...event.dataTransfer.files])
        }}
      >
        <UnfinishedPanel going={uploads.filter(isOnItsWay).length} onPick={pick} />
        <LibraryFilters list={shown} />
        {files.data.length === 0 ? (
          <Card>
            <NoneHere list={shown} none={{ icon: FolderOpen, words: t('library.empty'), found: t('library.noneFiltered') }} />
          </Card>
        ) : (
          <Card className="p-4 md:p-5">
            <ul className="grid grid-cols-2 gap-x-3 gap-y-4 md:grid-cols-4 xl:grid-cols-5">
              {files.data.map((file) => (
                <li key={file._id} className="min-w-0">
                  <LibraryTile file={file} />
                  <div className="flex items-center gap-1">
                    <div className="min-w-0 flex-1">
                      <p className="truncate text-14" title={file.name}>
                        {nameOf(file)}
                      </p>
                      <p className="num truncate text-13 text-muted">
                        {sizeOf(file.bytes)} · <RelativeTime at={file.createdAt} now={now} />
                      </p>
                    </div>
                    <Menu
                      label={t('library.menu', { name: nameOf(file) })}
                      entries={[
                        ...(isPublishable(file) ? [{ label: t('library.use'), icon: Send, to: `/creator/publish?file=${file._id}` }] : []),
                        { label: t('library.delete'), icon: Trash2, danger: true, apart: true, onChoose: () => setDeleting(file) },
                      ]}
                    />
                  </div>
                </li>
              ))}
            </ul>
            <p className="num mt-4 text-13 text-muted">{t('library.count', { count: files.total })}</p>
          </Card>
        )}
        <ListPages list={shown} />
      </div>
      <DeleteFile file={deleting} onClose={() => setDeleting(undefined)} />
    </StudioShell>
  )
}

function isPublishable({ purpose, status }: LibraryFile): boolean {
  return status === 'finished' && (purpose === 'photo' || purpose === 'video' || purpose === 'audio')
}
