import { Repeat } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { type LoaderFunctionArgs, useLoaderData, useNavigation, useSearchParams } from 'react-router'
import { requireMember } from '#web/app/guard.ts'
import { load, loadBeside, useQuery } from '#web/app/query.ts'
import { useBoot, useMember, useNow } from '#web/app/session.tsx'
import { MainFrame } from '#web/app/shell/MainFrame.tsx'
import { PaymentLinks } from '#web/money/payments/PaymentLinks.tsx'
import { packages } from '#web/money/payments/queries.ts'
import { mySubscriptions } from '#web/money/subscriptions/mine.ts'
import { monthStart, monthSum } from '#web/money/wallet/days.ts'
import { filterIn, walletWith } from '#web/money/wallet/filter.ts'
import { LineFilters } from '#web/money/wallet/LineFilters.tsx'
import { Frozen } from '#web/money/wallet/Frozen.tsx'
import { lines, linesSince, walletState } from '#web/money/wallet/queries.ts'
import { Recurring } from '#web/windows/me/Recurring.tsx'
import { Statement } from '#web/money/wallet/Statement.tsx'
import { TopUp } from '#web/money/payments/TopUp.tsx'
import { usePageTitle } from '#web/app/page-title.ts'
import { BigFigure } from '#web/ui/BigFigure.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Columns } from '#web/ui/layout/Columns.tsx'
import { PageTitle } from '#web/ui/layout/PageTitle.tsx'
import { writeNumber } from '#web/ui/numbers.ts'
import { Rolling } from '#web/ui/Rolling.tsx'
import { RowsSkeleton } from '#web/ui/Skeleton.tsx'
import { useSpeech } from '#web/ui/UiWords.tsx'

export async function loader(args: LoaderFunctionArgs) {
  requireMember(args)
  const filter = filterIn(new URL(args.request.url).searchParams)
  const [state, statement, offers, running] = await Promise.all([
    load(args, walletState),
    load(args, lines(filter)),
    loadBeside(args, packages()),
    load(args, mySubscriptions()),
  ])
  return { filter, state, statement, offers, running }
}
export const handle = { auth: true, inClosedCountry: true }

export function Component() {
  const { t } = useTranslation()
  const { filter, state: loaded, statement, offers, running } = useLoaderData<typeof loader>()
  const state = useQuery(walletState, loaded).data ?? loaded
  const me = useMember()
  const { geoBlocked } = useBoot()
  const [search] = useSearchParams()
  const isSwitching = useNavigation().state === 'loading'
  const title = t('shell.wallet')
  // Where nothing has happened there is nothing to sift.
  const isNew = statement.total === 0 && Object.keys(filter).length === 0
  return (
    <MainFrame
      place="wallet"
      wide
      top={{
        title,
        actions: (
          <IconButton label={t('purse.recurring')} to="/subscriptions">
            <Repeat />
          </IconButton>
        ),
      }}
    >
      <title>{usePageTitle(title)}</title>
      <PageTitle>{title}</PageTitle>
      <Columns
        lead={
          <div className="grid gap-2 md:gap-4">
            <div className="pb-2 max-md:bg-surface max-md:px-4 max-md:pt-4 max-md:pb-5">
              <BigFigure
                label={t('purse.balance')}
                value={
                  <span aria-live="polite">
                    <Rolling value={me.balance} />
                  </span>
                }
                unit={t('purse.tokens')}
                note={<ThisMonth />}
              />
            </div>
            {state.isFrozen && <Frozen state={state} />}
          </div>
        }
        sideFirst
        side={
          <>
            {!me.isPerformer && !geoBlocked && <TopUp packages={offers.data} wanted={search.get('amount')} />}
            {!me.isPerformer && <PaymentLinks />}
            <div className="max-md:hidden">
              <Recurring loaded={running} />
            </div>
          </>
        }
      >
        {!isNew && <LineFilters filter={filter} />}
        <div className="max-md:pt-2">
          {isSwitching ? <RowsSkeleton /> : <Statement key={walletWith(filter)} filter={filter} loaded={statement} />}
        </div>
      </Columns>
    </MainFrame>
  )
}

/** One quiet line under the balance. It comes after the page: nobody waits for a sum. */
function ThisMonth() {
  const { t } = useTranslation()
  const { locale } = useSpeech()
  const { timeZone } = useBoot()
  const now = useNow()
  const { data } = useQuery(linesSince(monthStart(now, timeZone)))
  // A full line is kept free for it, so that nothing below moves.
  if (!data) return <span aria-hidden="true">{'\u00a0'}</span>
  const { month, spent, toppedUp } = monthSum(data, now, timeZone)
  const facts = { month: t(`purse.month.${month}`), spent: writeNumber(spent, locale), toppedUp: writeNumber(toppedUp, locale) }
  if (spent === 0 && toppedUp === 0) return t('purse.month.quiet', facts)
  if (toppedUp === 0) return t('purse.month.spent', facts)
  return t(spent === 0 ? 'purse.month.toppedUp' : 'purse.month.both', facts)
}
