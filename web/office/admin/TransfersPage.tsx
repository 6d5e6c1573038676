import { Undo2, WalletCards } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { sentenceOf } from '#web/app/api.ts'
import { useKnownWords } from '#web/app/known-words.ts'
import { requireStaff } from '#web/app/guard.ts'
import { load, refresh, useQuery } from '#web/app/query.ts'
import { useApi, useNow, useSettings } from '#web/app/session.tsx'
import { OfficeShell } from '#web/app/shell/OfficeShell.tsx'
import { FilterSearch } from '#web/app/FilterSearch.tsx'
import { pagingOf, tableFrom, useTableAddress } from '#web/app/table-address.ts'
import { type Transfer, transfers } from '#web/office/admin/queries.ts'
import { ReasonSheet } from '#web/app/ReasonSheet.tsx'
import { Button } from '#web/ui/Button.tsx'
import { type Column, DataTable } from '#web/ui/DataTable.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { PageTitle } from '#web/ui/layout/PageTitle.tsx'
import { placesOf, writeNumber } from '#web/ui/numbers.ts'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { StateDot } from '#web/ui/StateDot.tsx'
import { useToast } from '#web/ui/Toast.tsx'
import { Tokens } from '#web/ui/Tokens.tsx'
import { useSpeech } from '#web/ui/UiWords.tsx'

/** What becomes of what was paid for; a work locks. */
const leads: Readonly<Record<string, 'office.transfers.refundTipLead' | 'office.transfers.refundSubscriptionLead'>> = {
  tip: 'office.transfers.refundTipLead',
  subscription: 'office.transfers.refundSubscriptionLead',
}

const table = { sortBy: '', sort: 'desc', sortable: [] } as const

export async function loader(args: LoaderFunctionArgs) {
  requireStaff(args)
  const params = new URL(args.request.url).searchParams
  const q = params.get('q')?.slice(0, 100)
  const input = { ...pagingOf(tableFrom(params, table)), ...(q && { q }) }
  return { input, rows: await load(args, transfers(input)) }
}

export function Component() {
  const { t } = useTranslation()
  const known = useKnownWords()
  const loaded = useLoaderData<typeof loader>()
  const { siteName } = useSettings()
  const { locale } = useSpeech()
  const api = useApi()
  const toast = useToast()
  const now = useNow()
  const address = useTableAddress(table)
  const rows = useQuery(transfers(loaded.input), loaded.rows).data ?? loaded.rows
  const [refunding, setRefunding] = useState<Transfer>()
  // One intention, one key: a second press is the same refund.
  const intention = useRef('')
  const { q } = loaded.input
  const kindOf = (kind: string) => known(`office.kind.${kind}`) ?? kind

  const refund = async (reason: string) => {
    if (!refunding) return undefined
    try {
      const { amount } = await api.admin.refund({ id: refunding._id, reason }, { idempotencyKey: intention.current })
      toast.show(t('office.transfers.refunded', { name: refunding.payer ?? '', amount: writeNumber(amount, locale) }))
      await refresh('admin.transfers', 'admin.audit')
      return undefined
    } catch (error) {
      return sentenceOf(error, t('shell.tryLater'))
    }
  }
  const places = placesOf(rows.data.flatMap(({ amount, commission }) => [amount, commission]))
  const payerOf = ({ payer, payee }: Transfer) => (payer && payer !== payee ? `@${payer}` : undefined)
  const columns: Column<Transfer>[] = [
    {
      key: 'title',
      title: t('office.transfers.what'),
      cell: (one) => (
        <span className="block min-w-0">
          <span className="line-clamp-1 font-semibold">{one.title || kindOf(one.kind)}</span>
          <span className="block text-13 text-muted">
            {one.isReversal ? t('office.transfers.reversalOf', { kind: kindOf(one.kind) }) : kindOf(one.kind)}
          </span>
        </span>
      ),
    },
    { key: 'payer', onPhone: 'hidden', title: t('office.transfers.payer'), cell: (one) => payerOf(one) ?? '–' },
    {
      key: 'payee',
      onPhone: 'note',
      title: t('office.transfers.payee'),
      cell: (one) => (
        <>
          <span className="md:hidden">{payerOf(one)} → </span>
          {one.payee ? `@${one.payee}` : '–'}
        </>
      ),
    },
    {
      key: 'amount',
      onPhone: 'end',
      title: t('office.transfers.amount'),
      align: 'right',
      cell: (one) => <Tokens value={one.amount} unit="muted" places={places} className="font-semibold" />,
    },
    {
      key: 'commission',
      onPhone: 'hidden',
      title: t('office.transfers.commission'),
      align: 'right',
      cell: (one) => <Tokens value={one.commission} unit="none" places={places} />,
    },
    {
      key: 'createdAt',
      onPhone: 'note',
      title: t('office.transfers.when'),
      align: 'right',
      cell: (one) => <RelativeTime at={one.createdAt} now={now} show="moment" className="text-muted" />,
    },
    {
      key: 'refund',
      title: t('office.transfers.state'),
      align: 'right',
      cell: (one) =>
        one.canRefund ? (
          <Button
            rank="second"
            size="sm"
            onClick={() => {
              intention.current = crypto.randomUUID()
              setRefunding(one)
            }}
          >
            {t('office.transfers.refund')}
          </Button>
        ) : (
          <StateDot tone={one.reversed ? 'bad' : 'quiet'}>
            {t(one.reversed ? 'office.transfers.isRefunded' : one.isReversal ? 'office.transfers.isReversal' : 'office.transfers.isFinal')}
          </StateDot>
        ),
    },
  ]
  return (
    <OfficeShell place="transfers">
      <title>{`${t('shell.office.transfers')} · ${siteName}`}</title>
      <PageTitle onPhone="shown">{t('shell.office.transfers')}</PageTitle>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-2 md:gap-4">
        <FilterSearch address={address} label={t('office.transfers.search')} className="md:w-80" />
        <DataTable
          label={t('shell.office.transfers')}
          columns={columns}
          rows={rows.data}
          rowKey={(one) => one._id}
          total={rows.total}
          {...address.table}
          empty={
            <EmptyState
              look="bare"
              icon={q ? Undo2 : WalletCards}
              action={
                q && (
                  <Button rank="second" size="sm" to={address.filterTo({ q: undefined })}>
                    {t('office.showAll')}
                  </Button>
                )
              }
            >
              {t(q ? 'office.transfers.noneFound' : 'office.transfers.none')}
            </EmptyState>
          }
        />
      </div>
      <ReasonSheet
        open={refunding !== undefined}
        onClose={() => setRefunding(undefined)}
        title={t('office.transfers.refundTitle', { amount: writeNumber(refunding?.amount ?? 0, locale) })}
        lead={t(leads[refunding?.kind ?? ''] ?? 'office.transfers.refundLead', {
          payer: refunding?.payer ?? '',
          payee: refunding?.payee ?? '',
          title: refunding?.title ?? '',
        })}
        act={t('office.transfers.refundAct', { amount: writeNumber(refunding?.amount ?? 0, locale) })}
        danger
        onSend={refund}
      />
    </OfficeShell>
  )
}
