import { Megaphone, Plus } from 'lucide-react'
import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import type { Campaign } from '#contract/talk/campaigns.ts'
import { useAmounts } from '#web/app/amounts.ts'
import { FilterPills, Filters } from '#web/app/Filters.tsx'
import { requirePerformer } from '#web/app/guard.ts'
import { listing, useList } from '#web/app/listing.ts'
import { ListTable } from '#web/app/ListTable.tsx'
import { load } from '#web/app/query.ts'
import { useTranslation } from '#web/app/say.ts'
import { useNow } from '#web/app/session.tsx'
import { StudioPage } from '#web/app/shell/StudioPage.tsx'
import { useAudienceText } from '#web/talk/campaigns/AudienceText.tsx'
import { CampaignState } from '#web/talk/campaigns/CampaignState.tsx'
import { CampaignTabs } from '#web/talk/campaigns/CampaignTabs.tsx'
import { useInside } from '#web/talk/messaging/inside.ts'
import { useNamedText } from '#web/talk/messaging/named-text.ts'
import { campaigns, fanLists } from '#web/talk/campaigns/queries.ts'
import { Button } from '#web/ui/Button.tsx'
import type { Column } from '#web/ui/DataTable.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { RowTitle } from '#web/ui/RowTitle.tsx'

export const handle = { auth: true }

const filters = ['scheduled', 'sent', 'unsent'] as const
const list = listing({ who: requirePerformer, says: { status: filters }, asks: campaigns })

export async function loader(args: LoaderFunctionArgs) {
  const [listed, lists] = await Promise.all([list.loader(args), load(args, fanLists)])
  return { ...listed, lists }
}

/** What was said to many, what waits, and what came of it. */
export function Component() {
  const { t } = useTranslation()
  const { number } = useAmounts()
  const now = useNow()
  const loaded = useLoaderData<typeof loader>()
  const shown = useList(list, loaded)
  const audience = useAudienceText(loaded.lists)
  const { toWrite } = useNamedText()
  const insideOf = useInside()
  const columns: Column<Campaign>[] = [
    {
      key: 'text',
      title: t('campaigns.message'),
      cell: ({ _id, text, segment, inside, bought }) => (
        <RowTitle
          to={`/creator/campaigns/${_id}`}
          under={[
            audience(segment),
            ...(inside && text !== '' ? [insideOf(inside)] : []),
            ...(bought ? [t('messages.sale.sold', { count: bought })] : []),
          ].join(' · ')}
        >
          {toWrite(text) || (inside && insideOf(inside))}
        </RowTitle>
      ),
    },
    { key: 'state', title: t('campaigns.state'), onPhone: 'note', cell: ({ state }) => <CampaignState state={state} /> },
    {
      key: 'goesAt',
      title: t('campaigns.when'),
      onPhone: 'note',
      cell: ({ goesAt }) => <RelativeTime at={goesAt} now={now} show="moment" className="text-muted" />,
    },
    {
      key: 'sent',
      title: t('campaigns.sent'),
      align: 'right',
      onPhone: 'note',
      cell: ({ state, counted, sent, opened }) =>
        state === 'scheduled' || state === 'cancelled' ? (
          <span className="num text-muted">{t('campaigns.planned', { count: counted, number: number(counted) })}</span>
        ) : (
          <span className="num">
            <span className="md:hidden">{t('campaigns.sent')} </span>
            {number(sent)}
            <span className="md:hidden">
              {' · '}
              {t('campaigns.opened')} {number(opened)}
            </span>
          </span>
        ),
    },
    {
      key: 'opened',
      title: t('campaigns.opened'),
      align: 'right',
      onPhone: 'hidden',
      cell: ({ sent, opened }) =>
        sent === 0 ? (
          <span className="text-muted">–</span>
        ) : (
          <span className="num">
            {number(opened)} <span className="text-muted">{Math.round((opened / sent) * 100)}%</span>
          </span>
        ),
    },
  ]
  return (
    <StudioPage
      place="campaigns"
      title={t('campaigns.title')}
      aside={
        <Button size="sm" rank="second" to="/creator/campaigns/new" icon={<Plus className="size-4" />}>
          {t('campaigns.new')}
        </Button>
      }
    >
      <CampaignTabs current="campaigns" />
      <Filters>
        <FilterPills
          list={shown}
          by="status"
          label={t('campaigns.state')}
          all={t('campaigns.all')}
          of={filters}
          say={(each) => t(`campaigns.state.${each}`)}
        />
      </Filters>
      <ListTable
        label={t('campaigns.title')}
        list={shown}
        columns={columns}
        none={{
          icon: Megaphone,
          words: t('campaigns.none'),
          found: t('campaigns.noneFound'),
          begin: (
            <Button rank="second" size="sm" to="/creator/campaigns/new">
              {t('campaigns.new')}
            </Button>
          ),
        }}
      />
    </StudioPage>
  )
}
