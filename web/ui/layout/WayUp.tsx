import { ChevronLeft } from 'lucide-react'
import { Link, type LinkProps } from 'react-router'

export type Above = { to: LinkProps['to']; label: string }

/** The line before a title that leads to the page above. On a phone the top bar's arrow leads there. */
export function WayUp({ to, label }: Above) {
  return (
    <Link to={to} data-way-up className="-ms-1 inline-flex min-h-8 items-center gap-0.5 text-14 text-muted hover:text-text max-md:hidden">
      <ChevronLeft aria-hidden="true" className="size-4" />
      {label}
    </Link>
  )
}
