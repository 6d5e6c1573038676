import { Search } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { useTranslation } from '#web/app/say.ts'
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { kindNames, workKinds } from '#contract/catalogue/kind-names.ts'
import { load, loadOr } from '#web/app/query.ts'
import { useApi, useSettings } from '#web/app/session.tsx'
import { MainFrame } from '#web/app/shell/MainFrame.tsx'
import { frameOf, lookOf } from '#web/catalogue/kinds/kinds.tsx'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { languageOf } from '#web/ui/language.ts'
import { LinkTabs } from '#web/ui/LinkTabs.tsx'
import { PageTitle } from '#web/ui/layout/PageTitle.tsx'
import { Pills } from '#web/ui/Pills.tsx'
import { RefusedState } from '#web/ui/RefusedState.tsx'
import { CoverGridWaiting } from '#web/ui/CoverGridWaiting.tsx'
import { PerformerTiles } from '#web/windows/directory/PerformerTiles.tsx'
import { type Everything, everything, keywords, type Keywords, type Kind, kinds } from '#web/windows/search/queries.ts'
import { OneKind } from '#web/windows/search/OneKind.tsx'
import { SearchForm } from '#web/windows/search/SearchForm.tsx'
import { useSpeech } from '#web/ui/UiWords.tsx'
import { useIsViewPending } from '#web/app/view-pending.ts'

interface Loaded {
  q: string
  kind: Kind | undefined
  found?: Everything
  popular?: Keywords
  /** The sentence of a refusal: some words may not be looked for. */
  refused?: string
}

export async function loader(args: LoaderFunctionArgs): Promise<Loaded> {
  const asked = new URL(args.request.url).searchParams
  const q = asked.get('q')?.trim().slice(0, 100) ?? ''
  const kind = kinds.find((each) => each === asked.get('type'))
  if (q === '') return { q, kind, popular: await load(args, keywords('')) }
  if (kind) return { q, kind }
  const { answer: found, refused } = await loadOr('prohibited_term', args, everything(q))
  return { q, kind, ...(found && { found }), ...(refused !== undefined && { refused }) }
}

/** Everything there is, by words: all kinds at once, or one of them. */
export function Component() {
  const { t } = useTranslation()
  const { siteName } = useSettings()
  const { q, kind, found, popular, refused } = useLoaderData<typeof loader>()
  const isPending = useIsViewPending()
  useNoting(q, refused === undefined)
  const title = q ? `${q} · ${t('search.title')}` : t('search.title')
  return (
    <MainFrame place="explore" wide top={{ title: t('search.title'), back: '/explore' }}>
      <title>{`${title} · ${siteName}`}</title>
      <PageTitle>{t('search.title')}</PageTitle>
      <SearchForm q={q} kind={kind} focused={q === ''} />
      {q !== '' && !refused && (
        <LinkTabs
          className="my-2"
          label={t('search.tabs')}
          tabs={[undefined, ...kinds].map((each) => ({
            label: t(`search.tab.${each ?? 'all'}`),
            to: `/search?${new URLSearchParams({ q, ...(each && { type: each }) })}`,
            current: each === kind,
          }))}
        />
      )}
      {isPending ? (
        <CoverGridWaiting />
      ) : refused ? (
        <RefusedState what={t('home.refused')} why={refused} />
      ) : q === '' ? (
        <Beginning popular={popular ?? []} />
      ) : kind ? (
        <OneKind key={`${kind} ${q}`} kind={kind} q={q} empty={<Nothing q={q} />} />
      ) : (
        found && <AllKinds q={q} found={found} />
      )}
    </MainFrame>
  )
}

/** What people look for is counted once the page of it is read. */
function useNoting(q: string, isAllowed: boolean): void {
  const api = useApi()
  useEffect(() => {
    if (q === '' || !isAllowed) return
    const timer = setTimeout(() => void api.search.note({ keyword: q.slice(0, 60) }).catch(() => undefined), 1500)
    return () => clearTimeout(timer)
  }, [api, q, isAllowed])
}

function Beginning({ popular }: { popular: Keywords }) {
  const { t } = useTranslation()
  return (
    <>
      {popular.length > 0 && (
        <section className="mt-4">
          <h2 className="text-16 max-md:px-4">{t('search.popular')}</h2>
          <Pills
            className="mt-1 flex-wrap"
            label={t('search.popular')}
            pills={popular.map(({ keyword }) => ({ label: keyword, to: `/search?${new URLSearchParams({ q: keyword })}` }))}
          />
        </section>
      )}
      <EmptyState
        icon={Search}
        action={
          <Button to="/explore" rank="second" size="sm">
            {t('search.explore')}
          </Button>
        }
      >
        {t('search.begin')}
      </EmptyState>
    </>
  )
}

function AllKinds({ q, found }: { q: string; found: Everything }) {
  // What is read one under another is long, and stands below what one chooses from.
  const inOrder = workKinds.toSorted((one, other) => Number(lookOf(one).isRead ?? false) - Number(lookOf(other).isRead ?? false))
  const groups = inOrder.flatMap((kind) => {
    const { data, hasMore } = found[kindNames[kind].plural]
    const { isRead, draw } = lookOf(kind)
    if (data.length === 0) return []
    return [
      <Group key={kind} kind={kindNames[kind].plural} q={q} hasMore={hasMore}>
        {isRead ? <div className={cx(frameOf(kind), 'max-w-[600px]')}>{draw(data)}</div> : draw(data)}
      </Group>,
    ]
  })
  const { performers } = found
  if (groups.length === 0 && performers.data.length === 0) return <Nothing q={q} />
  return (
    <div className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-8">
      {performers.data.length > 0 && (
        <Group kind="performers" q={q} hasMore={performers.hasMore}>
          <PerformerTiles people={performers.data} />
        </Group>
      )}
      {groups}
    </div>
  )
}

function Group({ kind, q, hasMore, children }: { kind: Kind; q: string; hasMore: boolean; children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <section aria-labelledby={`found-${kind}`}>
      <div className="mb-3 flex items-baseline justify-between gap-4 max-md:px-4">
        <h2 id={`found-${kind}`} className="text-18">
          {t(`search.tab.${kind}`)}
        </h2>
        {hasMore && (
          <Link to={`/search?${new URLSearchParams({ q, type: kind })}`} className="touch relative text-14 text-link">
            {t('search.seeAll')}
          </Link>
        )}
      </div>
      {children}
    </section>
  )
}

function Nothing({ q }: { q: string }) {
  const { t } = useTranslation()
  const { locale } = useSpeech()
  return (
    <EmptyState
      scene="lamp"
      title={t('scenes.lamp')}
      action={
        <Button to="/explore" rank="second" size="sm">
          {t('search.explore')}
        </Button>
      }
    >
      {t('search.nothing', { q }) + languageOf(locale).space + t('search.nothingTip')}
    </EmptyState>
  )
}
