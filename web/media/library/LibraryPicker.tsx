import { Check } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from '#web/app/say.ts'
import type { LibraryFile } from '#contract/media/uploads.ts'
import { sentenceOf } from '#web/app/api.ts'
import { useQuery } from '#web/app/query.ts'
import { LibraryTile } from '#web/media/library/LibraryTile.tsx'
import { library } from '#web/media/library/queries.ts'
import { Button } from '#web/ui/Button.tsx'
import { RefusedState } from '#web/ui/RefusedState.tsx'
import { Sheet } from '#web/ui/Sheet.tsx'
import { Bone, Waiting } from '#web/ui/Skeleton.tsx'
import { useFileName } from '#web/media/library/file-name.ts'

export type LibraryPickerProps = {
  purpose: LibraryFile['purpose']
  /** How many more may be chosen. */
  room: number
  /** These stand there already. */
  taken: readonly string[]
  open: boolean
  onOpenChange: (open: boolean) => void
  onPick: (files: LibraryFile[]) => void
  /** Over the files: where several kinds are to choose from. */
  above?: ReactNode
}

const page = 24

/** Finished files of one kind, to choose from instead of uploading again. */
export function LibraryPicker({ purpose, room, taken, open, onOpenChange, onPick, above }: LibraryPickerProps) {
  const { t } = useTranslation()
  const nameOf = useFileName()
  const [limit, setLimit] = useState(page)
  const [chosen, setChosen] = useState<LibraryFile[]>([])
  const { data, error } = useQuery(
    open ? library({ limit: Math.min(100, limit), offset: 0, purpose, status: 'finished' }) : null,
    undefined,
    {
      keepPreviousData: true,
    },
  )
  const files = data?.data.filter(({ _id }) => !taken.includes(_id))
  const toggle = (file: LibraryFile) => {
    const isChosen = chosen.some(({ _id }) => _id === file._id)
    if (isChosen) setChosen(chosen.filter(({ _id }) => _id !== file._id))
    else setChosen(room === 1 ? [file] : [...chosen, file].slice(0, room))
  }
  const close = () => {
    setChosen([])
    onOpenChange(false)
  }
  return (
    <Sheet
      open={open}
      onOpenChange={(next) => (next ? onOpenChange(true) : close())}
      title={t('library.pick.title')}
      actions={
        <Button
          size="wide"
          disabled={chosen.length === 0}
          onClick={() => {
            onPick(chosen)
            close()
          }}
        >
          {chosen.length === 0 ? t('library.pick.choose') : t('library.pick.add', { count: chosen.length })}
        </Button>
      }
    >
      {above && <div className="mb-4">{above}</div>}
      {error !== undefined && !data && (
        <RefusedState look="inline" what={t('library.pick.failed')} why={sentenceOf(error, t('shell.tryLater'))} />
      )}
      {!files && !error && (
        <Waiting>
          <div className="grid grid-cols-3 gap-2">
            {Array.from({ length: 6 }, (_, place) => (
              <Bone key={place} className="aspect-square w-full" />
            ))}
          </div>
        </Waiting>
      )}
      {files?.length === 0 && <p className="py-6 text-center text-15 text-muted">{t('library.pick.none')}</p>}
      {files && files.length > 0 && (
        <ul className="grid grid-cols-3 gap-2">
          {files.map((file) => {
            const isChosen = chosen.some(({ _id }) => _id === file._id)
            return (
              <li key={file._id}>
                <button type="button" aria-pressed={isChosen} onClick={() => toggle(file)} className="block w-full">
                  <LibraryTile file={file} chosen={isChosen}>
                    {isChosen && (
                      <span className="absolute top-1.5 end-1.5 grid size-6 place-items-center rounded-full bg-primary text-on-primary">
                        <Check className="size-4" />
                      </span>
                    )}
                  </LibraryTile>
                  <span className="block truncate text-start text-13 text-muted">{nameOf(file)}</span>
                </button>
              </li>
            )
          })}
        </ul>
      )}
      {data && data.total > data.data.length && limit < 100 && (
        <Button rank="text" size="sm" className="mt-2" onClick={() => setLimit(limit + page)}>
          {t('library.pick.more')}
        </Button>
      )}
    </Sheet>
  )
}
