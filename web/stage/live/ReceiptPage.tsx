import { dateTag } from '#contract/locales.ts'
import { Check, Download, Printer, TriangleAlert } from 'lucide-react'
import { useEffect, useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import type { Receipt } from '#contract/stage/metering.ts'
import { exact, useAmounts } from '#web/app/amounts.ts'
import { requireMember } from '#web/app/guard.ts'
import { load } from '#web/app/query.ts'
import { saveAs } from '#web/app/saving-files.ts'
import { useTranslation } from '#web/app/say.ts'
import { useBoot, useSettings } from '#web/app/session.tsx'
import { MainFrame } from '#web/app/shell/MainFrame.tsx'
import { type After, Pages } from '#web/app/Pages.tsx'
import { addUp, type Verdict } from '#web/stage/live/adding-up.ts'
import { receiptsOf } from '#web/stage/live/queries.ts'
import { Button } from '#web/ui/Button.tsx'
import { PageTitle } from '#web/ui/layout/PageTitle.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { RowsSkeleton } from '#web/ui/Skeleton.tsx'
import { Sums } from '#web/ui/Sums.tsx'
import { Tokens } from '#web/ui/Tokens.tsx'
import { useSpeech } from '#web/ui/UiWords.tsx'

export const handle = { auth: true }

export async function loader(args: LoaderFunctionArgs) {
  requireMember(args)
  const id = args.params['streamId'] ?? ''
  return { id, loaded: await load(args, receiptsOf(id)) }
}

/** The minutes of a show, one by one: to whoever paid theirs, to its performer what each paid. */
export function Component() {
  const { id, loaded } = useLoaderData<typeof loader>()
  const { siteName } = useSettings()
  const { t } = useTranslation()
  const title = t('privateShow.receipt.title')
  return (
    <MainFrame place="none" top={{ title, back: `/live/${id}` }} up={{ to: `/live/${id}`, label: t('privateShow.receipt.back') }}>
      <title>{`${title} · ${siteName}`}</title>
      <PageTitle>{title}</PageTitle>
      <Pages
        query={(after: After) => receiptsOf(id, after)}
        loaded={loaded}
        waiting={<RowsSkeleton />}
        empty={<p className="text-15 text-muted">{t('privateShow.receipt.none')}</p>}
        draw={(receipts) => (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
            {receipts.map((receipt) => (
              <OneReceipt key={receipt._id} receipt={receipt} />
            ))}
          </div>
        )}
      />
    </MainFrame>
  )
}

function OneReceipt({ receipt }: { receipt: Receipt }) {
  const { t } = useTranslation()
  const { locale } = useSpeech()
  const { timeZone } = useBoot()
  const { payer, performer, role, minutePrice, openedAt, closedAt, closedWhy, total, minutes, ticks } = receipt
  // Whoever came twice tells the two apart by when they came.
  const begun = new Intl.DateTimeFormat(dateTag(locale), { timeStyle: 'medium', timeZone })
  const when = new Intl.DateTimeFormat(dateTag(locale), { dateStyle: 'medium', timeStyle: 'short', timeZone })
  return (
    <Panel title={`${t(`privateShow.receipt.${role}`)} · ${begun.format(new Date(openedAt))}`}>
      <div className="grid gap-5">
        <Sums
          lines={[
            { label: t('privateShow.receipt.payer'), value: payer.name },
            { label: t('privateShow.receipt.performer'), value: performer.name },
            {
              label: t('privateShow.receipt.when'),
              value: closedAt
                ? when.formatRange(new Date(openedAt), new Date(closedAt))
                : `${when.format(new Date(openedAt))} · ${t('privateShow.receipt.running')}`,
            },
            ...(closedWhy ? [{ label: t('privateShow.receipt.why'), value: t(`privateShow.receipt.why.${closedWhy}`) }] : []),
            { label: t('privateShow.receipt.each'), value: <Tokens value={minutePrice} /> },
            {
              label: `${t('privateShow.receipt.total')} · ${t('privateShow.meter.minutes', { count: minutes })}`,
              value: <Tokens value={total} />,
              total: true,
            },
          ]}
        />
        {ticks.length > 0 && <Minutes receipt={receipt} />}
        {ticks.length > 0 && <Checked receipt={receipt} />}
        <div className="flex flex-wrap gap-2 print:hidden">
          <Button
            size="sm"
            rank="second"
            icon={<Download className="size-4" />}
            onClick={() =>
              saveAs(new Blob([JSON.stringify(receipt, null, 2)], { type: 'application/json' }), `receipt-${receipt._id}.json`)
            }
          >
            {t('privateShow.receipt.save')}
          </Button>
          <Button size="sm" rank="second" icon={<Printer className="size-4" />} onClick={() => window.print()}>
            {t('privateShow.receipt.print')}
          </Button>
        </div>
      </div>
    </Panel>
  )
}

function Minutes({ receipt: { ticks, payer, openedAt } }: { receipt: Receipt }) {
  const { t } = useTranslation()
  const { locale } = useSpeech()
  const { timeZone } = useBoot()
  const { number } = useAmounts()
  const clock = new Intl.DateTimeFormat(dateTag(locale), { timeStyle: 'medium', timeZone })
  // A performer reads one for each who paid, and somebody who came twice has two.
  const name = `${t('privateShow.receipt.title')} · ${payer.name} · ${clock.format(new Date(openedAt))}`
  const sums = ticks.map((_tick, place) =>
    exact(ticks.slice(0, place + 1).reduce((sum, { amount, returnedAt }) => (returnedAt ? sum : sum + amount), 0)),
  )
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached by keyboard
    <div className="quiet-scroll overflow-x-auto" tabIndex={0} role="region" aria-label={name}>
      <table className="num w-full text-14">
        <thead className="text-13 text-muted">
          <tr className="border-b border-line [&>th]:py-2 [&>th]:font-normal [&>th:not(:last-child)]:pe-4">
            <th className="text-start">{t('privateShow.receipt.minute')}</th>
            <th className="text-start">{t('privateShow.receipt.at')}</th>
            <th className="text-end max-sm:hidden">{t('privateShow.receipt.served')}</th>
            <th className="text-end">{t('privateShow.receipt.amount')}</th>
            <th className="text-end">{t('privateShow.receipt.sum')}</th>
          </tr>
        </thead>
        <tbody>
          {ticks.map((tick, place) => (
            <tr key={tick.number} className="border-b border-line [&>td]:py-2 [&>td:not(:last-child)]:pe-4">
              <td>{tick.number}</td>
              <td>{clock.format(new Date(tick.at))}</td>
              <td className="text-end max-sm:hidden">{t('privateShow.receipt.seconds', { count: Math.round(tick.servedMs / 1000) })}</td>
              <td className="text-end">{tick.returnedAt ? t('privateShow.receipt.returned') : number(tick.amount)}</td>
              <td className="text-end font-semibold">{number(sums[place] ?? 0)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Checked({ receipt }: { receipt: Receipt }) {
  const { t } = useTranslation()
  const [verdict, setVerdict] = useState<Verdict>()
  useEffect(() => {
    let isGone = false
    void addUp(receipt).then((found) => !isGone && setVerdict(found))
    return () => {
      isGone = true
    }
  }, [receipt])
  return (
    <p role="status" className="flex items-start gap-2 text-14">
      {verdict === 'wrong' ? (
        <TriangleAlert aria-hidden="true" className="size-5 flex-none text-onair" />
      ) : (
        verdict && <Check aria-hidden="true" className="size-5 flex-none text-house-text" />
      )}
      {t(verdict ? `privateShow.receipt.${verdict}` : 'privateShow.receipt.checking')}
    </p>
  )
}
