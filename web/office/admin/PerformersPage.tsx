import { ClipboardCheck } from 'lucide-react'
import { useTranslation } from '#web/app/say.ts'
import { useLoaderData } from 'react-router'
import { FilterPills, Filters } from '#web/app/Filters.tsx'
import { FilterSearch } from '#web/app/FilterSearch.tsx'
import { requireStaff } from '#web/app/guard.ts'
import { listing, useList } from '#web/app/listing.ts'
import { ListTable } from '#web/app/ListTable.tsx'
import { useNow } from '#web/app/session.tsx'
import { OfficePage } from '#web/app/shell/OfficePage.tsx'
import { ApplicationSheet } from '#web/office/admin/ApplicationSheet.tsx'
import { CountryName } from '#web/app/CountryName.tsx'
import { type Application, performers } from '#web/office/admin/queries.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import type { Column } from '#web/ui/DataTable.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { RowTitle } from '#web/ui/RowTitle.tsx'
import { StateDot } from '#web/ui/StateDot.tsx'

const states = ['pending', 'approved', 'rejected'] as const
const stateTones = { pending: 'waiting', approved: 'ok', rejected: 'bad' } as const

const list = listing({ who: requireStaff, says: { state: states, q: { letters: 100 } }, asks: performers })
export const { loader } = list

export function Component() {
  const { t } = useTranslation()
  const now = useNow()
  const shown = useList(list, useLoaderData<typeof loader>())
  const { address, asked, rows } = shown
  const title = t('officeNav.performers')
  const columns: Column<Application>[] = [
    {
      key: 'name',
      title: t('office.performers.who'),
      cell: (one) => (
        <RowTitle to={address.openTo(one._id)} under={`@${one.username}`} picture={<Avatar src={one.avatar} name={one.name} size={40} />}>
          {one.name}
        </RowTitle>
      ),
    },
    { key: 'age', onPhone: 'hidden', title: t('office.performers.age'), align: 'right', cell: (one) => one.age },
    { key: 'country', onPhone: 'note', title: t('office.performers.country'), cell: (one) => <CountryName code={one.country} /> },
    { key: 'documents', onPhone: 'hidden', title: t('office.performers.documents'), align: 'right', cell: (one) => one.documents.length },
    {
      key: 'state',
      title: t('office.performers.state'),
      onPhone: 'end',
      cell: (one) => <StateDot tone={stateTones[one.state]}>{t(`office.state.${one.state}`)}</StateDot>,
    },
    {
      key: 'submittedAt',
      title: t('office.performers.sent'),
      align: 'right',
      onPhone: 'note',
      cell: (one) => <RelativeTime at={one.submittedAt} now={now} className="text-muted" />,
    },
  ]
  return (
    <OfficePage place="performers" title={title}>
      <Filters>
        <FilterPills
          list={shown}
          by="state"
          label={t('office.performers.state')}
          all={t('office.all')}
          of={states}
          say={(each) => t(`office.state.${each}`)}
        />
        <FilterSearch address={address} label={t('office.performers.search')} className="md:w-64" />
      </Filters>
      <ListTable
        label={title}
        list={shown}
        columns={columns}
        none={{
          icon: ClipboardCheck,
          words: t('office.performers.none'),
          found: t(asked.state === 'pending' && asked.q === undefined ? 'office.performers.noneWait' : 'office.performers.none'),
        }}
      />
      <ApplicationSheet application={rows.data.find(({ _id }) => _id === address.opened)} onClose={address.close} />
    </OfficePage>
  )
}
