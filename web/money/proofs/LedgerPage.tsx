import { CircleCheck, Download, TriangleAlert } from 'lucide-react'
import { useTranslation } from '#web/app/say.ts'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { load, useQuery } from '#web/app/query.ts'
import { useNow, useSettings } from '#web/app/session.tsx'
import { MainFrame } from '#web/app/shell/MainFrame.tsx'
import { pagingOf, tableFrom, useTableAddress } from '#web/app/table-address.ts'
import { LedgerDays } from '#web/money/proofs/LedgerDays.tsx'
import { days, totals, type Totals } from '#web/money/proofs/queries.ts'
import { sharesOf } from '#web/money/proofs/shares.ts'
import { SplitBar } from '#web/money/proofs/SplitBar.tsx'
import { usePageTitle } from '#web/app/page-title.ts'
import { BigFigure } from '#web/ui/BigFigure.tsx'
import { Card } from '#web/ui/Card.tsx'
import { PageTitle } from '#web/ui/layout/PageTitle.tsx'
import { placesOf, writeNumber } from '#web/ui/numbers.ts'
import { Panel } from '#web/ui/Panel.tsx'
import { writeMoment } from '#web/ui/relative-time.ts'
import { Sums } from '#web/ui/Sums.tsx'
import { Tokens } from '#web/ui/Tokens.tsx'
import { useSpeech } from '#web/ui/UiWords.tsx'

export const handle = { inClosedCountry: true }

const table = { sortBy: '', sort: 'desc', sortable: [] } as const

/** Anybody's page: they need not be signed in, nor believe us. */
export async function loader(args: LoaderFunctionArgs) {
  const input = pagingOf(tableFrom(new URL(args.request.url).searchParams, table))
  const [sums, closed] = await Promise.all([load(args, totals), load(args, days(input))])
  return { input, sums, closed }
}

export function Component() {
  const { t } = useTranslation()
  const { siteName } = useSettings()
  const loaded = useLoaderData<typeof loader>()
  const address = useTableAddress(table)
  const sums = useQuery(totals, loaded.sums).data ?? loaded.sums
  const closed = useQuery(days(loaded.input), loaded.closed).data ?? loaded.closed
  const title = t('ledgerPage.title')
  return (
    <MainFrame place="none" wide top={{ title, back: '/home' }}>
      <title>{usePageTitle(title)}</title>
      <PageTitle>{title}</PageTitle>
      <p className="mb-4 max-w-[46em] text-15 leading-[1.7]! text-muted max-md:px-4 max-md:pt-4">
        {t('ledgerPage.lead', { site: siteName })}
      </p>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-2 md:gap-4">
        <Where sums={sums} />
        <LedgerDays days={closed} address={address} />
        <HowToCheck />
      </div>
    </MainFrame>
  )
}

const ways = ['held', 'spent', 'reversed'] as const
const kinds = ['wallet', 'escrow', 'earnings', 'payouts', 'paid_out', 'commission'] as const
/** Below zero by what came in through them: said by the figure at the top. */
const sources = new Set(['gateway', 'granted'])

function Where({ sums }: { sums: Totals }) {
  const { t } = useTranslation()
  const { locale, timeZone } = useSpeech()
  const now = useNow()
  const shares = sharesOf(ways.map((way) => sums[way]))
  const amountOf = (kind: string) => sums.parts.find(({ account }) => account === kind)?.amount ?? 0
  const others = sums.parts.filter(({ account }) => !sources.has(account) && !kinds.some((kind) => kind === account))
  const places = placesOf([...ways.map((way) => sums[way]), ...sums.parts.map(({ amount }) => amount)])
  const Mark = sums.isEqual ? CircleCheck : TriangleAlert
  return (
    <Card className="p-4 md:p-6">
      <BigFigure
        label={t('ledgerPage.issued')}
        value={writeNumber(sums.issued, locale)}
        unit={t('ledgerPage.tokens')}
        note={t('ledgerPage.asOf', { time: writeMoment(Date.parse(sums.asOf), now, locale, timeZone) })}
      />
      <div className="mt-6">
        <SplitBar
          label={t('ledgerPage.split')}
          splits={ways.map((way, place) => ({
            key: way,
            label: t(`ledgerPage.${way}`),
            note: t(`ledgerPage.${way}.why`),
            value: sums[way],
            amount: writeNumber(sums[way], locale, { places }),
            share: t('ledgerPage.share', { percent: shares[place] }),
          }))}
        />
      </div>
      <p className={`mt-5 flex items-center gap-2 text-14 ${sums.isEqual ? 'text-success-text' : 'text-onair'}`}>
        <Mark aria-hidden="true" className="size-4 flex-none" />
        {t(sums.isEqual ? 'ledgerPage.equal' : 'ledgerPage.unequal')}
      </p>
      <details className="mt-4 border-t border-line pt-3">
        <summary className="touch cursor-pointer text-14 font-semibold">{t('ledgerPage.parts')}</summary>
        <Sums
          className="pt-2"
          lines={[
            ...kinds.map((kind) => ({
              label: t(`ledgerPage.part.${kind}`),
              value: <Tokens value={amountOf(kind)} unit="none" places={places} />,
            })),
            ...others.map(({ amount }) => ({
              label: t('ledgerPage.part.other'),
              value: <Tokens value={amount} unit="none" places={places} />,
            })),
            { label: t('ledgerPage.reversed'), value: <Tokens value={sums.reversed} unit="none" places={places} /> },
            { label: t('ledgerPage.issued'), value: <Tokens value={sums.issued} unit="none" places={places} />, total: true },
          ]}
        />
      </details>
    </Card>
  )
}

function HowToCheck() {
  const { t } = useTranslation()
  return (
    <Panel title={t('ledgerPage.check')}>
      <ol className="grid gap-2.5 text-15">
        {([1, 2, 3] as const).map((step) => (
          <li key={step} className="grid grid-cols-[auto_minmax(0,1fr)] gap-3">
            <span aria-hidden="true" className="num mt-0.5 grid size-6 place-items-center rounded-full bg-well text-13 font-semibold">
              {step}
            </span>
            {t(`ledgerPage.check.${step}`)}
          </li>
        ))}
      </ol>
      <pre tabIndex={0} className="quiet-scroll mt-4 overflow-x-auto rounded-control bg-well px-4 py-3 font-mono text-13">
        <code>{t('ledgerPage.check.command')}</code>
      </pre>
      <div className="mt-4 flex flex-wrap items-center justify-between gap-3">
        <p className="text-13 text-muted">{t('ledgerPage.check.note')}</p>
        <a
          href="/ledger/check-statement.mjs"
          download
          className="touch inline-flex min-h-9 items-center gap-2 rounded-full px-4 text-14 font-semibold ring-1 ring-line-strong ring-inset hover:bg-hover"
        >
          <Download aria-hidden="true" className="size-4" />
          {t('ledgerPage.check.script')}
        </a>
      </div>
    </Panel>
  )
}
