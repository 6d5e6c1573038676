import { Popover } from '@base-ui/react/popover'
import { CalendarDays } from 'lucide-react'
import { Suspense, useId, useState } from 'react'
import { useBackCloses } from '#web/ui/back.ts'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { describedBy, type FieldFacts, FieldShell, fieldBox } from '#web/ui/FieldShell.tsx'
import { kept } from '#web/ui/kept.ts'
import { lazy } from '#web/ui/network.ts'
import { useSpeech } from '#web/ui/UiWords.tsx'

const Calendar = lazy(() => import('#web/ui/moments/Calendar.tsx'))

const shortDay = kept((tag: string) => new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeZone: 'UTC' }))

export type DayFieldProps = FieldFacts & {
  /** 2026-11-21; none: empty. */
  value: string
  onChange: (day: string) => void
  /** 2026-11-21 where the reader is. */
  today: string
  min?: string | undefined
  max?: string | undefined
  /** Then none cannot be chosen. */
  required?: boolean
}

/** One day, written as its reader writes days, and chosen from a calendar. */
export function DayField({
  label,
  hint,
  error,
  aside,
  hideLabel,
  className,
  value,
  onChange,
  today,
  min,
  max,
  required = false,
}: DayFieldProps) {
  const id = useId()
  const { dateTag, words } = useSpeech()
  const name = typeof label === 'string' ? label : undefined
  const [open, setOpen] = useState(false)
  useBackCloses(open, () => setOpen(false))
  const choose = (day: string) => {
    setOpen(false)
    onChange(day)
  }
  return (
    <FieldShell {...{ id, label, hint, error, aside, className, required, hideLabel: hideLabel ?? false }}>
      <Popover.Root open={open} onOpenChange={setOpen}>
        <Popover.Trigger
          id={id}
          aria-invalid={error ? true : undefined}
          aria-describedby={cx(`${id}-day`, describedBy(id, { hint, error }))}
          className={cx(
            fieldBox,
            'num flex items-center justify-between gap-1.5 px-3.5! text-start text-15! whitespace-nowrap max-md:text-14!',
          )}
        >
          <span id={`${id}-day`} className={cx('min-w-0 truncate', value === '' && 'text-muted')}>
            {value === '' ? '—' : shortDay(dateTag).format(new Date(`${value}T12:00:00Z`))}
          </span>
          <CalendarDays aria-hidden="true" className="size-4 flex-none text-muted max-[379px]:hidden" />
        </Popover.Trigger>
        <Popover.Portal>
          <Popover.Positioner side="bottom" align="start" sideOffset={8} collisionPadding={8} className="z-50 outline-none">
            <Popover.Popup
              aria-label={name ?? ''}
              className="w-[min(344px,calc(100vw-16px))] rounded-card bg-raised p-4 text-text shadow-raised transition-opacity outline-none data-ending-style:opacity-0 data-starting-style:opacity-0"
            >
              <Suspense fallback={<div className="h-[340px] rounded-control bg-skeleton" />}>
                <Calendar day={value} first={min} last={max} today={today} label={name ?? ''} onChange={choose} />
              </Suspense>
              {!required && value !== '' && (
                <Button rank="text" size="sm" className="mt-2" onClick={() => choose('')}>
                  {words('remove')}
                </Button>
              )}
            </Popover.Popup>
          </Popover.Positioner>
        </Popover.Portal>
      </Popover.Root>
    </FieldShell>
  )
}
