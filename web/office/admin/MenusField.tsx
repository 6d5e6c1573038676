import { Plus, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from '#web/app/say.ts'
import type { MenuItem } from '#web/office/admin/setting-values.ts'
import { Button } from '#web/ui/Button.tsx'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { TextField } from '#web/ui/TextField.tsx'

type MenusFieldProps = {
  label: string
  hint?: string | undefined
  error?: string | undefined
  aside?: ReactNode
  items: MenuItem[]
  onChange: (items: MenuItem[]) => void
}

/** The site's own links: each a name and an address. */
export function MenusField({ label, hint, error, aside, items, onChange }: MenusFieldProps) {
  const { t } = useTranslation()
  const change = (place: number, part: Partial<MenuItem>) => onChange(items.map((item, at) => (at === place ? { ...item, ...part } : item)))
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1.5 flex w-full items-baseline justify-between gap-3 text-14 font-semibold">
        {label}
        {aside && <span className="text-13 font-normal">{aside}</span>}
      </legend>
      {hint && <p className="text-13 text-muted">{hint}</p>}
      {items.map((item, place) => (
        <div
          key={place}
          className="grid grid-cols-[minmax(0,1fr)_44px] items-end gap-x-2 gap-y-2 border-t border-line pt-3 md:grid-cols-[1fr_1.4fr_auto_44px]"
        >
          <TextField
            label={t('office.settings.menuTitle')}
            maxLength={60}
            value={item.title}
            onChange={(event) => change(place, { title: event.target.value })}
          />
          <IconButton
            className="mb-0.5 md:order-last"
            label={t('office.settings.menuRemove', { title: item.title })}
            onClick={() => onChange(items.filter((_, at) => at !== place))}
          >
            <X />
          </IconButton>
          <TextField
            className="max-md:col-span-2"
            label={t('office.settings.menuPath')}
            placeholder="/terms"
            value={item.path}
            onChange={(event) => change(place, { path: event.target.value })}
          />
          <Checkbox
            label={t('office.settings.menuNewTab')}
            checked={item.isNewTab ?? false}
            onChange={(isNewTab) => change(place, { isNewTab })}
          />
        </div>
      ))}
      {error && (
        <p role="alert" tabIndex={-1} data-error="menus" className="text-13 text-onair">
          {error}
        </p>
      )}
      <Button
        rank="second"
        size="sm"
        icon={<Plus className="size-4" />}
        className="justify-self-start"
        onClick={() => onChange([...items, { title: '', path: '' }])}
      >
        {t('office.settings.menuAdd')}
      </Button>
    </fieldset>
  )
}
