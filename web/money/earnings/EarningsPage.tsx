import { Download, FileText, ReceiptText } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import type { EarningLine } from '#contract/money/earnings.ts'
import { bootOf, sentenceOf } from '#web/app/api.ts'
import { requirePerformer } from '#web/app/guard.ts'
import { load, useQuery } from '#web/app/query.ts'
import { useApi, useBoot, useNow, useSettings } from '#web/app/session.tsx'
import { StudioShell } from '#web/app/shell/StudioShell.tsx'
import { pagingOf, tableFrom, useTableAddress } from '#web/app/table-address.ts'
import { dayIn } from '#web/app/moments.ts'
import { EarningFigures } from '#web/money/earnings/EarningFigures.tsx'
import { EarningFilters } from '#web/money/earnings/EarningFilters.tsx'
import { exportLines } from '#web/money/earnings/exporting.ts'
import { lines, stats } from '#web/money/earnings/queries.ts'
import { spanFrom } from '#web/money/earnings/span.ts'
import { Button } from '#web/ui/Button.tsx'
import { type Column, DataTable } from '#web/ui/DataTable.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { placesOf } from '#web/ui/numbers.ts'
import { PageTitle } from '#web/ui/layout/PageTitle.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { useToast } from '#web/ui/Toast.tsx'
import { Tokens } from '#web/ui/Tokens.tsx'

export const handle = { auth: true, inClosedCountry: true }

/** A reversal of a part is rounded to hundredths of a token, which moves its rate by less than a tenth. */
const percentOf = (line: EarningLine) => Math.round(line.siteCommission * 10) / 10

const table = { sortBy: 'createdAt', sort: 'desc', sortable: ['createdAt', 'grossPrice', 'netPrice'] } as const

export async function loader(args: LoaderFunctionArgs) {
  requirePerformer(args)
  const boot = bootOf(args)
  const params = new URL(args.request.url).searchParams
  const span = spanFrom(params, dayIn(typeof window === 'undefined' ? boot.now : Date.now(), 'UTC'))
  const state = tableFrom(params, table)
  const input = {
    ...span,
    ...pagingOf(state),
    sortBy: table.sortable.find((each) => each === state.sortBy) ?? table.sortBy,
    sort: state.sort,
  }
  const [figures, rows] = await Promise.all([load(args, stats(span)), load(args, lines(input))])
  return { span, input, figures, rows }
}

export function Component() {
  const { t } = useTranslation()
  const loaded = useLoaderData<typeof loader>()
  const { siteName } = useSettings()
  const { timeZone } = useBoot()
  const now = useNow()
  const api = useApi()
  const toast = useToast()
  const address = useTableAddress(table)
  const [exporting, setExporting] = useState(false)
  const figures = useQuery(stats(loaded.span), loaded.figures).data ?? loaded.figures
  const rows = useQuery(lines(loaded.input), loaded.rows).data ?? loaded.rows

  const download = async () => {
    setExporting(true)
    try {
      const { written, total } = await exportLines(api, loaded.span, timeZone, t)
      if (written < total) toast.show(t('earningsPage.exportCut', { count: written }))
    } catch (error) {
      toast.show(sentenceOf(error, t('shell.tryLater')), { failed: true })
    }
    setExporting(false)
  }

  // Subscriptions, and tips that are for no post, are booked under the creator's own name, which tells them nothing.
  const isOwnName = (line: EarningLine) =>
    (line.sourceType === 'tip' && line.feedId === undefined) || line.sourceType === 'subscription' || line.title === ''
  const kindOf = (line: EarningLine) => {
    const type = t(`earningsPage.kind.${line.sourceType}`)
    return line.netPrice < 0 ? t('earningsPage.takenBack', { type }) : type
  }
  const places = placesOf(rows.data.flatMap(({ grossPrice, netPrice }) => [grossPrice, netPrice]))
  const columns: Column<EarningLine>[] = [
    {
      key: 'title',
      title: t('earningsPage.what'),
      cell: (line) => (
        <span className="block min-w-0">
          <span className="line-clamp-1 font-semibold">
            {isOwnName(line) ? (
              kindOf(line)
            ) : line.feedId ? (
              <Link to={`/posts/${line.feedId}`} className="underline-offset-4 hover:underline">
                {line.title}
              </Link>
            ) : (
              line.title
            )}
          </span>
          <span className="line-clamp-2 text-13 text-muted">
            {[
              !isOwnName(line) && kindOf(line),
              line.reversed && t('earningsPage.reversed'),
              line.reversalReason && t(`earningsPage.because.${line.reversalReason}`),
              line.message,
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </span>
      ),
    },
    {
      key: 'buyer',
      onPhone: 'note',
      title: t('earningsPage.buyer'),
      cell: (line) =>
        line.buyer ? (
          <span className="truncate">@{line.buyer.username}</span>
        ) : (
          <span className="text-muted">{t('earningsPage.anonymous')}</span>
        ),
    },
    {
      key: 'grossPrice',
      onPhone: 'note',
      title: t('earningsPage.gross'),
      align: 'right',
      sortable: true,
      cell: (line) => (
        <span>
          <span className="md:hidden">{t('earningsPage.gross')} </span>
          <Tokens value={line.grossPrice} unit="none" places={places} />
          <span className="md:hidden">
            {' · '}
            {t('earningsPage.commission')} {percentOf(line)}%
          </span>
        </span>
      ),
    },
    {
      key: 'commission',
      onPhone: 'hidden',
      title: t('earningsPage.commission'),
      align: 'right',
      cell: (line) => `${percentOf(line)}%`,
    },
    {
      key: 'netPrice',
      onPhone: 'end',
      title: t('earningsPage.net'),
      align: 'right',
      sortable: true,
      cell: (line) => <Tokens value={line.netPrice} unit="muted" places={places} signed tone className="font-semibold" />,
    },
    {
      key: 'createdAt',
      onPhone: 'note',
      title: t('earningsPage.when'),
      align: 'right',
      sortable: true,
      cell: (line) => <RelativeTime at={line.createdAt} now={now} show="moment" className="text-muted" />,
    },
  ]

  return (
    <StudioShell place="earnings" title={t('shell.studio.earnings')}>
      <title>{`${t('shell.studio.earnings')} · ${siteName}`}</title>
      <PageTitle
        aside={
          <>
            <Button
              className="max-md:my-2"
              rank="second"
              size="sm"
              to="/creator/earnings/statements"
              icon={<FileText className="size-4" />}
            >
              {t('statements.title')}
            </Button>
            <Button
              className="max-md:my-2"
              rank="second"
              size="sm"
              icon={<Download className="size-4" />}
              loading={exporting}
              disabled={rows.total === 0}
              onClick={() => void download()}
            >
              {t('earningsPage.export')}
            </Button>
          </>
        }
      >
        {t('shell.studio.earnings')}
      </PageTitle>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-2 md:gap-4" aria-busy={address.waiting}>
        <EarningFilters address={address} span={loaded.span} />
        <EarningFigures figures={figures} today={dayIn(now, 'UTC')} />
        <DataTable
          label={t('earningsPage.table')}
          columns={columns}
          rows={rows.data}
          rowKey={(line) => line._id}
          total={rows.total}
          {...address.table}
          empty={
            <EmptyState
              look="bare"
              icon={ReceiptText}
              action={
                <Button rank="second" size="sm" to="/creator/publish">
                  {t('shell.studio.publish')}
                </Button>
              }
            >
              {t('earningsPage.none')}
            </EmptyState>
          }
        />
      </div>
    </StudioShell>
  )
}
