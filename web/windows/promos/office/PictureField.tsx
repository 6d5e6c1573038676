import { ImagePlus } from 'lucide-react'
import { useId, useState } from 'react'
import { useAct } from '#web/app/act.ts'
import { useTranslation } from '#web/app/say.ts'

type PictureFieldProps = {
  value: string
  error?: string | undefined
  onChange: (fileId: string) => void
  /** The address of the one that it has. */
  before: string | undefined
}

/** One picture, uploaded as it is chosen. */
export function PictureField({ value, error, onChange, before }: PictureFieldProps) {
  const { t } = useTranslation()
  const id = useId()
  const [url, setUrl] = useState(before)
  const { act, busy, problem } = useAct((api, _once, file: File) => api.promos.picture({ file }), {
    noIn: 'screen',
    done(answer) {
      setUrl(answer.fileUrl)
      onChange(answer.fileId)
    },
  })
  const wrong = problem ?? error
  return (
    <div className="grid gap-2" data-invalid={wrong ? '' : undefined}>
      {url && value !== '' && <img src={url} alt="" className="max-h-48 w-full rounded-tile bg-well object-contain" />}
      <label
        aria-busy={busy}
        className="inline-flex min-h-11 cursor-pointer items-center gap-2 justify-self-start rounded-full px-4 text-14 font-semibold ring-1 ring-line-strong transition-colors ring-inset hover:bg-hover has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-link aria-busy:opacity-45"
      >
        <ImagePlus aria-hidden="true" className="size-4" />
        {t(value === '' ? 'officePromos.picture.choose' : 'officePromos.picture.other')}
        <input
          type="file"
          accept="image/*"
          disabled={busy}
          className="sr-only"
          aria-label={t('officePromos.picture')}
          aria-invalid={wrong ? true : undefined}
          aria-describedby={`${id}-note`}
          onChange={(event) => {
            const file = event.target.files?.[0]
            if (file) void act(file)
            event.target.value = ''
          }}
        />
      </label>
      <p id={`${id}-note`} role={wrong ? 'alert' : undefined} className={`text-13 ${wrong ? 'text-onair' : 'text-muted'}`}>
        {wrong ?? t('officePromos.picture.hint')}
      </p>
    </div>
  )
}
