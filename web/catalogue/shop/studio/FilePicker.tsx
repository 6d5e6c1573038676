import { FileArchive, ImagePlus, Upload, X } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { useTranslation } from '#web/app/say.ts'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { useLocalPicture } from '#web/ui/local-picture.ts'

export type FilePickerProps = {
  label: string
  hint: string
  /** What the system's dialog offers; without it, everything. */
  accept?: string
  maxBytes: number
  /** Chosen now and not sent yet. */
  value: File | null
  onChange: (file: File | null) => void
  /** What the server has: its name, or its picture. */
  before?: { name?: string | undefined; picture?: string | undefined } | undefined
  error?: string | undefined
  /** Its buyers have it: it stays. */
  locked?: string | undefined
}

/** One file, chosen or dropped: a picture is seen at once, anything else by its name. It travels with the form. */
export function FilePicker({ label, hint, accept, maxBytes, value: file, onChange, before, error, locked }: FilePickerProps) {
  const { t } = useTranslation()
  const id = useId()
  const picker = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const [problem, setProblem] = useState<string>()
  const local = useLocalPicture(file)
  const picture = local ?? (file ? undefined : before?.picture)
  const name = file?.name ?? before?.name
  const said = problem ?? error
  const take = (next: File | undefined) => {
    if (!next) return
    if (next.size > maxBytes) return setProblem(t('products.file.large', { size: sizeOf(maxBytes) }))
    setProblem(undefined)
    onChange(next)
  }
  const hasBefore = Boolean(before?.name || before?.picture)
  const isPicture = accept?.startsWith('image/') ?? false
  const Empty = isPicture ? ImagePlus : FileArchive
  return (
    <div className="grid gap-1.5" data-invalid={said ? '' : undefined}>
      <p id={`${id}-label`} className="text-14 font-semibold">
        {label}
      </p>
      <input
        ref={picker}
        type="file"
        accept={accept}
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
          setOver(!locked)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault()
          setOver(false)
          if (!locked) take(event.dataTransfer.files[0])
        }}
        className={cx(
          'flex items-center gap-3 rounded-control p-3 ring-1 ring-inset transition-colors',
          isOver ? 'bg-primary-wash ring-primary' : said ? 'ring-onair' : 'ring-line-strong',
        )}
      >
        <span
          className={cx(
            'grid flex-none place-items-center overflow-hidden rounded-tile bg-well text-muted',
            isPicture ? 'size-24' : 'size-12',
          )}
        >
          {picture ? <img src={picture} alt="" className="size-full object-cover" /> : <Empty aria-hidden="true" className="size-5" />}
        </span>
        <span className="min-w-0 flex-1">
          {name && <span className="block truncate text-15">{name}</span>}
          <span className="num block text-13 text-muted">{file ? sizeOf(file.size) : (locked ?? hint)}</span>
        </span>
        {file ? (
          <IconButton label={t('products.file.takeBack', { name: file.name })} onClick={() => onChange(null)}>
            <X />
          </IconButton>
        ) : (
          !locked && (
            <Button
              rank="second"
              size="sm"
              icon={<Upload className="size-4" />}
              aria-label={t(hasBefore ? 'products.file.replaceOf' : 'products.file.chooseOf', { label })}
              aria-describedby={said ? `${id}-error` : undefined}
              onClick={() => picker.current?.click()}
            >
              {t(hasBefore ? 'products.file.replace' : 'products.file.choose')}
            </Button>
          )
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

/** 340 KB, 2.4 MB, 4 GB. */
function sizeOf(bytes: number): string {
  const units = ['KB', 'MB', 'GB']
  let [size, unit] = [Math.max(1, bytes / 1024), 0]
  while (size >= 1024 && unit < units.length - 1) [size, unit] = [size / 1024, unit + 1]
  return `${unit === 0 ? Math.round(size) : Math.round(size * 10) / 10} ${units[unit]}`
}
