import { FileClock } from 'lucide-react'
import { useTranslation } from '#web/app/say.ts'
import { useLoaderData } from 'react-router'
import { FilterPills, Filters } from '#web/app/Filters.tsx'
import { FilterSearch } from '#web/app/FilterSearch.tsx'
import { requireStaff } from '#web/app/guard.ts'
import { listing, useList } from '#web/app/listing.ts'
import { ListPages, NoneHere } from '#web/app/ListTable.tsx'
import { OfficePage } from '#web/app/shell/OfficePage.tsx'
import { audit } from '#web/office/admin/queries.ts'
import { Deed } from '#web/office/admin/Deed.tsx'
import { Card } from '#web/ui/Card.tsx'

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
  'copies',
  'pages',
  'promos',
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
    <OfficePage place="audit" title={t('officeNav.audit')}>
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
