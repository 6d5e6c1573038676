import { Check, Download, Landmark } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { payoutStatuses } from '#contract/money/payout-names.ts'
import type { PayoutRequest } from '#contract/money/payouts.ts'
import { sentenceOf } from '#web/app/api.ts'
import { useIntention } from '#web/app/intention.ts'
import { useEach } from '#web/app/each.ts'
import { FilterSearch } from '#web/app/FilterSearch.tsx'
import { requireStaff } from '#web/app/guard.ts'
import { load, refresh, useQuery } from '#web/app/query.ts'
import { useApi, useNow } from '#web/app/session.tsx'
import { OfficeShell } from '#web/app/shell/OfficeShell.tsx'
import { pagingOf, tableFrom, useTableAddress } from '#web/app/table-address.ts'
import { saveFile } from '#web/money/payouts/office/save-file.ts'
import { PayoutState } from '#web/money/payouts/PayoutState.tsx'
import { aboutPayouts, search } from '#web/money/payouts/queries.ts'
import { usePageTitle } from '#web/app/page-title.ts'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { type Column, DataTable } from '#web/ui/DataTable.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { PageTitle } from '#web/ui/layout/PageTitle.tsx'
import { Money } from '#web/ui/Money.tsx'
import { writeMoney } from '#web/ui/numbers.ts'
import { Pills } from '#web/ui/Pills.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { useToast } from '#web/ui/Toast.tsx'
import { useSpeech } from '#web/ui/UiWords.tsx'

const table = { sortBy: '', sort: 'desc', sortable: [] } as const
/** What the next bank file can take at once. */
const forTheBank = search({ status: 'approved', limit: 100 })

export async function loader(args: LoaderFunctionArgs) {
  requireStaff(args)
  const params = new URL(args.request.url).searchParams
  const status = payoutStatuses.find((each) => each === params.get('status'))
  const q = params.get('q')?.slice(0, 100)
  const input = { ...pagingOf(tableFrom(params, table)), ...(status && { status }), ...(q && { q }) }
  const [rows, approved] = await Promise.all([load(args, search(input)), load(args, forTheBank)])
  return { input, rows, approved }
}

/** Who asks to be paid: look, agree, hand to the bank. */
export function Component() {
  const { t } = useTranslation()
  const loaded = useLoaderData<typeof loader>()
  const now = useNow()
  const address = useTableAddress(table)
  const rows = useQuery(search(loaded.input), loaded.rows).data ?? loaded.rows
  const approved = useQuery(forTheBank, loaded.approved).data ?? loaded.approved
  const [chosen, setChosen] = useState<string[]>([])
  const selected = chosen.filter((id) => rows.data.some((one) => one._id === id))
  const approvable = rows.data.filter(({ _id, nextStatuses }) => selected.includes(_id) && nextStatuses.includes('approved'))
  const approve = useEach('payouts.office.approveSome', aboutPayouts, (api, id) =>
    api.payouts.update({ id, status: 'approved' }, { idempotencyKey: `approve-${id}` }),
  )
  const { status, q } = loaded.input
  const isFiltered = status !== undefined || q !== undefined
  const title = t('shell.office.payouts')

  const columns: Column<PayoutRequest>[] = [
    {
      key: 'payout',
      title: t('payouts.office.creator'),
      cell: (one) => (
        <Link to={`/admin/payouts/${one._id}`} className="group block min-w-0 py-1">
          <span className="block truncate font-semibold group-hover:underline">{one.performer?.name ?? '–'}</span>
          <span className="num block truncate text-13 text-muted">
            #{one.number}
            {one.performer && ` · @${one.performer.username}`}
          </span>
        </Link>
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
      title: t('payouts.to'),
      cell: (one) =>
        one.paymentAccountType === 'banking' && one.bank ? (
          <span className="num block max-w-56 truncate">{`${one.bank.bankName} •••• ${one.bank.last4}`}</span>
        ) : (
          t(`payouts.method.${one.paymentAccountType}`)
        ),
    },
    { key: 'status', title: t('payouts.col.status'), cell: (one) => <PayoutState status={one.status} /> },
    {
      key: 'when',
      title: t('payouts.col.when'),
      align: 'right',
      cell: (one) => <RelativeTime at={one.createdAt} now={now} show="moment" className="text-muted" />,
    },
  ]
  return (
    <OfficeShell place="payouts">
      <title>{usePageTitle(title)}</title>
      <PageTitle
        onPhone="shown"
        aside={<ExportButton payouts={approved.data.filter(({ paymentAccountType: type }) => type === 'banking')} />}
      >
        {title}
      </PageTitle>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-2 md:gap-4">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <Pills
            className="max-w-full"
            label={t('payouts.col.status')}
            pills={[
              { label: t('payouts.office.all'), to: address.filterTo({ status: undefined }), current: status === undefined },
              ...payoutStatuses.map((each) => ({
                label: t(`payouts.status.${each}`),
                to: address.filterTo({ status: each }),
                current: status === each,
              })),
            ]}
          />
          <FilterSearch address={address} label={t('payouts.office.search')} className="md:w-64" />
        </div>
        <DataTable
          label={title}
          columns={columns}
          rows={rows.data}
          rowKey={(one) => one._id}
          total={rows.total}
          {...address.table}
          selected={selected}
          onSelect={setChosen}
          bulk={
            <Button
              rank="inverse"
              size="sm"
              icon={<Check className="size-4" />}
              loading={approve.busy}
              disabled={approvable.length === 0}
              onClick={() => void approve.each(approvable.map(({ _id }) => _id)).then(() => setChosen([]))}
            >
              {t('payouts.office.approveSome', { count: approvable.length })}
            </Button>
          }
          empty={
            <EmptyState
              look="bare"
              icon={Landmark}
              action={
                isFiltered && (
                  <Button rank="second" size="sm" to={address.filterTo({ status: undefined, q: undefined })}>
                    {t('payouts.office.showAll')}
                  </Button>
                )
              }
            >
              {t(isFiltered ? 'payouts.office.noneFound' : 'payouts.office.none')}
            </EmptyState>
          }
        />
      </div>
    </OfficeShell>
  )
}

/** The bank's file: whole accounts leave the house here, so it asks first. */
function ExportButton({ payouts }: { payouts: PayoutRequest[] }) {
  const { t } = useTranslation()
  const { locale } = useSpeech()
  const api = useApi()
  const toast = useToast()
  const intend = useIntention()
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const exportThem = async () => {
    setBusy(true)
    try {
      const ids = payouts.map(({ _id }) => _id)
      const file = await intend(ids, (once) => api.payouts.batch({ ids }, once))
      saveFile(file.csv, file.fileName)
      toast.show(t('payouts.office.exported', { count: file.count, total: writeMoney(file.total, file.currency, locale) }))
    } catch (error) {
      toast.show(sentenceOf(error, t('shell.tryLater')), { failed: true })
    }
    await refresh(...aboutPayouts)
    setBusy(false)
    setAsking(false)
  }
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
        onOpenChange={(next) => !next && !busy && setAsking(false)}
        title={t('payouts.office.export.title', { count: payouts.length })}
        confirm={t('payouts.office.export.act')}
        cancel={t('payouts.cancel.keep')}
        loading={busy}
        onConfirm={() => void exportThem()}
      >
        {t('payouts.office.export.lead')}
      </ConfirmDialog>
    </>
  )
}
