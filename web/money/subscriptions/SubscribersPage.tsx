import { Users } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { sentenceOf } from '#web/app/api.ts'
import { useIntention } from '#web/app/intention.ts'
import { requirePerformer } from '#web/app/guard.ts'
import { load, refresh, useQuery } from '#web/app/query.ts'
import { useApi, useNow, useSettings } from '#web/app/session.tsx'
import { StudioShell } from '#web/app/shell/StudioShell.tsx'
import { FilterSearch } from '#web/app/FilterSearch.tsx'
import { pagingOf, tableFrom, useTableAddress } from '#web/app/table-address.ts'
import { ownTiers } from '#web/money/subscriptions/studio/queries.ts'
import { type Subscriber, subscribers, subscriberStatuses } from '#web/money/subscriptions/subscribers.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { type Column, DataTable } from '#web/ui/DataTable.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { PageTitle } from '#web/ui/layout/PageTitle.tsx'
import { Menu } from '#web/ui/Menu.tsx'
import { Money } from '#web/ui/Money.tsx'
import { Pills } from '#web/ui/Pills.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { StateDot } from '#web/ui/StateDot.tsx'
import { useToast } from '#web/ui/Toast.tsx'

export const handle = { auth: true }

/** The call has its own order: the newest first. */
const table = { sortBy: '', sort: 'desc', sortable: [] } as const
const tones = { active: 'ok', cancelled: 'quiet', past_due: 'waiting', expired: 'quiet' } as const

export async function loader(args: LoaderFunctionArgs) {
  requirePerformer(args)
  const params = new URL(args.request.url).searchParams
  const status = subscriberStatuses.find((each) => each === params.get('status'))
  const q = params.get('q')?.slice(0, 100)
  const tiers = await load(args, ownTiers)
  const tierId = tiers.find(({ _id }) => _id === params.get('tierId'))?._id
  const input = { ...pagingOf(tableFrom(params, table)), ...(status && { status }), ...(q && { q }), ...(tierId && { tierId }) }
  return { input, tiers, rows: await load(args, subscribers(input)) }
}

export function Component() {
  const { t } = useTranslation()
  const loaded = useLoaderData<typeof loader>()
  const { siteName } = useSettings()
  const now = useNow()
  const address = useTableAddress(table)
  const rows = useQuery(subscribers(loaded.input), loaded.rows).data ?? loaded.rows
  const [ending, setEnding] = useState<Subscriber>()
  const { status, q, tierId } = loaded.input
  const isFiltered = status !== undefined || q !== undefined || tierId !== undefined

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
              {t('subscribers.renews')} <RelativeTime at={one.nextRecurringDate} now={now} show="moment" />
            </>
          ) : (
            <span className="text-muted">
              {t(one.status !== 'expired' && Date.parse(one.expiredAt) > now ? 'subscribers.ends' : 'subscribers.ended')}{' '}
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
          <span className="md:hidden">{planOf(one)} </span>
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
          <span className="inline-block max-md:-mt-2 max-md:-mr-2">
            <Menu
              label={t('subscribers.menu', { name: one.user.name })}
              entries={[{ label: t('subscribers.cancel'), danger: true, onChoose: () => setEnding(one) }]}
            />
          </span>
        ) : null,
    },
  ]

  return (
    <StudioShell place="subscribers" title={t('shell.studio.subscribers')}>
      <title>{`${t('shell.studio.subscribers')} · ${siteName}`}</title>
      <PageTitle>{t('shell.studio.subscribers')}</PageTitle>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-2 md:gap-4">
        <div className="flex flex-wrap items-center justify-between gap-3 max-md:pt-2">
          <Pills
            className="max-w-full"
            label={t('subscribers.status')}
            pills={[
              { label: t('subscribers.all'), to: address.filterTo({ status: undefined }), current: status === undefined },
              ...subscriberStatuses.map((each) => ({
                label: t(`subscribers.status.${each}`),
                to: address.filterTo({ status: each }),
                current: status === each,
              })),
            ]}
          />
          {loaded.tiers.length > 0 && (
            <Pills
              className="max-w-full"
              label={t('subscribers.tier')}
              pills={[
                { label: t('subscribers.tier.all'), to: address.filterTo({ tierId: undefined }), current: tierId === undefined },
                ...loaded.tiers.map((tier) => ({
                  label: tier.name,
                  to: address.filterTo({ tierId: tier._id }),
                  current: tierId === tier._id,
                })),
              ]}
            />
          )}
          <FilterSearch address={address} label={t('subscribers.search')} className="md:w-64" />
        </div>
        <DataTable
          label={t('shell.studio.subscribers')}
          columns={columns}
          rows={rows.data}
          rowKey={(one) => one._id}
          total={rows.total}
          {...address.table}
          empty={
            <EmptyState
              look="bare"
              icon={Users}
              action={
                isFiltered ? (
                  <Button rank="second" size="sm" to={address.filterTo({ status: undefined, q: undefined, tierId: undefined })}>
                    {t('subscribers.showAll')}
                  </Button>
                ) : (
                  <Button rank="second" size="sm" to="/creator/subscriptions-offer">
                    {t('subscribers.setPrice')}
                  </Button>
                )
              }
            >
              {t(isFiltered ? 'subscribers.noneFiltered' : 'subscribers.none')}
            </EmptyState>
          }
        />
      </div>
      <EndSubscription subscriber={ending} onClose={() => setEnding(undefined)} />
    </StudioShell>
  )
}

/** Ending somebody's paid time gives money back: the dialog says so before. */
function EndSubscription({ subscriber, onClose }: { subscriber: Subscriber | undefined; onClose: () => void }) {
  const { t } = useTranslation()
  const api = useApi()
  const toast = useToast()
  const intend = useIntention()
  const [busy, setBusy] = useState(false)
  const end = async () => {
    if (!subscriber) return
    setBusy(true)
    try {
      await intend(subscriber._id, (once) => api.subscriptions.cancel({ id: subscriber._id, type: subscriber.gateway }, once))
      toast.show(t('subscribers.cancelled', { name: subscriber.user.name }))
      await refresh('subscriptions.subscribers', 'earnings.stats', 'earnings.lines', 'me.performer')
    } catch (error) {
      toast.show(sentenceOf(error, t('shell.tryLater')), { failed: true })
    }
    setBusy(false)
    onClose()
  }
  return (
    <ConfirmDialog
      open={subscriber !== undefined}
      onOpenChange={(open) => !open && onClose()}
      title={t('subscribers.cancel.title', { name: subscriber?.user.name ?? '' })}
      confirm={t('subscribers.cancel')}
      cancel={t('subscribers.keep')}
      danger
      loading={busy}
      onConfirm={() => void end()}
    >
      {t(subscriber?.isFreeTrial ? 'subscribers.cancel.trial' : 'subscribers.cancel.lead', { name: subscriber?.user.name ?? '' })}
    </ConfirmDialog>
  )
}
