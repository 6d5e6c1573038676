import { Download, SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '#web/app/say.ts'
import { useNavigate } from 'react-router'
import { useAct } from '#web/app/act.ts'
import { useKnownWords } from '#web/app/known-words.ts'
import { saveAs } from '#web/app/saving-files.ts'
import { useBoot, useNow } from '#web/app/session.tsx'
import { dayIn } from '#web/app/zoned-time.ts'
import { exportLines } from '#web/money/wallet/exporting.ts'
import { kinds, type LineFilter, walletWith } from '#web/money/wallet/filter.ts'
import { Button } from '#web/ui/Button.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Pills } from '#web/ui/Pills.tsx'
import { DayField } from '#web/ui/moments/DayField.tsx'
import { TextField } from '#web/ui/TextField.tsx'

/** Kind, days and words; and what they leave as a file. */
export function LineFilters({ filter }: { filter: LineFilter }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const isNarrow = Boolean(filter.q || filter.fromDate || filter.toDate)
  const [isOpen, setOpen] = useState(isNarrow)
  const text = (form: FormData, name: string) => {
    const value = form.get(name)
    return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <div className="flex items-center gap-1 max-md:pe-2">
        <Pills
          className="min-w-0 flex-1"
          label={t('purse.filter')}
          pills={[
            { label: t('purse.filter.all'), to: walletWith({ ...filter, type: undefined }), current: filter.type === undefined },
            ...kinds.map((type) => ({
              label: t(`purse.filter.${type}`),
              to: walletWith({ ...filter, type }),
              current: filter.type === type,
            })),
          ]}
        />
        <IconButton label={t('purse.filter.more')} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <SlidersHorizontal />
        </IconButton>
        <ExportButton filter={filter} />
      </div>
      {isOpen && (
        <form
          key={JSON.stringify(filter)}
          role="search"
          className="grid grid-cols-2 items-end gap-3 pb-2 max-md:px-4 md:grid-cols-[minmax(0,1fr)_auto_auto_auto]"
          onSubmit={(event) => {
            event.preventDefault()
            const form = new FormData(event.currentTarget)
            const found = { q: text(form, 'q'), fromDate: text(form, 'fromDate'), toDate: text(form, 'toDate') }
            void navigate(walletWith({ type: filter.type, ...found }), { preventScrollReset: true })
          }}
        >
          <TextField className="max-md:col-span-2" name="q" label={t('purse.filter.text')} maxLength={100} defaultValue={filter.q ?? ''} />
          <Day name="fromDate" label={t('purse.filter.from')} first={filter.fromDate ?? ''} />
          <Day name="toDate" label={t('purse.filter.to')} first={filter.toDate ?? ''} />
          <div className="flex gap-2 max-md:col-span-2">
            <Button type="submit" rank="second">
              {t('purse.filter.show')}
            </Button>
            {isNarrow && (
              <Button rank="text" to={walletWith({ type: filter.type })}>
                {t('purse.filter.clear')}
              </Button>
            )}
          </div>
        </form>
      )}
    </div>
  )
}

function ExportButton({ filter }: { filter: LineFilter }) {
  const { t } = useTranslation()
  const known = useKnownWords()
  const { timeZone } = useBoot()
  const { act: save, busy } = useAct((api) => exportLines(api, filter, timeZone, { say: t, known }), {
    said: ({ written, total }) => (written < total ? t('purse.export.cut', { count: written }) : undefined),
    done: ({ text }) => saveAs(new Blob([text], { type: 'text/csv;charset=utf-8' }), 'wallet.csv'),
  })
  return (
    <IconButton label={t('purse.export')} aria-busy={busy} disabled={busy} onClick={() => void save()}>
      <Download />
    </IconButton>
  )
}

function Day({ name, label, first }: { name: string; label: string; first: string }) {
  const [day, setDay] = useState(first)
  const today = dayIn(useNow(), useBoot().timeZone)
  return (
    <div className="md:w-44">
      <input type="hidden" name={name} value={day} />
      <DayField label={label} value={day} onChange={setDay} today={today} max={today} />
    </div>
  )
}
