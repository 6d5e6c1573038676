import { Users } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '#web/app/say.ts'
import { type LoaderFunctionArgs, useLoaderData, useNavigate } from 'react-router'
import { useAct } from '#web/app/act.ts'
import { FilterPills, Filters } from '#web/app/Filters.tsx'
import { FilterSearch } from '#web/app/FilterSearch.tsx'
import { requirePerformer } from '#web/app/guard.ts'
import { listing, useList } from '#web/app/listing.ts'
import { ListTable } from '#web/app/ListTable.tsx'
import { load } from '#web/app/query.ts'
import { useNow } from '#web/app/session.tsx'
import { StudioPage } from '#web/app/shell/StudioPage.tsx'
import { ownTiers } from '#web/money/offers/queries.ts'
import { type Subscriber, subscribers, subscriberStatuses } from '#web/money/subscriptions/subscribers.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import type { Column } from '#web/ui/DataTable.tsx'
import { Menu } from '#web/ui/Menu.tsx'
import { Money } from '#web/ui/Money.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { StateDot } from '#web/ui/StateDot.tsx'

export const handle = { auth: true }

const tones = { active: 'ok', cancelled: 'quiet', past_due: 'waiting', expired: 'quiet' } as const

const listAmong = (tiers: readonly { _id: string }[]) =>
  listing({
    who: requirePerformer,
    says: { status: subscriberStatuses, tierId: tiers.map(({ _id }) => _id), q: { letters: 100 } },
    asks: subscribers,
  })

export async function loader(args: LoaderFunctionArgs) {
  requirePerformer(args)
  const tiers = await load(args, ownTiers)
  return { tiers, ...(await listAmong(tiers).loader(args)) }
}

