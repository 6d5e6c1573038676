import { ChevronDown } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { Card } from '#web/ui/Card.tsx'
import { cx } from '#web/ui/cx.ts'

/** One card for a whole form, its sections parted by a line. */
export function FormCard({ children, className }: { children: ReactNode; className?: string }) {
  return <Card className={cx('px-4 md:px-5 [&>section+section]:border-t [&>section+section]:border-line', className)}>{children}</Card>
}

export type FormSectionProps = {
  /** Its name; written above it with `isTitled`, where its fields do not say it themselves. */
  title: string
  isTitled?: boolean
  /** At the right of the title: one muted line, or a text button. */
  aside?: ReactNode
  children: ReactNode
}

export function FormSection({ title, isTitled = false, aside, children }: FormSectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="py-4">
      <div className={cx('flex items-baseline justify-between gap-4', (isTitled || aside !== undefined) && 'mb-2')}>
        <h2 id={id} className={isTitled ? 'text-14 font-semibold' : 'sr-only'}>
          {title}
        </h2>
        {aside && <div className="text-13 text-muted">{aside}</div>}
      </div>
      {children}
    </section>
  )
}

export type FormFoldProps = {
  title: string
  /** What is inside, after the title: 「，標籤、預覽圖」 */
  inside: string
  isOpenAtFirst: boolean
  /** Something in it was refused: it opens. */
  hasError: boolean
  children: ReactNode
}

/** What most do without, behind one line. */
export function FormFold({ title, inside, isOpenAtFirst, hasError, children }: FormFoldProps) {
  const [isOpen, setIsOpen] = useState(isOpenAtFirst)
  return (
    <FormSection title={title}>
      <details open={isOpen || hasError} onToggle={(event) => setIsOpen(event.currentTarget.open)} className="group -my-1.5">
        <summary className="flex min-h-11 cursor-pointer list-none items-center gap-3 [&::-webkit-details-marker]:hidden">
          <span className="min-w-0 flex-1 text-15">
            {title}
            <span className="text-muted">{inside}</span>
          </span>
          <ChevronDown aria-hidden="true" className="flex-none text-muted transition-[rotate] group-open:rotate-180" />
        </summary>
        <div className="grid gap-5 pt-3 pb-2">{children}</div>
      </details>
    </FormSection>
  )
}
