import { useTranslation } from '#web/app/say.ts'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import type { PerformerListing } from '#contract/people/person.ts'
import { requireMember } from '#web/app/guard.ts'
import { load } from '#web/app/query.ts'
import { useSettings } from '#web/app/session.tsx'
import { MainFrame } from '#web/app/shell/MainFrame.tsx'
import { type AnyItem, frameOf, kept as keptWorks, lookOf } from '#web/catalogue/kinds/kinds.tsx'
import { places } from '#web/catalogue/works/places.ts'
import { Button } from '#web/ui/Button.tsx'
import { CoverGridWaiting } from '#web/ui/CoverGridWaiting.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { PageTitle } from '#web/ui/layout/PageTitle.tsx'
import { LinkTabs } from '#web/ui/LinkTabs.tsx'
import { PerformerTiles, PerformerTilesWaiting } from '#web/windows/directory/PerformerTiles.tsx'
import { kept, type KeptKind, keptKinds, keptPerformers } from '#web/windows/bookmarks/queries.ts'
import { useIsViewPending } from '#web/app/view-pending.ts'
import { type Paged, Pages } from '#web/app/Pages.tsx'

export const handle = { auth: true }

export async function loader(args: LoaderFunctionArgs) {
  requireMember(args)
  const asked = new URL(args.request.url).searchParams.get('kind')
  const kind = keptKinds.find((each) => each === asked) ?? 'feed'
  return { kind, first: await load(args, kept(kind, { offset: 0 })) }
}

/** What I kept, by kind. */
export function Component() {
  const { t } = useTranslation()
  const { siteName } = useSettings()
  const { kind } = useLoaderData<typeof loader>()
  const isPending = useIsViewPending()
  return (
    <MainFrame place="bookmarks" wide={kind !== 'feed'} top={{ title: t('shell.bookmarks') }}>
      <title>{`${t('shell.bookmarks')} · ${siteName}`}</title>
      <PageTitle>{t('shell.bookmarks')}</PageTitle>
      <LinkTabs
        className="mb-3"
        label={t('saved.kinds')}
        tabs={keptKinds.map((each) => ({
          label: t(`saved.kind.${each}`),
          to: each === 'feed' ? '/bookmarks' : `/bookmarks?kind=${each}`,
          current: each === kind,
        }))}
      />
      {isPending ? <CoverGridWaiting /> : <Kept key={kind} kind={kind} />}
    </MainFrame>
  )
}

function Kept({ kind }: { kind: KeptKind }) {
  // The loader asked for exactly this kind, and the list draws what the loader found.
  const { first } = useLoaderData<typeof loader>()
  const empty = <Nothing kind={kind} />
  if (kind === 'performer') {
    return (
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <Pages
          query={keptPerformers}
          loaded={first as Paged<PerformerListing>}
          draw={(people) => <PerformerTiles people={people} />}
          waiting={<PerformerTilesWaiting />}
          empty={empty}
        />
      </div>
    )
  }
  const { draw, waiting } = lookOf(kind)
  return (
    <div className={frameOf(kind)}>
      <Pages
        query={(after) => keptWorks(kind, after)}
        loaded={first as Paged<AnyItem>}
        draw={(works, isFirst) => draw(works, { first: isFirst })}
        waiting={waiting}
        empty={empty}
      />
    </div>
  )
}

/** Where there is something of this kind to keep. */
const lookFor = (kind: KeptKind) => (kind === 'performer' ? '/explore' : places[kind].list)
const leads = { performer: 'browse.toCreators', product: 'orders.toShop' } as const
const leadOf = (kind: KeptKind) => (kind === 'performer' || kind === 'product' ? leads[kind] : 'saved.look')

function Nothing({ kind }: { kind: KeptKind }) {
  const { t } = useTranslation()
  return (
    <EmptyState
      scene="keys"
      title={t('scenes.keys')}
      action={
        <Button to={lookFor(kind)} rank="second" size="sm">
          {t(leadOf(kind))}
        </Button>
      }
    >
      {t('saved.emptyKept')}
    </EmptyState>
  )
}