export function Component() {
  const { t } = useTranslation()
  const loaded = useLoaderData<typeof loader>()
  const { tiers } = loaded
  const now = useNow()
  const shown = useList(listAmong(tiers), loaded)
  const [ending, setEnding] = useState<Subscriber>()
  const navigate = useNavigate()
  const { act: write } = useAct((api, _once, fanId: string) => api.messaging.begin({ source: 'user', sourceId: fanId }), {
    done: ({ _id }) => navigate(`/messages/${_id}`),
  })

  const planOf = ({ isGift, gateway, type, tier }: Subscriber) =>
    [t(isGift || gateway === 'gift' ? 'subscribers.plan.gift' : `subscribers.plan.${type}`), ...(tier ? [tier.name] : [])].join(' · ')

  const columns: Column<Subscriber>[] = [
    {
      key: 'user',
      title: t('subscribers.who'),
      cell: ({ user }) => (
        <span className="flex min-w-0 items-center gap-3">
          <Avatar src={user.avatar} name={user.name} size={40} />
          <span className="min-w-0">
            <span className="block truncate font-semibold">{user.name}</span>
            <span className="block truncate text-13 text-muted">@{user.username}</span>
          </span>
        </span>
      ),
    },
    {
      key: 'status',
      onPhone: 'note',
      title: t('subscribers.status'),
      cell: (one) => <StateDot tone={tones[one.status]}>{t(`subscribers.status.${one.status}`)}</StateDot>,
    },
    { key: 'type', onPhone: 'hidden', title: t('subscribers.plan'), cell: (one) => planOf(one) },
    { key: 'since', onPhone: 'hidden', title: t('subscribers.since'), cell: (one) => <RelativeTime at={one.startedAt} now={now} /> },
    {
      key: 'until',
      onPhone: 'note',
      title: t('subscribers.until'),
      cell: (one) => (
        <span className="whitespace-nowrap">
          {one.nextRecurringDate ? (
            <>
              {t('subscribers.renews')}
              <RelativeTime at={one.nextRecurringDate} now={now} show="moment" />
            </>
          ) : (
            <span className="text-muted">
              {t(one.status !== 'expired' && Date.parse(one.expiredAt) > now ? 'subscribers.ends' : 'subscribers.ended')}
              <RelativeTime at={one.expiredAt} now={now} show="moment" />
            </span>
          )}
        </span>
      ),
    },
    {
      key: 'price',
      onPhone: 'note',
      title: t('subscribers.price'),
      align: 'right',
      cell: (one) => (
        <span>
          <span className="md:hidden">{planOf(one)} · </span>
          <Money value={one.price} currency={one.currency} />
        </span>
      ),
    },
    {
      key: 'spent',
      onPhone: 'hidden',
      title: t('subscribers.spent'),
      align: 'right',
      cell: (one) => (one.totalSpent === undefined ? '–' : <Money value={one.totalSpent} currency={one.currency} />),
    },
    {
      key: 'actions',
      title: t('subscribers.actions'),
      hideTitle: true,
      align: 'right',
      onPhone: 'end',
      cell: (one) =>
        one.status === 'active' || one.status === 'past_due' ? (
          <span className="inline-block max-md:-mt-2 max-md:-me-2">
            <Menu
              label={t('subscribers.menu', { name: one.user.name })}
              entries={[
                { label: t('subscribers.message'), onChoose: () => void write(one.user._id) },
                { label: t('subscribers.cancel'), danger: true, onChoose: () => setEnding(one) },
              ]}
            />
          </span>
        ) : null,
    },
  ]

  return (
    <StudioPage place="subscribers" title={t('studioNav.subscribers')}>
      <Filters>
        <FilterPills
          list={shown}
          by="status"
          label={t('subscribers.status')}
          all={t('subscribers.all')}
          of={subscriberStatuses}
          say={(each) => t(`subscribers.status.${each}`)}
        />
        {tiers.length > 0 && (
          <FilterPills
            list={shown}
            by="tierId"
            label={t('subscribers.tier')}
            all={t('subscribers.tier.all')}
            of={tiers.map(({ _id }) => _id)}
            say={(id) => tiers.find(({ _id }) => _id === id)?.name ?? ''}
          />
        )}
        <FilterSearch address={shown.address} label={t('subscribers.search')} className="md:w-64" />
      </Filters>
      <ListTable
        label={t('studioNav.subscribers')}
        list={shown}
        columns={columns}
        none={{
          icon: Users,
          words: t('subscribers.none'),
          found: t('subscribers.noneFiltered'),
          begin: (
            <Button rank="second" size="sm" to="/creator/subscriptions-offer">
              {t('subscribers.setPrice')}
            </Button>
          ),
        }}
      />
      <EndSubscription subscriber={ending} onClose={() => setEnding(undefined)} />
    </StudioPage>
  )
}

/** Ending somebody's paid time gives money back: the dialog says so before. */
function EndSubscription({ subscriber, onClose }: { subscriber: Subscriber | undefined; onClose: () => void }) {
  const { t } = useTranslation()
  const { act, busy } = useAct((api, once, { _id, gateway }: Subscriber) => api.subscriptions.cancel({ id: _id, type: gateway }, once), {
    refreshes: ['subscriptions.subscribers', 'earnings.stats', 'earnings.lines', 'me.performer'],
    said: (_ended, { user }) => t('subscribers.cancelled', { name: user.name }),
  })
  return (
    <ConfirmDialog
      open={subscriber !== undefined}
      onOpenChange={(open) => !open && onClose()}
      title={t('subscribers.cancel.title', { name: subscriber?.user.name ?? '' })}
      confirm={t('subscribers.cancel')}
      cancel={t('subscribers.keep')}
      danger
      loading={busy}
      onConfirm={() => subscriber && void act(subscriber).then(onClose)}
    >
      {t(subscriber?.isFreeTrial ? 'subscribers.cancel.trial' : 'subscribers.cancel.lead', { name: subscriber?.user.name ?? '' })}
    </ConfirmDialog>
  )
}
