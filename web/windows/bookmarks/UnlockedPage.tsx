import { Grid2x2, Rows3 } from 'lucide-react'
import { useTranslation } from '#web/app/say.ts'
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import type { BoughtKind } from '#contract/windows/bookmarks.ts'
import { bootOf } from '#web/app/api.ts'
import { requireMember } from '#web/app/guard.ts'
import { load, useQuery } from '#web/app/query.ts'
import { useBoot, useSettings } from '#web/app/session.tsx'
import { MainFrame } from '#web/app/shell/MainFrame.tsx'
import { lookOf } from '#web/catalogue/kinds/kinds.tsx'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { PageTitle } from '#web/ui/layout/PageTitle.tsx'
import { writeTotal } from '#web/ui/numbers.ts'
import { Pills } from '#web/ui/Pills.tsx'
import { WorkCardSkeleton } from '#web/ui/Skeleton.tsx'
import { useSpeech } from '#web/ui/UiWords.tsx'
import { bought, type Bought, boughtKinds, boughtMonths } from '#web/windows/bookmarks/queries.ts'
import { useIsViewPending } from '#web/app/view-pending.ts'
import { EndOfRow, MessageTile, UnlockedWall, wall, WallWaiting } from '#web/windows/bookmarks/UnlockedWall.tsx'
import { type After, Pages } from '#web/app/Pages.tsx'

export const handle = { auth: true, inClosedCountry: true }

export async function loader(args: LoaderFunctionArgs) {
  requireMember(args)
  const asked = new URL(args.request.url).searchParams
  const kind = boughtKinds.find((each) => each === asked.get('kind'))
  const isFeed = asked.get('view') === 'list'
  const [first, months] = await Promise.all([
    load(args, bought(kind, { offset: 0 })),
    isFeed ? [] : load(args, boughtMonths(kind, bootOf(args).timeZone)),
  ])
  return { kind, isFeed, first, months }
}

/** What I unlocked; it stays, whatever its creator does later. A wall, and one by one for those who want to read. */
export function Component() {
  const { t } = useTranslation()
  const { siteName } = useSettings()
  const { locale } = useSpeech()
  const { kind, isFeed, first, months: loaded } = useLoaderData<typeof loader>()
  const { timeZone } = useBoot()
  const { data: months = loaded } = useQuery(isFeed ? null : boughtMonths(kind, timeZone), loaded)
  const isPending = useIsViewPending()
  const count = t('saved.bought', { count: first.total, amount: writeTotal(first, locale) })
  const list = { query: (after: After) => bought(kind, after), loaded: first, empty: <Nothing /> }
  return (
    <MainFrame place="unlocked" wide={!isFeed} top={{ title: t('shell.unlocked') }}>
      <title>{`${t('shell.unlocked')} · ${siteName}`}</title>
      <PageTitle>{t('shell.unlocked')}</PageTitle>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-6 max-md:pt-4 md:mb-5">
        <p className="num text-14 text-muted max-md:px-4">{first.total > 0 && count}</p>
        <div className="flex min-w-0 items-center max-md:w-full">
          <Pills
            className="min-w-0 max-md:flex-1"
            label={t('saved.kinds')}
            pills={[undefined, ...boughtKinds].map((each) => ({
              label: t(`saved.kind.${each ?? 'all'}`),
              to: addressOf(each, isFeed),
              current: each === kind,
            }))}
          />
          <Link
            to={addressOf(kind, !isFeed)}
            preventScrollReset
            replace
            aria-label={t(isFeed ? 'saved.bought.asWall' : 'saved.bought.asFeed')}
            title={t(isFeed ? 'saved.bought.asWall' : 'saved.bought.asFeed')}
            className="grid size-11 flex-none place-items-center"
          >
            {isFeed ? <Grid2x2 aria-hidden="true" /> : <Rows3 aria-hidden="true" />}
          </Link>
        </div>
      </div>
      {isPending ? (
        isFeed ? (
          <WorkCardSkeleton count={2} />
        ) : (
          <WallWaiting />
        )
      ) : isFeed ? (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-2 md:gap-4">
          <Pages
            key={kind ?? 'all'}
            {...list}
            waiting={<WorkCardSkeleton count={2} />}
            draw={(works) => groups(works).map((group) => <Group key={group.id} group={group} />)}
          />
        </div>
      ) : first.total === 0 ? (
        <Nothing />
      ) : (
        <div className={wall}>
          <Pages
            key={kind ?? 'all'}
            {...list}
            waiting={null}
            draw={(works, _first, before) => <UnlockedWall works={works} before={before} months={months} />}
          />
          <EndOfRow />
        </div>
      )}
    </MainFrame>
  )
}

function addressOf(kind: BoughtKind | undefined, isFeed: boolean): string {
  const asked = new URLSearchParams({ ...(kind && { kind }), ...(isFeed && { view: 'list' }) }).toString()
  return asked ? `/unlocked?${asked}` : '/unlocked'
}

interface WorkGroup {
  id: string
  kind: Bought['kind']
  works: Bought[]
}

/** Tiles of one kind that follow one another stand beside each other; what is read stands alone. */
function groups(works: readonly Bought[]): WorkGroup[] {
  const all: WorkGroup[] = []
  for (const work of works) {
    const last = all.at(-1)
    if (last && last.kind === work.kind && (work.kind === 'message' || !lookOf(work.kind).isRead)) last.works.push(work)
    else all.push({ id: work[work.kind]?._id ?? work.boughtAt, kind: work.kind, works: [work] })
  }
  return all
}

const Group = ({ group: { kind, works } }: { group: WorkGroup }) =>
  kind === 'message' ? (
    <div className={wall}>
      {works.map(({ message }) => message && <MessageTile key={message._id} message={message} isSeenFirst={false} />)}
      <EndOfRow />
    </div>
  ) : (
    lookOf(kind).draw(works.flatMap((work) => work[kind] ?? []))
  )

function Nothing() {
  const { t } = useTranslation()
  return (
    <EmptyState
      scene="keys"
      title={t('scenes.keys')}
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
