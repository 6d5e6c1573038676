import { Bot } from 'lucide-react'
import { useLoaderData } from 'react-router'
import type { TheirAutomation } from '#contract/talk/automations.ts'
import { FilterSearch } from '#web/app/FilterSearch.tsx'
import { requireStaff } from '#web/app/guard.ts'
import { listing, useList } from '#web/app/listing.ts'
import { ListTable } from '#web/app/ListTable.tsx'
import { query } from '#web/app/query.ts'
import { useTranslation } from '#web/app/say.ts'
import { OfficePage } from '#web/app/shell/OfficePage.tsx'
import { whenColumn } from '#web/app/when-column.tsx'
import { useNamedText } from '#web/talk/messaging/named-text.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import type { Column } from '#web/ui/DataTable.tsx'
import { RowTitle } from '#web/ui/RowTitle.tsx'
import { StateDot } from '#web/ui/StateDot.tsx'

interface Rule extends Omit<TheirAutomation, 'changedAt'> {
  _id: string
  changedAt: string
}

const list = listing({
  who: requireStaff,
  says: { q: { letters: 100 } },
  asks(asked) {
    const all = query('automations.all', asked)
    return {
      key: all.key,
      async ask(api) {
        const { data, total } = await all.ask(api)
        return {
          data: data.map((rule): Rule => ({ ...rule, changedAt: rule.changedAt ?? '', _id: `${rule.performer._id} ${rule.occasion}` })),
          total,
        }
      },
    }
  },
})
export const { loader } = list

/** What is said in creators' names by itself. */
export function Component() {
  const { t } = useTranslation()
  const shown = useList(list, useLoaderData<typeof loader>())
  const { toWrite } = useNamedText()
  const columns: Column<Rule>[] = [
    {
      key: 'performer',
      title: t('campaigns.office.who'),
      cell: ({ performer }) => (
        <RowTitle
          to={`/admin/people/${performer._id}`}
          under={`@${performer.username}`}
          picture={<Avatar src={performer.avatar} name={performer.name} size={40} />}
        >
          {performer.name}
        </RowTitle>
      ),
    },
    {
      key: 'occasion',
      title: t('campaigns.office.occasion'),
      onPhone: 'note',
      cell: ({ occasion }) => t(`campaigns.automations.${occasion}`),
    },
    {
      key: 'text',
      title: t('campaigns.office.text'),
      onPhone: 'note',
      cell: ({ text }) => <span className="wrap-anywhere whitespace-pre-wrap md:block md:max-w-96">{toWrite(text)}</span>,
    },
    {
      key: 'isOn',
      title: t('campaigns.state'),
      onPhone: 'end',
      cell: ({ isOn }) => <StateDot tone={isOn ? 'ok' : 'quiet'}>{t(isOn ? 'campaigns.office.on' : 'campaigns.office.off')}</StateDot>,
    },
    whenColumn(t('campaigns.office.changed'), ({ changedAt }) => changedAt),
  ]
  return (
    <OfficePage place="automations" title={t('campaigns.office.title')}>
      <FilterSearch address={shown.address} label={t('campaigns.office.search')} className="md:w-80" />
      <ListTable
        label={t('campaigns.office.title')}
        list={shown}
        columns={columns}
        none={{ icon: Bot, words: t('campaigns.office.none'), found: t('campaigns.office.noneFound') }}
      />
    </OfficePage>
  )
}
