import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Query } from '#web/app/query.ts'
import { useSettings } from '#web/app/session.tsx'
import { MainFrame } from '#web/app/shell/MainFrame.tsx'
import type { KindTab } from '#web/catalogue/works/places.ts'
import { Button } from '#web/ui/Button.tsx'
import { CoverGridWaiting } from '#web/ui/CoverGridWaiting.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { PageTitle } from '#web/ui/layout/PageTitle.tsx'
import { type Pill, Pills } from '#web/ui/Pills.tsx'
import { ExploreTabs } from '#web/catalogue/works/ExploreTabs.tsx'
import { useIsViewPending } from '#web/app/view-pending.ts'
import { type After, type Paged, Pages } from '#web/app/Pages.tsx'

type BrowsePageProps<Item> = {
  place: Exclude<KindTab, 'feed'>
  title: string
  /** What the list is narrowed to, for the tab: a tag. */
  about?: string | undefined
  pills: { label: string; pills: Pill[] }[]
  filter: object
  first: Paged<Item>
  query: (after: After) => Query<Paged<Item>>
  draw: (items: Item[]) => ReactNode
  /** Said where there is nothing, and where that leads. */
  none: { icon: LucideIcon; words: string; action: string; to: string }
}

/** What everybody shows, of one kind: in an order, narrowed by what stands in the address. */
export function BrowsePage<Item>({ place, title, about, pills, filter, first, query, draw, none }: BrowsePageProps<Item>) {
  const { siteName } = useSettings()
  const isPending = useIsViewPending()
  return (
    <MainFrame place="explore" wide top={{ title }}>
      <title>{`${about ? `${about} · ` : ''}${title} · ${siteName}`}</title>
      <PageTitle>{title}</PageTitle>
      <ExploreTabs place={place} />
      <div className="my-2 grid gap-1">
        {pills.map((row) => (
          <Pills key={row.label} label={row.label} pills={row.pills} />
        ))}
      </div>
      {isPending ? (
        <CoverGridWaiting dense={place === 'shop'} />
      ) : (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
          <Pages
            key={JSON.stringify(filter)}
            query={query}
            loaded={first}
            waiting={<CoverGridWaiting dense={place === 'shop'} />}
            empty={
              <EmptyState
                icon={none.icon}
                action={
                  <Button to={none.to} rank="second" size="sm">
                    {none.action}
                  </Button>
                }
              >
                {none.words}
              </EmptyState>
            }
            draw={draw}
          />
        </div>
      )}
    </MainFrame>
  )
}
