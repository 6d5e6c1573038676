import { useTranslation } from 'react-i18next'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { workKinds } from '#contract/catalogue/kind-names.ts'
import { requireMember } from '#web/app/guard.ts'
import { load } from '#web/app/query.ts'
import { useSettings } from '#web/app/session.tsx'
import { MainFrame } from '#web/app/shell/MainFrame.tsx'
import { lookOf } from '#web/catalogue/kinds/kinds.tsx'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { PageTitle } from '#web/ui/layout/PageTitle.tsx'
import { LinkTabs } from '#web/ui/LinkTabs.tsx'
import { WorkCardSkeleton } from '#web/ui/Skeleton.tsx'
import { bought, type Bought } from '#web/windows/bookmarks/queries.ts'
import { useIsViewPending } from '#web/app/view-pending.ts'
import { Pages } from '#web/app/Pages.tsx'

export const handle = { auth: true, inClosedCountry: true }

export async function loader(args: LoaderFunctionArgs) {
  requireMember(args)
  const asked = new URL(args.request.url).searchParams.get('kind')
  const kind = workKinds.find((each) => each === asked)
  return { kind, first: await load(args, bought(kind, { offset: 0 })) }
}

/** What I unlocked; it stays, whatever its creator does later. */
export function Component() {
  const { t } = useTranslation()
  const { siteName } = useSettings()
  const { kind, first } = useLoaderData<typeof loader>()
  const isPending = useIsViewPending()
  return (
    <MainFrame place="unlocked" top={{ title: t('shell.unlocked') }}>
      <title>{`${t('shell.unlocked')} · ${siteName}`}</title>
      <PageTitle>{t('shell.unlocked')}</PageTitle>
      <LinkTabs
        className="mb-3"
        label={t('saved.kinds')}
        tabs={[undefined, ...workKinds].map((each) => ({
          label: t(`saved.kind.${each ?? 'all'}`),
          to: each ? `/unlocked?kind=${each}` : '/unlocked',
          current: each === kind,
        }))}
      />
      {isPending ? (
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

/** Tiles of one kind that follow one another stand beside each other; what is read stands alone. */
function groups(works: readonly Bought[]): WorkGroup[] {
  const all: WorkGroup[] = []
  for (const work of works) {
    const last = all.at(-1)
    if (last && last.kind === work.kind && !lookOf(work.kind).isRead) last.works.push(work)
    else all.push({ id: work[work.kind]?._id ?? work.boughtAt, kind: work.kind, works: [work] })
  }
  return all
}

const Group = ({ group: { kind, works } }: { group: WorkGroup }) => lookOf(kind).draw(works.flatMap((work) => work[kind] ?? []))

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
