import { Download, FileText, ReceiptText } from 'lucide-react'
import { useTranslation } from '#web/app/say.ts'
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import type { EarningLine } from '#contract/money/earnings.ts'
import { useAct } from '#web/app/act.ts'
import { bootOf } from '#web/app/api.ts'
import { requirePerformer } from '#web/app/guard.ts'
import { listing, useList } from '#web/app/listing.ts'
import { ListTable } from '#web/app/ListTable.tsx'
import { dayIn } from '#web/app/zoned-time.ts'
import { load, useLoaded } from '#web/app/query.ts'
import { useBoot, useNow } from '#web/app/session.tsx'
import { StudioPage } from '#web/app/shell/StudioPage.tsx'
import { whenColumn } from '#web/app/when-column.tsx'
import { EarningFigures } from '#web/money/earnings/EarningFigures.tsx'
import { EarningFilters } from '#web/money/earnings/EarningFilters.tsx'
import { exportLines } from '#web/money/earnings/exporting.ts'
import { lines, stats } from '#web/money/earnings/queries.ts'
import { type EarningSpan, spanFrom } from '#web/money/earnings/span.ts'
import { Button } from '#web/ui/Button.tsx'
import type { Column } from '#web/ui/DataTable.tsx'
import { placesOf } from '#web/ui/numbers.ts'
import { Tokens } from '#web/ui/Tokens.tsx'

export const handle = { auth: true, inClosedCountry: true }

/** A reversal of a part is rounded to hundredths of a token, which moves its rate by less than a tenth. */
const percentOf = (line: EarningLine) => Math.round(line.siteCommission * 10) / 10

const linesIn = (span: EarningSpan) =>
  listing({
    who: requirePerformer,
    order: { sortBy: 'createdAt', sort: 'desc', sortable: ['createdAt', 'grossPrice', 'netPrice'] },
    asks: (asked) => lines({ ...span, ...asked }),
  })

export async function loader(args: LoaderFunctionArgs) {
  requirePerformer(args)
  const boot = bootOf(args)
  const span = spanFrom(
    new URL(args.request.url).searchParams,
    dayIn(typeof window === 'undefined' ? boot.now : Date.now(), boot.timeZone),
    boot.timeZone,
  )
  const [figures, listed] = await Promise.all([load(args, stats(span)), linesIn(span).loader(args)])
  return { span, figures, ...listed }
}

export function Component() {
  const { t } = useTranslation()
  const loaded = useLoaderData<typeof loader>()
  const { span } = loaded
  const { timeZone } = useBoot()
  const now = useNow()
  const figures = useLoaded(stats(span), loaded.figures)
  const shown = useList(linesIn(span), loaded)
  const { address, rows } = shown
  const download = useAct((api) => exportLines(api, span, timeZone, t), {
    said: ({ written, total }) => (written < total ? t('earningsPage.exportCut', { count: written }) : undefined),
  })

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
    { ...whenColumn(t('earningsPage.when'), ({ createdAt }) => createdAt), sortable: true },
  ]

  return (
    <StudioPage
      place="earnings"
      title={t('studioNav.earnings')}
      aside={
        <>
          <Button className="max-md:my-2" rank="second" size="sm" to="/creator/earnings/statements" icon={<FileText className="size-4" />}>
            {t('statements.title')}
          </Button>
          <Button
            className="max-md:my-2"
            rank="second"
            size="sm"
            icon={<Download className="size-4" />}
            loading={download.busy}
            disabled={rows.total === 0}
            onClick={() => void download.act()}
          >
            {t('earningsPage.export')}
          </Button>
        </>
      }
    >
      <EarningFilters address={address} span={span} />
      <div aria-busy={address.waiting}>
        <EarningFigures figures={figures} today={dayIn(now, timeZone)} />
      </div>
      <ListTable
        label={t('earningsPage.table')}
        list={shown}
        columns={columns}
        none={{
          icon: ReceiptText,
          words: t('earningsPage.none'),
          begin: (
            <Button rank="second" size="sm" to="/creator/publish">
              {t('shell.studio.publish')}
            </Button>
          ),
        }}
      />
    </StudioPage>
  )
}
