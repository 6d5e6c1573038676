import { Bookmark } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { requireMember } from '#web/app/guard.ts'
import { load, type Query } from '#web/app/query.ts'
import { useSettings } from '#web/app/session.tsx'
import { MainFrame } from '#web/app/shell/MainFrame.tsx'
import { GalleryTiles } from '#web/catalogue/galleries/GalleryTiles.tsx'
import { ProductTiles } from '#web/catalogue/shop/ProductTiles.tsx'
import { VideoTiles } from '#web/catalogue/videos/VideoTiles.tsx'
import { Button } from '#web/ui/Button.tsx'
import { CoverGridWaiting } from '#web/ui/CoverGridWaiting.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { PageTitle } from '#web/ui/layout/PageTitle.tsx'
import { LinkTabs } from '#web/ui/LinkTabs.tsx'
import { PerformerTiles, PerformerTilesWaiting } from '#web/windows/directory/PerformerTiles.tsx'
import { kept, type KeptKind, keptKinds } from '#web/windows/bookmarks/queries.ts'
import { FeedList } from '#web/windows/timeline/FeedList.tsx'
import { useTurning } from '#web/app/turning.ts'
import { type Paged, Pages } from '#web/windows/timeline/Pages.tsx'

export const handle = { auth: true }

export async function loader(args: LoaderFunctionArgs) {
  requireMember(args)
  const asked = new URL(args.request.url).searchParams.get('kind')
  const kind = keptKinds.find((each) => each === asked) ?? 'feed'
  return { kind, first: await load(args, kept[kind]({ offset: 0 }) as Query<Paged<unknown>>) }
}

/** What I kept, by kind. */
export function Component() {
  const { t } = useTranslation()
  const { siteName } = useSettings()
  const { kind } = useLoaderData<typeof loader>()
  const isTurning = useTurning()
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
      {isTurning ? <CoverGridWaiting /> : <Kept key={kind} kind={kind} />}
    </MainFrame>
  )
}

function Kept({ kind }: { kind: KeptKind }) {
  // The loader asked for exactly this kind, and the list draws what the loader found.
  const { first } = useLoaderData<typeof loader>()
  const rest = {
    empty: <Nothing kind={kind} />,
    waiting: kind === 'performer' ? <PerformerTilesWaiting /> : <CoverGridWaiting dense={kind === 'product'} />,
  }
  const loaded = <Item,>(_query: (after: { offset: number }) => Query<Paged<Item>>) => first as Paged<Item>
  if (kind === 'feed') return <FeedList query={kept.feed} loaded={loaded(kept.feed)} empty={<Nothing kind={kind} />} />
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      {kind === 'video' && (
        <Pages {...rest} query={kept.video} loaded={loaded(kept.video)} draw={(videos) => <VideoTiles videos={videos} />} />
      )}
      {kind === 'gallery' && (
        <Pages {...rest} query={kept.gallery} loaded={loaded(kept.gallery)} draw={(galleries) => <GalleryTiles galleries={galleries} />} />
      )}
      {kind === 'product' && (
        <Pages {...rest} query={kept.product} loaded={loaded(kept.product)} draw={(products) => <ProductTiles products={products} />} />
      )}
      {kind === 'performer' && (
        <Pages {...rest} query={kept.performer} loaded={loaded(kept.performer)} draw={(people) => <PerformerTiles people={people} />} />
      )}
    </div>
  )
}

/** Where there is something of this kind to keep. */
const places = {
  feed: { to: '/home?scope=discover', words: 'saved.look' },
  video: { to: '/videos', words: 'saved.look' },
  gallery: { to: '/galleries', words: 'saved.look' },
  product: { to: '/shop', words: 'orders.toShop' },
  performer: { to: '/explore', words: 'browse.toCreators' },
} as const

function Nothing({ kind }: { kind: KeptKind }) {
  const { t } = useTranslation()
  const { to, words } = places[kind]
  return (
    <EmptyState
      icon={Bookmark}
      action={
        <Button to={to} rank="second" size="sm">
          {t(words)}
        </Button>
      }
    >
      {t('saved.emptyKept')}
    </EmptyState>
  )
}
