import type { ReactNode } from 'react'
import { useSettings } from '#web/app/session.tsx'
import { type OfficePlace, OfficeShell } from '#web/app/shell/OfficeShell.tsx'
import { PageTitle } from '#web/ui/layout/PageTitle.tsx'

type OfficePageProps = {
  place: OfficePlace
  title: string
  below?: boolean
  aside?: ReactNode
  children: ReactNode
}

/** A page of the office: its parts one below the other, under its title, which a phone has in its bar, but on the first page. */
export function OfficePage({ place, title, below = false, aside, children }: OfficePageProps) {
  const { siteName } = useSettings()
  return (
    <OfficeShell place={place} title={place === 'overview' ? undefined : title} below={below}>
      <title>{`${title} · ${siteName}`}</title>
      <PageTitle onPhone={place === 'overview' ? 'shown' : 'hidden'} aside={aside}>
        {title}
      </PageTitle>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-2 md:gap-4">{children}</div>
    </OfficeShell>
  )
}
