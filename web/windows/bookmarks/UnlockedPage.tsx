import { LockOpen } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { requireMember } from '#web/app/guard.ts'
import { load } from '#web/app/query.ts'
import { useSettings } from '#web/app/session.tsx'
import { MainFrame } from '#web/app/shell/MainFrame.tsx'
import { FeedCard } from '#web/catalogue/feeds/FeedCard.tsx'
import { GalleryTiles } from '#web/catalogue/galleries/GalleryTiles.tsx'
import { ProductTiles } from '#web/catalogue/shop/ProductTiles.tsx'
import { VideoTiles } from '#web/catalogue/videos/VideoTiles.tsx'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { PageTitle } from '#web/ui/layout/PageTitle.tsx'
import { LinkTabs } from '#web/ui/LinkTabs.tsx'
import { WorkCardSkeleton } from '#web/ui/Skeleton.tsx'
import { bought, type Bought, boughtKinds } from '#web/windows/bookmarks/queries.ts'
import { useTurning } from '#web/app/turning.ts'
import { Pages } from '#web/windows/timeline/Pages.tsx'

export const handle = { auth: true, inClosedCountry: true }

export async function loader(args: LoaderFunctionArgs) {
  requireMember(args)
  const asked = new URL(args.request.url).searchParams.get('kind')
  const kind = boughtKinds.find((each) => each === asked)
  return { kind, first: await load(args, bought(kind, { offset: 0 })) }
}

/** What I unlocked; it stays, whatever its creator does later. */
export function Component() {
  const { t } = useTranslation()
  const { siteName } = useSettings()
  const { kind, first } = useLoaderData<typeof loader>()
  const isTurning = useTurning()
  return (
    <MainFrame place="unlocked" top={{ title: t('shell.unlocked') }}>
      <title>{`${t('shell.unlocked')} · ${siteName}`}</title>
      <PageTitle>{t('shell.unlocked')}</PageTitle>
      <LinkTabs
        className="mb-3"
        label={t('saved.kinds')}
        tabs={[undefined, ...boughtKinds].map((each) => ({
          label: t(`saved.kind.${each ?? 'all'}`),
          to: each ? `/unlocked?kind=${each}` : '/unlocked',
          current: each === kind,
        }))}
      />
      {isTurning ? (
        <WorkCardSkeleton count={2} />
      ) : (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-2 md:gap-4">
          <Pages
            key={kind ?? 'all'}
            query={(after) => bought(kind, after)}
            loaded={first}
            waiting={<WorkCardSkeleton count={2} />}
            empty={<Nothing />}
            draw={(works) => groups(works).map((group) => <Group key={group.id} group={group} />)}
          />
        </div>
      )}
    </MainFrame>
  )
}

interface WorkGroup {
  id: string
  kind: Bought['kind']
  works: Bought[]
}

/** Tiles of one kind that follow one another stand beside each other; posts stand alone. */
function groups(works: readonly Bought[]): WorkGroup[] {
  const all: WorkGroup[] = []
  for (const work of works) {
    const last = all.at(-1)
    if (last && last.kind === work.kind && work.kind !== 'feed') last.works.push(work)
    else all.push({ id: (work.feed ?? work.video ?? work.gallery ?? work.product)?._id ?? work.boughtAt, kind: work.kind, works: [work] })
  }
  return all
}

function Group({ group: { kind, works } }: { group: WorkGroup }) {
  if (kind === 'video') return <VideoTiles videos={works.flatMap(({ video }) => video ?? [])} />
  if (kind === 'gallery') return <GalleryTiles galleries={works.flatMap(({ gallery }) => gallery ?? [])} />
  if (kind === 'product') return <ProductTiles products={works.flatMap(({ product }) => product ?? [])} />
  return works.flatMap(({ feed }) => (feed ? [<FeedCard key={feed._id} feed={feed} />] : []))
}

function Nothing() {
  const { t } = useTranslation()
  return (
    <EmptyState
      icon={LockOpen}
      action={
        <Button to="/explore" rank="second" size="sm">
          {t('home.explore')}
        </Button>
      }
    >
      {t('saved.emptyBought')}
    </EmptyState>
  )
}
