import { FileText, IdCard, Trash2, Upload } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { useTranslation } from '#web/app/say.ts'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { useLocalPicture } from '#web/ui/local-picture.ts'
import { Progress } from '#web/ui/Progress.tsx'

/** As the contract's row says. */
const largestBytes = 20 * 1024 * 1024
const accepted = ['image/jpeg', 'image/png', 'image/webp', 'application/pdf']

export type DocumentPickerProps = {
  label: string
  /** What must be legible in it. */
  hint: string
  value: File | null
  onChange: (file: File | null) => void
  error?: string | undefined
  /** 0 to 100 while the application travels. */
  percent?: number | undefined
}

/** One identity document: chosen or dropped, seen from the local file only, and never read back from the server. */
export function DocumentPicker({ label, hint, value: file, onChange, error, percent }: DocumentPickerProps) {
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
    if (next.type && !accepted.includes(next.type)) return setProblem(t('apply.document.type'))
    if (next.size > largestBytes) return setProblem(t('apply.document.large'))
    setProblem(undefined)
    onChange(next)
  }
  return (
    <div className="grid gap-1.5" data-invalid={said ? '' : undefined}>
      <p id={`${id}-label`} className="text-14 font-semibold">
        {label}
      </p>
      <input
        ref={picker}
        type="file"
        accept={accepted.join(',')}
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
          'grid grid-cols-[72px_1fr_auto] items-center gap-3 rounded-control p-3 ring-1 ring-inset transition-colors',
          isOver ? 'bg-primary-wash ring-primary' : said ? 'ring-onair' : 'ring-line-strong',
        )}
      >
        <span className="grid h-12 w-[72px] place-items-center overflow-hidden rounded-tile bg-well text-muted">
          {preview ? (
            <img src={preview} alt="" className="size-full object-cover" />
          ) : file ? (
            <FileText aria-hidden="true" />
          ) : (
            <IdCard aria-hidden="true" />
          )}
        </span>
        <span className="min-w-0">
          {file ? (
            <>
              <span className="block truncate text-15">{file.name}</span>
              <span className="num block text-13 text-muted">{megabytes(file.size)}</span>
            </>
          ) : (
            <span className="block text-13 text-muted">{hint}</span>
          )}
        </span>
        {file ? (
          <IconButton label={t('apply.document.remove', { label })} onClick={() => onChange(null)}>
            <Trash2 />
          </IconButton>
        ) : (
          <Button
            rank="second"
            size="sm"
            icon={<Upload className="size-4" />}
            aria-describedby={said ? `${id}-error` : undefined}
            aria-label={t('apply.document.chooseOf', { label })}
            onClick={() => picker.current?.click()}
          >
            {t('apply.document.choose')}
          </Button>
        )}
        {percent !== undefined && (
          <span className="col-span-3 block">
            <Progress percent={percent} label={t('apply.document.sending', { label })} />
          </span>
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

/** 340 KB, 2.4 MB. */
function megabytes(bytes: number): string {
  return bytes < 1024 * 1024 ? `${Math.max(1, Math.round(bytes / 1024))} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`
}
