import { Users } from 'lucide-react'
import { useTranslation } from '#web/app/say.ts'
import { useLoaderData } from 'react-router'
import { FilterPills, Filters } from '#web/app/Filters.tsx'
import { FilterSearch } from '#web/app/FilterSearch.tsx'
import { requireStaff } from '#web/app/guard.ts'
import { listing, useList } from '#web/app/listing.ts'
import { ListTable } from '#web/app/ListTable.tsx'
import { useNow } from '#web/app/session.tsx'
import { OfficePage } from '#web/app/shell/OfficePage.tsx'
import { whenColumn } from '#web/app/when-column.tsx'
import { type FoundPerson, people } from '#web/office/admin/queries.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import type { Column } from '#web/ui/DataTable.tsx'
import { RowTitle } from '#web/ui/RowTitle.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { StateDot } from '#web/ui/StateDot.tsx'

const list = listing({ who: requireStaff, says: { frozen: ['true'], status: ['closing', 'closed'], q: { letters: 100 } }, asks: people })
export const { loader } = list

/** Everybody, to find one. */
export function Component() {
  const { t } = useTranslation()
  const shown = useList(list, useLoaderData<typeof loader>())
  const { frozen, status, q } = shown.asked
  const now = useNow()
  const title = t('officeNav.people')
  const columns: Column<FoundPerson>[] = [
    {
      key: 'name',
      title: t('office.people.who'),
      cell: (one) => (
        <RowTitle
          to={`/admin/people/${one._id}`}
          under={`@${one.username}`}
          picture={<Avatar src={one.avatar} name={one.name} size={40} />}
        >
          {one.name}
        </RowTitle>
      ),
    },
    { key: 'role', title: t('office.people.role'), onPhone: 'note', cell: (one) => t(`office.people.role.${one.role}`) },
    {
      key: 'wallet',
      title: t('office.people.wallet'),
      onPhone: 'end',
      cell: (one) => (
        <StateDot tone={one.isFrozen ? 'bad' : 'quiet'}>{t(one.isFrozen ? 'office.people.frozen' : 'office.people.canPay')}</StateDot>
      ),
    },
    {
      key: 'state',
      title: t('office.people.state'),
      onPhone: 'note',
      cell: (one) =>
        one.state === 'active' ? null : (
          <StateDot tone={one.state === 'closing' || one.state === 'pending' ? 'waiting' : 'bad'}>
            {t(`office.people.account.${one.state}`)}
            {one.closesAt && (
              <>
                {' · '}
                <RelativeTime at={one.closesAt} now={now} show="moment" />
              </>
            )}
          </StateDot>
        ),
    },
    whenColumn(t('office.people.since'), ({ createdAt }) => createdAt),
  ]
  return (
    <OfficePage place="people" title={title}>
      <Filters>
        <FilterPills
          list={shown}
          by="frozen"
          label={t('office.people.wallet')}
          all={t('office.all')}
          of={['true']}
          say={() => t('office.people.frozen')}
        />
        <FilterPills
          list={shown}
          by="status"
          label={t('office.people.state')}
          all={t('office.people.closing.all')}
          of={['closing', 'closed']}
          say={(each) => t(`office.people.account.${each}`)}
        />
        <FilterSearch address={shown.address} label={t('office.people.search')} className="md:w-80" />
      </Filters>
      <ListTable
        label={title}
        list={shown}
        columns={columns}
        none={{
          icon: Users,
          words: t('office.people.noneFound'),
          found: t(
            status ? 'office.people.noneClosing' : frozen && q === undefined ? 'office.people.noneFrozen' : 'office.people.noneFound',
          ),
        }}
      />
    </OfficePage>
  )
}
