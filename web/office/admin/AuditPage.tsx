import { ChevronDown, FileClock } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useLoaderData } from 'react-router'
import { FilterPills, Filters } from '#web/app/Filters.tsx'
import { FilterSearch } from '#web/app/FilterSearch.tsx'
import { requireStaff } from '#web/app/guard.ts'
import { useKnownWords } from '#web/app/known-words.ts'
import { listing, useList } from '#web/app/listing.ts'
import { ListPages, NoneHere } from '#web/app/ListTable.tsx'
import { useNow } from '#web/app/session.tsx'
import { OfficePage } from '#web/app/shell/OfficePage.tsx'
import { audit, type Entry } from '#web/office/admin/queries.ts'
import { Card } from '#web/ui/Card.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'

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

const list = listing({
  who: requireStaff,
  says: { about: districts, q: { letters: 100 } },
  asks: ({ about, ...asked }) => audit({ ...asked, ...(about && { action: `${about}.` }) }),
})
export const { loader } = list

export function Component() {
  const { t } = useTranslation()
  const shown = useList(list, useLoaderData<typeof loader>())
  const { address, rows } = shown
  return (
    <OfficePage place="audit" title={t('shell.office.audit')}>
      <Filters>
        <FilterPills
          list={shown}
          by="about"
          label={t('office.audit.about')}
          all={t('office.all')}
          of={districts}
          say={(each) => t(`office.audit.${each}`)}
        />
        <FilterSearch address={address} label={t('office.audit.search')} className="md:w-64" />
      </Filters>
      <Card>
        {rows.data.length === 0 ? (
          <NoneHere list={shown} none={{ icon: FileClock, words: t('office.audit.none'), found: t('office.audit.none') }} />
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
      <ListPages list={shown} />
    </OfficePage>
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
