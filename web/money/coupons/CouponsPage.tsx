import { Plus, TicketPercent } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '#web/app/say.ts'
import { useLoaderData } from 'react-router'
import { useAct } from '#web/app/act.ts'
import { FilterSearch } from '#web/app/FilterSearch.tsx'
import { requireStaff } from '#web/app/guard.ts'
import { listing, useList } from '#web/app/listing.ts'
import { ListTable } from '#web/app/ListTable.tsx'
import { useNow, useSettings } from '#web/app/session.tsx'
import { OfficePage } from '#web/app/shell/OfficePage.tsx'
import { CouponForm } from '#web/money/coupons/CouponForm.tsx'
import { CouponUses } from '#web/money/coupons/CouponUses.tsx'
import { type Coupon, coupons } from '#web/money/coupons/queries.ts'
import { stateOf, tones } from '#web/money/coupons/state.ts'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import type { Column } from '#web/ui/DataTable.tsx'
import { Menu } from '#web/ui/Menu.tsx'
import { writeMoney, writeNumber } from '#web/ui/numbers.ts'
import { writeDay } from '#web/ui/relative-time.ts'
import { RowTitle } from '#web/ui/RowTitle.tsx'
import { StateDot } from '#web/ui/StateDot.tsx'
import { useSpeech } from '#web/ui/UiWords.tsx'

const list = listing({ who: requireStaff, says: { q: { letters: 20 } }, asks: coupons })
export const { loader } = list

/** The office's coupons for topping up: made, watched, ended. */
export function Component() {
  const { t } = useTranslation()
  const shown = useList(list, useLoaderData<typeof loader>())
  const [making, setMaking] = useState(false)
  const [used, setUsed] = useState<Coupon>()
  const [ending, setEnding] = useState<Coupon>()
  const columns = useColumns({ onUses: setUsed, onEnd: setEnding })
  const end = useAct((api, _once, { _id }: Coupon) => api.coupons.end({ id: _id }), {
    refreshes: ['coupons.all'],
    said: (_ended, { code }) => t('officeMoney.coupon.endedNow', { code }),
  })
  return (
    <OfficePage
      place="coupons"
      title={t('officeNav.coupons')}
      aside={
        <Button size="sm" icon={<Plus className="size-4" />} onClick={() => setMaking(true)}>
          {t('officeMoney.coupon.new')}
        </Button>
      }
    >
      <FilterSearch address={shown.address} label={t('officeMoney.coupon.search')} className="md:w-64" />
      <ListTable
        label={t('officeNav.coupons')}
        list={shown}
        columns={columns}
        none={{ icon: TicketPercent, words: t('officeMoney.coupon.none'), found: t('officeMoney.coupon.noneFound') }}
      />
      <CouponForm open={making} onClose={() => setMaking(false)} />
      <CouponUses coupon={used} onClose={() => setUsed(undefined)} />
      <ConfirmDialog
        open={ending !== undefined}
        onOpenChange={(next) => !next && setEnding(undefined)}
        title={t('officeMoney.coupon.endTitle', { code: ending?.code })}
        confirm={t('officeMoney.coupon.end')}
        cancel={t('officeMoney.coupon.keep')}
        danger
        loading={end.busy}
        onConfirm={() => ending && void end.act(ending).then(() => setEnding(undefined))}
      >
        {t('officeMoney.coupon.endLead')}
      </ConfirmDialog>
    </OfficePage>
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
        <RowTitle
          under={[
            t('officeMoney.coupon.off', { off: one.type === 'percent' ? `${one.value}%` : money(one.value, one.pricesIn) }),
            ...(one.minAmount === undefined ? [] : [t('officeMoney.coupon.from.amount', { amount: money(one.minAmount, one.pricesIn) })]),
          ].join(' · ')}
        >
          {one.code}
        </RowTitle>
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
        const state = stateOf(one, now)
        return <StateDot tone={tones[state]}>{t(`officeMoney.coupon.is.${state}`, { currency: one.pricesIn })}</StateDot>
      },
    },
    {
      key: 'acts',
      title: t('officeMoney.coupon.acts'),
      hideTitle: true,
      onPhone: 'end',
      align: 'right',
      cell: (one) => (
        <span className="inline-block max-md:-mt-2 max-md:-me-2">
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
