import { ScanSearch, Trash2, Upload } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { useTranslation } from '#web/app/say.ts'
import { accepts } from '#web/media/uploads/purposes.ts'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { useLocalPicture } from '#web/ui/local-picture.ts'

/** As the contract's row says. */
const largestBytes = 20 * 1024 * 1024

type FoundPictureProps = {
  value: File | null
  onChange: (file: File | null) => void
  error: string | undefined
}

/** One picture, dropped or chosen. */
export function FoundPicture({ value: file, onChange, error }: FoundPictureProps) {
  const { t } = useTranslation()
  const id = useId()
  const picker = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const [problem, setProblem] = useState<string>()
  const preview = useLocalPicture(file)
  const said = problem ?? error

  const take = (next: File | undefined) => {
    if (!next) return
    // Some systems name no type at all; the server looks at the bytes.
    if (next.type && !accepts.photo.split(',').includes(next.type)) return setProblem(t('copies.type'))
    if (next.size > largestBytes) return setProblem(t('copies.large'))
    setProblem(undefined)
    onChange(next)
  }
  return (
    <div className="grid gap-1.5">
      <p id={`${id}-label`} className="text-14 font-semibold">
        {t('copies.found')}
      </p>
      <input
        ref={picker}
        type="file"
        accept={accepts.photo}
        className="sr-only"
        tabIndex={-1}
        aria-labelledby={`${id}-label`}
        onChange={(event) => {
          take(event.target.files?.[0])
          event.target.value = ''
        }}
      />
      <div
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault()
          setOver(false)
          take(event.dataTransfer.files[0])
        }}
        className={cx(
          'grid min-h-44 place-items-center gap-3 rounded-control p-4 text-center ring-1 ring-inset transition-colors',
          isOver ? 'bg-primary-wash ring-primary' : said ? 'ring-onair' : 'ring-line-strong',
        )}
      >
        {file ? (
          <div className="flex max-w-full items-center gap-3">
            {preview ? (
              <img src={preview} alt="" className="max-h-52 min-w-0 rounded-tile object-contain" />
            ) : (
              <span className="min-w-0 truncate text-15">{file.name}</span>
            )}
            <IconButton label={t('copies.remove')} onClick={() => onChange(null)}>
              <Trash2 />
            </IconButton>
          </div>
        ) : (
          <div className="grid justify-items-center gap-3">
            <ScanSearch aria-hidden="true" className="size-7 text-muted" />
            <p id={`${id}-hint`} className="max-w-[44ch] text-14 text-muted text-balance">
              {t('copies.found.hint')}
            </p>
            <Button
              rank="second"
              size="sm"
              icon={<Upload className="size-4" />}
              aria-describedby={`${id}-hint${said ? ` ${id}-error` : ''}`}
              onClick={() => picker.current?.click()}
            >
              {t('copies.choose')}
            </Button>
          </div>
        )}
      </div>
      {said && (
        <p id={`${id}-error`} role="alert" className="text-13 text-onair">
          {said}
        </p>
      )}
    </div>
  )
}
