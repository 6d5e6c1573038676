import type { ReactNode } from 'react'
import { useSettings } from '#web/app/session.tsx'
import { type StudioPlace, StudioShell } from '#web/app/shell/StudioShell.tsx'
import { PageTitle } from '#web/ui/layout/PageTitle.tsx'

type StudioPageProps = { place: StudioPlace; title: string; below?: boolean; hasAct?: boolean; aside?: ReactNode; children: ReactNode }

/** A page of the studio: its parts one below the other, under its title, which a phone has in its bar. */
export function StudioPage({ place, title, below = false, hasAct = false, aside, children }: StudioPageProps) {
  const { siteName } = useSettings()
  return (
    <StudioShell place={place} title={title} below={below} hasAct={hasAct}>
      <title>{`${title} · ${siteName}`}</title>
      <PageTitle aside={aside}>{title}</PageTitle>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-2 max-md:pt-2 md:gap-4">{children}</div>
    </StudioShell>
  )
}
