import { Check, Download, Landmark } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '#web/app/say.ts'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { payoutStatuses } from '#contract/money/payout-names.ts'
import type { PayoutRequest } from '#contract/money/payouts.ts'
import { useAct } from '#web/app/act.ts'
import { useBulkAct } from '#web/app/bulk-act.ts'
import { FilterPills, Filters } from '#web/app/Filters.tsx'
import { FilterSearch } from '#web/app/FilterSearch.tsx'
import { requireStaff } from '#web/app/guard.ts'
import { listing, useList } from '#web/app/listing.ts'
import { ListTable, useChosen } from '#web/app/ListTable.tsx'
import { load, useLoaded } from '#web/app/query.ts'
import { OfficePage } from '#web/app/shell/OfficePage.tsx'
import { whenColumn } from '#web/app/when-column.tsx'
import { saveFile } from '#web/money/payouts/office/save-file.ts'
import { PayoutState } from '#web/money/payouts/PayoutState.tsx'
import { aboutPayouts, search } from '#web/money/payouts/queries.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import type { Column } from '#web/ui/DataTable.tsx'
import { Money } from '#web/ui/Money.tsx'
import { writeMoney } from '#web/ui/numbers.ts'
import { RowTitle } from '#web/ui/RowTitle.tsx'
import { useSpeech } from '#web/ui/UiWords.tsx'

/** What the next bank file can take at once. */
const forTheBank = search({ status: 'approved', limit: 100 })

const list = listing({ who: requireStaff, says: { status: payoutStatuses, q: { letters: 100 } }, asks: search })

export async function loader(args: LoaderFunctionArgs) {
  const [listed, approved] = await Promise.all([list.loader(args), load(args, forTheBank)])
  return { ...listed, approved }
}

/** Who asks to be paid: look, agree, hand to the bank. */
export function Component() {
  const { t } = useTranslation()
  const loaded = useLoaderData<typeof loader>()
  const shown = useList(list, loaded)
  const approved = useLoaded(forTheBank, loaded.approved)
  const chosen = useChosen(shown)
  const approvable = shown.rows.data.filter(({ _id, nextStatuses }) => chosen.ids.includes(_id) && nextStatuses.includes('approved'))
  const approve = useBulkAct('payouts.office.approveSome', aboutPayouts, (api, id) =>
    api.payouts.update({ id, status: 'approved' }, { idempotencyKey: `approve-${id}` }),
  )
  const title = t('officeNav.payouts')

  const columns: Column<PayoutRequest>[] = [
    {
      key: 'payout',
      title: t('payouts.office.creator'),
      cell: (one) => (
        <RowTitle
          to={`/admin/payouts/${one._id}`}
          picture={one.performer && <Avatar src={one.performer.avatar} name={one.performer.name} size={40} />}
          under={
            <>
              #{one.number}
              {one.performer && ` · @${one.performer.username}`}
            </>
          }
        >
          {one.performer?.name ?? '–'}
        </RowTitle>
      ),
    },
    {
      key: 'sum',
      title: t('payouts.office.sum'),
      align: 'right',
      onPhone: 'end',
      cell: (one) => <Money value={one.arrives} currency={one.currency} className="font-semibold" />,
    },
    {
      key: 'to',
      onPhone: 'note',
      title: t('payouts.to'),
      cell: (one) =>
        one.paymentAccountType === 'banking' && one.bank ? (
          <span className="num md:block md:max-w-56 md:truncate">{`${one.bank.bankName} •••• ${one.bank.last4}`}</span>
        ) : (
          t(`payouts.method.${one.paymentAccountType}`)
        ),
    },
    { key: 'status', onPhone: 'note', title: t('payouts.col.status'), cell: (one) => <PayoutState status={one.status} /> },
    whenColumn(t('payouts.col.when'), ({ createdAt }) => createdAt),
  ]
  return (
    <OfficePage
      place="payouts"
      title={title}
      aside={<ExportButton payouts={approved.data.filter(({ paymentAccountType: type }) => type === 'banking')} />}
    >
      <Filters>
        <FilterPills
          list={shown}
          by="status"
          label={t('payouts.col.status')}
          all={t('payouts.office.all')}
          of={payoutStatuses}
          say={(each) => t(`payouts.status.${each}`)}
        />
        <FilterSearch address={shown.address} label={t('payouts.office.search')} className="md:w-64" />
      </Filters>
      <ListTable
        label={title}
        list={shown}
        columns={columns}
        chosen={chosen}
        acts={
          <Button
            rank="second"
            size="sm"
            icon={<Check className="size-4" />}
            loading={approve.busy}
            disabled={approvable.length === 0}
            onClick={() => void approve.each(approvable.map(({ _id }) => _id)).then(chosen.clear)}
          >
            {t('payouts.office.approveSome', { count: approvable.length })}
          </Button>
        }
        none={{ icon: Landmark, words: t('payouts.office.none'), found: t('payouts.office.noneFound') }}
      />
    </OfficePage>
  )
}

/** The bank's file: whole accounts leave the house here, so it asks first. */
function ExportButton({ payouts }: { payouts: PayoutRequest[] }) {
  const { t } = useTranslation()
  const { locale } = useSpeech()
  const [asking, setAsking] = useState(false)
  const ids = payouts.map(({ _id }) => _id)
  const save = useAct((api, once, exported: string[]) => api.payouts.batch({ ids: exported }, once), {
    refreshes: aboutPayouts,
    done: ({ csv, fileName }) => saveFile(csv, fileName),
    said: ({ count, total, currency }) => t('payouts.office.exported', { count, total: writeMoney(total, currency, locale) }),
  })
  return (
    <>
      <Button
        rank="second"
        size="sm"
        icon={<Download className="size-4" />}
        disabled={payouts.length === 0}
        onClick={() => setAsking(true)}
      >
        {t('payouts.office.export', { count: payouts.length })}
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={(next) => !next && !save.busy && setAsking(false)}
        title={t('payouts.office.export.title', { count: payouts.length })}
        confirm={t('payouts.office.export.act')}
        cancel={t('payouts.cancel.keep')}
        loading={save.busy}
        onConfirm={() => void save.act(ids).then(() => setAsking(false))}
      >
        {t('payouts.office.export.lead')}
      </ConfirmDialog>
    </>
  )
}
