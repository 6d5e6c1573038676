import { FolderOpen, Send, Trash2, Upload } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import type { LibraryFile } from '#contract/media/uploads.ts'
import { requirePerformer } from '#web/app/guard.ts'
import { load, useQuery } from '#web/app/query.ts'
import { useApi, useNow, useSettings } from '#web/app/session.tsx'
import { StudioShell } from '#web/app/shell/StudioShell.tsx'
import { pagingOf, tableFrom, useTableAddress } from '#web/app/table-address.ts'
import { DeleteFile } from '#web/media/library/DeleteFile.tsx'
import { LibraryFilters, purposes, states } from '#web/media/library/LibraryFilters.tsx'
import { LibraryTile } from '#web/media/library/LibraryTile.tsx'
import { library } from '#web/media/library/queries.ts'
import { accepts, purposeOf } from '#web/media/uploads/purposes.ts'
import { sizeOf } from '#web/media/uploads/sizes.ts'
import { UnfinishedPanel } from '#web/media/uploads/UnfinishedPanel.tsx'
import { addFiles, isOnItsWay, useUploads } from '#web/media/uploads/uploads.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { PageTitle } from '#web/ui/layout/PageTitle.tsx'
import { Menu } from '#web/ui/Menu.tsx'
import { Pagination } from '#web/ui/Pagination.tsx'
import { useFileName } from '#web/media/library/file-name.ts'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'

export const handle = { auth: true }

const table = { sortBy: 'createdAt', sort: 'desc', sortable: [] } as const
const list = 'library'

export async function loader(args: LoaderFunctionArgs) {
  requirePerformer(args)
  const params = new URL(args.request.url).searchParams
  const purpose = purposes.find((each) => each === params.get('purpose'))
  const status = states.find((each) => each === params.get('status'))
  const q = params.get('q')?.slice(0, 200)
  const input = { ...pagingOf(tableFrom(params, table)), ...(purpose && { purpose }), ...(status && { status }), ...(q && { q }) }
  return { input, files: await load(args, library(input)) }
}

/** Everything a creator has uploaded, to be used again. */
export function Component() {
  const { t } = useTranslation()
  const nameOf = useFileName()
  const now = useNow()
  const loaded = useLoaderData<typeof loader>()
  const { siteName } = useSettings()
  const api = useApi()
  const address = useTableAddress(table)
  const files = useQuery(library(loaded.input), loaded.files).data ?? loaded.files
  const uploads = useUploads(list)
  const picker = useRef<HTMLInputElement>(null)
  const [deleting, setDeleting] = useState<LibraryFile>()
  const { purpose, status, q } = loaded.input
  const isFiltered = purpose !== undefined || status !== undefined || q !== undefined
  const pick = () => picker.current?.click()
  const take = (chosen: readonly File[]) => {
    for (const file of chosen) {
      const own = purposeOf(file)
      if (own) addFiles(list, [file], { purpose: own, api, failedWord: t('uploads.failedWord') })
    }
  }
  return (
    <StudioShell place="library" title={t('library.title')}>
      <title>{`${t('library.title')} · ${siteName}`}</title>
      <PageTitle
        aside={
          <Button rank="inverse" className="max-md:my-2" icon={<Upload />} onClick={pick}>
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
        <LibraryFilters address={address} purpose={purpose} status={status} />
        {files.data.length === 0 ? (
          <EmptyState
            icon={FolderOpen}
            action={
              isFiltered ? (
                <Button rank="second" size="sm" to={address.filterTo({ purpose: undefined, status: undefined, q: undefined })}>
                  {t('library.showAll')}
                </Button>
              ) : undefined
            }
          >
            {t(isFiltered ? 'library.noneFiltered' : 'library.empty')}
          </EmptyState>
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
        <Pagination current={address.state.current} pageSize={address.state.pageSize} total={files.total} to={address.pageTo} />
      </div>
      <DeleteFile file={deleting} onClose={() => setDeleting(undefined)} />
    </StudioShell>
  )
}

function isPublishable({ purpose, status }: LibraryFile): boolean {
  return status === 'finished' && (purpose === 'photo' || purpose === 'video' || purpose === 'audio')
}
