import { Newspaper } from 'lucide-react'
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { usePageTitle } from '#web/app/page-title.ts'
import { load } from '#web/app/query.ts'
import { useTranslation } from '#web/app/say.ts'
import { useBoot, useNow, useSettings } from '#web/app/session.tsx'
import { MainFrame } from '#web/app/shell/MainFrame.tsx'
import { pagingOf, tableFrom, useTableAddress } from '#web/app/table-address.ts'
import { posts } from '#web/site/pages/queries.ts'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { PageTitle } from '#web/ui/layout/PageTitle.tsx'
import { Pagination } from '#web/ui/Pagination.tsx'
import { writeDay } from '#web/ui/relative-time.ts'
import { useSpeech } from '#web/ui/UiWords.tsx'

export const handle = { inClosedCountry: true }

/** The newest first. */
const order = { sortBy: '', sort: 'desc' as const, sortable: [] }

export async function loader(args: LoaderFunctionArgs) {
  return load(args, posts(pagingOf(tableFrom(new URL(args.request.url).searchParams, order))))
}

/** What the site has to tell. */
export function Component() {
  const { t } = useTranslation()
  const { locale } = useSpeech()
  const { timeZone } = useBoot()
  const now = useNow()
  const { siteName } = useSettings()
  const { data, total } = useLoaderData<typeof loader>()
  const { state, pageTo } = useTableAddress(order)
  const title = t('papers.blog')
  return (
    <MainFrame place="none" top={{ title, back: '/home' }}>
      <title>{usePageTitle(title)}</title>
      <PageTitle>{title}</PageTitle>
      {data.length === 0 ? (
        <EmptyState icon={Newspaper}>
          <span className="block font-semibold">{t('papers.blog.none')}</span>
          {t('papers.blog.none.why')}
        </EmptyState>
      ) : (
        <>
          <p className="mb-3 text-15 text-muted max-md:px-4 max-md:pt-4">{t('papers.blog.lead', { site: siteName })}</p>
          <Card>
            <ul>
              {data.map((post) => (
                <li key={post._id} className="border-t border-line first:border-t-0">
                  <Link to={post.path} className="group grid gap-1.5 p-4 transition-colors hover:bg-hover md:p-6">
                    <time dateTime={post.publishedAt} className="text-13 text-muted">
                      {writeDay(Date.parse(post.publishedAt), now, locale, timeZone)}
                    </time>
                    <h2
                      lang={post.locale === locale ? undefined : post.locale}
                      className="text-18 leading-snug! text-balance underline-offset-4 group-hover:underline"
                    >
                      {post.title}
                    </h2>
                    <p lang={post.locale === locale ? undefined : post.locale} className="line-clamp-2 text-15 leading-relaxed! text-muted">
                      {post.summary}
                    </p>
                  </Link>
                </li>
              ))}
            </ul>
          </Card>
          <Pagination current={state.current} pageSize={state.pageSize} total={total} to={pageTo} />
        </>
      )}
    </MainFrame>
  )
}
