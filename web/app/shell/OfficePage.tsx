import type { ReactNode } from 'react'
import { useSettings } from '#web/app/session.tsx'
import { type OfficePlace, OfficeShell } from '#web/app/shell/OfficeShell.tsx'
import { PageTitle } from '#web/ui/layout/PageTitle.tsx'

type OfficePageProps = {
  place: OfficePlace
  title: string
  aside?: ReactNode
  children: ReactNode
}

/** A page of the office: its parts one below the other, under its title. */
export function OfficePage({ place, title, aside, children }: OfficePageProps) {
  const { siteName } = useSettings()
  return (
    <OfficeShell place={place}>
      <title>{`${title} · ${siteName}`}</title>
      <PageTitle onPhone="shown" aside={aside}>
        {title}
      </PageTitle>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-2 md:gap-4">{children}</div>
    </OfficeShell>
  )
}
