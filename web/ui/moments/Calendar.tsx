import { ChevronLeft, ChevronRight } from 'lucide-react'
import { DayPicker } from 'react-day-picker'
import { kept } from '#web/ui/kept.ts'
import { useSpeech } from '#web/ui/UiWords.tsx'

type CalendarProps = {
  /** 2026-11-21; nothing chosen: empty. */
  day: string
  onChange: (day: string) => void
  /** The first day that can be chosen, where not every one can. */
  first?: string | undefined
  /** The last one; else to the end of the year after the next. */
  last?: string | undefined
  /** Today where the reader is. */
  today: string
  label: string
}

const inLocale = (options: Intl.DateTimeFormatOptions) => kept((tag: string) => new Intl.DateTimeFormat(tag, options))
const month = inLocale({ year: 'numeric', month: 'long' })
const fullDay = inLocale({ dateStyle: 'full' })
const weekday = {
  narrow: inLocale({ weekday: 'narrow' }),
  short: inLocale({ weekday: 'short' }),
  long: inLocale({ weekday: 'long' }),
}

/** A month of days. The library keeps its keys and its roles; words and looks are ours. */
export default function Calendar({ day, onChange, first, last, today, label }: CalendarProps) {
  const { locale, dateTag, words } = useSpeech()
  const end = last === undefined ? new Date(dateOf(first ?? today).getFullYear() + 2, 11) : dateOf(last)
  const shown = day === '' ? (first ?? last ?? today) : day
  return (
    <DayPicker
      mode="single"
      required
      aria-label={label}
      selected={day === '' ? undefined : dateOf(day)}
      onSelect={(date) => onChange(dayOf(date))}
      defaultMonth={dateOf(shown)}
      {...(first !== undefined && { startMonth: dateOf(first) })}
      endMonth={end}
      disabled={[...(first === undefined ? [] : [{ before: dateOf(first) }]), ...(last === undefined ? [] : [{ after: dateOf(last) }])]}
      today={dateOf(today)}
      showOutsideDays
      formatters={{
        formatCaption: (date) => month(dateTag).format(date),
        formatWeekdayName: (date) => weekday[/^(?:zh|ja|ko)/.test(locale) ? 'narrow' : 'short'](dateTag).format(date),
        formatDay: (date) => String(date.getDate()),
      }}
      labels={{
        labelNext: () => words('nextMonth'),
        labelPrevious: () => words('previousMonth'),
        labelDayButton: (date) => fullDay(dateTag).format(date),
        labelGrid: (date) => month(dateTag).format(date),
        labelWeekday: (date) => weekday.long(dateTag).format(date),
        labelNav: () => label,
      }}
      components={{
        Chevron: ({ orientation }) => (orientation === 'left' ? <ChevronLeft aria-hidden="true" /> : <ChevronRight aria-hidden="true" />),
      }}
      classNames={{
        root: 'num w-full',
        months: 'relative',
        nav: 'absolute -top-1 end-0 flex',
        button_previous:
          'grid size-11 place-items-center rounded-full text-muted transition-colors hover:bg-hover aria-disabled:opacity-45',
        button_next: 'grid size-11 place-items-center rounded-full text-muted transition-colors hover:bg-hover aria-disabled:opacity-45',
        month_caption: 'flex min-h-9 items-center text-15 font-semibold',
        month_grid: 'mt-2 w-full table-fixed',
        weekday: 'h-9 text-13 font-normal text-muted',
        day: 'p-0 text-center text-14',
        day_button:
          'inline-grid h-11 w-full max-w-14 place-items-center rounded-full transition-colors hover:bg-hover disabled:pointer-events-none disabled:text-muted disabled:opacity-60',
        outside: 'text-muted',
        today: '[&>button]:font-semibold',
        selected: '[&>button]:bg-primary! [&>button]:font-semibold [&>button]:text-on-primary!',
      }}
    />
  )
}

/** Days travel as text; the library takes the noon of a date, which no change of clocks moves to another day. */
const dateOf = (day: string) => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date, 12)
}
const dayOf = (date: Date) =>
  [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, '0')).join('-')
