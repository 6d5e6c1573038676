import { Plus, TicketPercent } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { sentenceOf } from '#web/app/api.ts'
import { FilterSearch } from '#web/app/FilterSearch.tsx'
import { requireStaff } from '#web/app/guard.ts'
import { load, refresh, useQuery } from '#web/app/query.ts'
import { useApi, useNow, useSettings } from '#web/app/session.tsx'
import { OfficeShell } from '#web/app/shell/OfficeShell.tsx'
import { pagingOf, tableFrom, useTableAddress } from '#web/app/table-address.ts'
import { CouponForm } from '#web/money/coupons/CouponForm.tsx'
import { CouponUses } from '#web/money/coupons/CouponUses.tsx'
import { type Coupon, coupons } from '#web/money/coupons/queries.ts'
import { standingOf, tones } from '#web/money/coupons/standing.ts'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { type Column, DataTable } from '#web/ui/DataTable.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { PageTitle } from '#web/ui/layout/PageTitle.tsx'
import { Menu } from '#web/ui/Menu.tsx'
import { writeMoney, writeNumber } from '#web/ui/numbers.ts'
import { writeDay } from '#web/ui/relative-time.ts'
import { StateDot } from '#web/ui/StateDot.tsx'
import { useToast } from '#web/ui/Toast.tsx'
import { useSpeech } from '#web/ui/UiWords.tsx'

const table = { sortBy: '', sort: 'desc', sortable: [] } as const

export async function loader(args: LoaderFunctionArgs) {
  requireStaff(args)
  const params = new URL(args.request.url).searchParams
  const q = params.get('q')?.slice(0, 20)
  const input = { ...pagingOf(tableFrom(params, table)), ...(q && { q }) }
  return { input, rows: await load(args, coupons(input)) }
}

/** The office's coupons for topping up: made, watched, ended. */
export function Component() {
  const { t } = useTranslation()
  const loaded = useLoaderData<typeof loader>()
  const { siteName } = useSettings()
  const api = useApi()
  const toast = useToast()
  const address = useTableAddress(table)
  const rows = useQuery(coupons(loaded.input), loaded.rows).data ?? loaded.rows
  const [making, setMaking] = useState(false)
  const [shown, setShown] = useState<Coupon>()
  const [ending, setEnding] = useState<Coupon>()
  const [busy, setBusy] = useState(false)
  const columns = useColumns({ onUses: setShown, onEnd: setEnding })
  const end = async () => {
    if (!ending) return
    setBusy(true)
    try {
      await api.coupons.end({ id: ending._id })
      await refresh('coupons.all')
      toast.show(t('officeMoney.coupon.endedNow', { code: ending.code }))
    } catch (error) {
      toast.show(sentenceOf(error, t('shell.tryLater')), { failed: true })
    }
    setBusy(false)
    setEnding(undefined)
  }
  return (
    <OfficeShell place="coupons">
      <title>{`${t('shell.office.coupons')} · ${siteName}`}</title>
      <PageTitle
        onPhone="shown"
        aside={
          <Button size="sm" icon={<Plus className="size-4" />} onClick={() => setMaking(true)}>
            {t('officeMoney.coupon.new')}
          </Button>
        }
      >
        {t('shell.office.coupons')}
      </PageTitle>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-2 md:gap-4">
        <FilterSearch address={address} label={t('officeMoney.coupon.search')} className="md:w-64" />
        <DataTable
          label={t('shell.office.coupons')}
          columns={columns}
          rows={rows.data}
          rowKey={(one) => one._id}
          total={rows.total}
          {...address.table}
          empty={
            <EmptyState look="bare" icon={TicketPercent}>
              {t(loaded.input.q ? 'officeMoney.coupon.noneFound' : 'officeMoney.coupon.none')}
            </EmptyState>
          }
        />
      </div>
      <CouponForm open={making} onClose={() => setMaking(false)} />
      <CouponUses coupon={shown} onClose={() => setShown(undefined)} />
      <ConfirmDialog
        open={ending !== undefined}
        onOpenChange={(next) => !next && setEnding(undefined)}
        title={t('officeMoney.coupon.endTitle', { code: ending?.code })}
        confirm={t('officeMoney.coupon.end')}
        cancel={t('officeMoney.coupon.keep')}
        danger
        loading={busy}
        onConfirm={() => void end()}
      >
        {t('officeMoney.coupon.endLead')}
      </ConfirmDialog>
    </OfficeShell>
  )
}

function useColumns({ onUses, onEnd }: { onUses: (coupon: Coupon) => void; onEnd: (coupon: Coupon) => void }): Column<Coupon>[] {
  const { t } = useTranslation()
  const { locale, timeZone } = useSpeech()
  const { currency } = useSettings()
  const now = useNow()
  const money = (value: number, pricesIn = currency) => writeMoney(value, pricesIn, locale)
  const day = (at: string) => writeDay(Date.parse(at), now, locale, timeZone)
  const windowOf = ({ startsAt, expiresAt }: Coupon) => {
    if (startsAt && expiresAt) return t('officeMoney.coupon.between', { from: day(startsAt), until: day(expiresAt) })
    if (expiresAt) return t('officeMoney.coupon.before', { until: day(expiresAt) })
    return startsAt ? t('officeMoney.coupon.after', { from: day(startsAt) }) : t('officeMoney.coupon.always')
  }
  return [
    {
      key: 'code',
      title: t('officeMoney.coupon.code'),
      cell: (one) => (
        <span className="block min-w-0">
          <span className="num block font-semibold">{one.code}</span>
          <span className="num text-13 text-muted">
            {one.type === 'percent'
              ? t('officeMoney.coupon.off', { off: `${one.value}%` })
              : t('officeMoney.coupon.off', { off: money(one.value, one.pricesIn) })}
            {one.minAmount !== undefined && ` · ${t('officeMoney.coupon.from.amount', { amount: money(one.minAmount, one.pricesIn) })}`}
          </span>
        </span>
      ),
    },
    {
      key: 'window',
      onPhone: 'note',
      title: t('officeMoney.coupon.window'),
      cell: (one) => <span className="num text-14">{windowOf(one)}</span>,
    },
    {
      key: 'uses',
      onPhone: 'note',
      title: t('officeMoney.coupon.uses'),
      align: 'right',
      cell: (one) => (
        <span>
          <span className="md:hidden">{t('officeMoney.coupon.uses')} </span>
          {writeNumber(one.uses, locale)}
          {one.maxUses !== undefined && ` / ${writeNumber(one.maxUses, locale)}`}
        </span>
      ),
    },
    {
      key: 'state',
      onPhone: 'note',
      title: t('officeMoney.coupon.state'),
      cell: (one) => {
        const standing = standingOf(one, now)
        return <StateDot tone={tones[standing]}>{t(`officeMoney.coupon.is.${standing}`, { currency: one.pricesIn })}</StateDot>
      },
    },
    {
      key: 'acts',
      title: t('officeMoney.coupon.acts'),
      hideTitle: true,
      onPhone: 'end',
      align: 'right',
      cell: (one) => (
        <span className="inline-block max-md:-mt-2 max-md:-mr-2">
          <Menu
            label={t('officeMoney.coupon.actsOf', { code: one.code })}
            align="end"
            entries={[
              { label: t('officeMoney.coupon.uses'), onChoose: () => onUses(one) },
              ...(one.isActive ? [{ label: t('officeMoney.coupon.end'), danger: true, apart: true, onChoose: () => onEnd(one) }] : []),
            ]}
          />
        </span>
      ),
    },
  ]
}
