import { ChevronDown, FileClock } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { useKnownWords } from '#web/app/known-words.ts'
import { requireStaff } from '#web/app/guard.ts'
import { load, useQuery } from '#web/app/query.ts'
import { useNow, useSettings } from '#web/app/session.tsx'
import { OfficeShell } from '#web/app/shell/OfficeShell.tsx'
import { FilterSearch } from '#web/app/FilterSearch.tsx'
import { pagingOf, tableFrom, useTableAddress } from '#web/app/table-address.ts'
import { audit, type Entry } from '#web/office/admin/queries.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { PageTitle } from '#web/ui/layout/PageTitle.tsx'
import { Pagination } from '#web/ui/Pagination.tsx'
import { Pills } from '#web/ui/Pills.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'

const table = { sortBy: '', sort: 'desc', sortable: [] } as const
/** Where actions begin, as the filter takes them. */
const districts = [
  'accounts',
  'identity',
  'profiles',
  'works',
  'subscriptions',
  'payouts',
  'admin',
  'settings',
  'blocks',
  'fingerprints',
] as const

export async function loader(args: LoaderFunctionArgs) {
  requireStaff(args)
  const params = new URL(args.request.url).searchParams
  const district = districts.find((each) => each === params.get('about'))
  const q = params.get('q')?.slice(0, 100)
  const input = { ...pagingOf(tableFrom(params, table)), ...(district && { action: `${district}.` }), ...(q && { q }) }
  return { input, district, rows: await load(args, audit(input)) }
}

export function Component() {
  const { t } = useTranslation()
  const loaded = useLoaderData<typeof loader>()
  const { siteName } = useSettings()
  const address = useTableAddress(table)
  const rows = useQuery(audit(loaded.input), loaded.rows).data ?? loaded.rows
  const { district } = loaded
  const { q } = loaded.input
  return (
    <OfficeShell place="audit">
      <title>{`${t('shell.office.audit')} · ${siteName}`}</title>
      <PageTitle onPhone="shown">{t('shell.office.audit')}</PageTitle>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-2 md:gap-4">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <Pills
            className="max-w-full"
            label={t('office.audit.about')}
            pills={[
              { label: t('office.all'), to: address.filterTo({ about: undefined }), current: district === undefined },
              ...districts.map((each) => ({
                label: t(`office.audit.${each}`),
                to: address.filterTo({ about: each }),
                current: district === each,
              })),
            ]}
          />
          <FilterSearch address={address} label={t('office.audit.search')} className="md:w-64" />
        </div>
        <Card>
          {rows.data.length === 0 ? (
            <EmptyState
              look="bare"
              icon={FileClock}
              action={
                (district || q) && (
                  <Button rank="second" size="sm" to={address.filterTo({ about: undefined, q: undefined })}>
                    {t('office.showAll')}
                  </Button>
                )
              }
            >
              {t('office.audit.none')}
            </EmptyState>
          ) : (
            <ul>
              {rows.data.map((entry) => (
                <li key={entry._id} className="border-t border-line first:border-t-0">
                  <Deed entry={entry} />
                </li>
              ))}
            </ul>
          )}
        </Card>
        <Pagination current={address.state.current} pageSize={address.state.pageSize} total={rows.total} to={address.pageTo} />
      </div>
    </OfficeShell>
  )
}

/** A sentence; what exactly is one press away. */
function Deed({ entry }: { entry: Entry }) {
  const { t } = useTranslation()
  const known = useKnownWords()
  const now = useNow()
  const facts = Object.fromEntries(
    Object.entries(entry.detail)
      .toSorted(([a], [b]) => Number(b === 'from') - Number(a === 'from'))
      .map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  )
  const subject = known(`office.setting.${entry.subject.replace(/^setting[:/ ]/, '')}`) ?? entry.subject
  return (
    <details className="group">
      <summary className="flex min-h-14 cursor-pointer list-none flex-wrap items-center gap-x-3 px-4 py-2.5 transition-colors hover:bg-hover focus-visible:outline-offset-[-3px] md:px-5 [&::-webkit-details-marker]:hidden">
        <span className="text-14 font-semibold">{entry.actor ? `@${entry.actor}` : t('office.audit.system')}</span>
        <span className="min-w-0 flex-1 text-14">
          {known(`office.deed.${entry.action}`, { ...facts, subject }) ?? t('office.deed.other', { action: entry.action })}
        </span>
        <RelativeTime at={entry.createdAt} now={now} className="text-13 text-muted" />
        <ChevronDown aria-hidden="true" className="size-4 text-muted transition-transform group-open:rotate-180" />
      </summary>
      <dl className="num grid gap-x-6 gap-y-1 bg-well px-4 py-3 text-13 break-all md:grid-cols-[160px_minmax(0,1fr)] md:px-5">
        <dt className="text-muted">{t('office.audit.action')}</dt>
        <dd translate="no">{entry.action}</dd>
        <dt className="text-muted">{t('office.audit.subject')}</dt>
        <dd translate="no">{entry.subject}</dd>
        <dt className="text-muted">{t('office.audit.when')}</dt>
        <dd>
          <RelativeTime at={entry.createdAt} now={now} show="moment" />
        </dd>
        {Object.entries(facts).map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-muted">{known(`office.fact.${name}`) ?? name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
