import { Plus, ReceiptText, Repeat } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '#web/app/say.ts'
import { type LoaderFunctionArgs, useLoaderData, useNavigation, useSearchParams } from 'react-router'
import { bootOf } from '#web/app/api.ts'
import { requireMember } from '#web/app/guard.ts'
import { load, loadBeside, useQuery } from '#web/app/query.ts'
import { useBoot, useMember, useNow, useSettings } from '#web/app/session.tsx'
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
import { useAmounts } from '#web/app/amounts.ts'
import { BigFigure } from '#web/ui/BigFigure.tsx'
import { cx } from '#web/ui/cx.ts'
import { Button } from '#web/ui/Button.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Columns } from '#web/ui/layout/Columns.tsx'
import { PageTitle } from '#web/ui/layout/PageTitle.tsx'
import { writeNumber } from '#web/ui/numbers.ts'
import { Rolling } from '#web/ui/Rolling.tsx'
import { RowsSkeleton } from '#web/ui/Skeleton.tsx'
import { useSpeech } from '#web/ui/UiWords.tsx'

export async function loader(args: LoaderFunctionArgs) {
  requireMember(args)
  const filter = filterIn(new URL(args.request.url).searchParams, bootOf(args).timeZone)
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
  const { money } = useAmounts()
  const { tokenConversionRate } = useSettings()
  const { geoBlocked } = useBoot()
  const [search] = useSearchParams()
  const isSwitching = useNavigation().state === 'loading'
  const title = t('shell.wallet')
  // Where nothing has happened there is nothing to sift.
  const isNew = statement.total === 0 && Object.keys(filter).length === 0
  const canTopUp = !me.isPerformer && !geoBlocked
  const [isOpen, setOpen] = useState(isNew || search.has('amount'))
  return (
    <MainFrame
      place="wallet"
      wide
      top={{
        title,
        actions: (
          <>
            <IconButton label={t('cards.payments')} to="/wallet/payments">
              <ReceiptText />
            </IconButton>
            <IconButton label={t('purse.recurring')} to="/subscriptions">
              <Repeat />
            </IconButton>
          </>
        ),
      }}
    >
      <title>{usePageTitle(title)}</title>
      <PageTitle>{title}</PageTitle>
      <Columns
        lead={
          <div className="grid gap-2 md:gap-4">
            <div className="grid gap-4 pb-2 max-md:px-4 max-md:pt-3">
              <BigFigure
                label={t('purse.balance')}
                value={
                  <span aria-live="polite">
                    <Rolling value={me.balance} />
                  </span>
                }
                unit={
                  <>
                    {t('purse.tokens')}
                    {me.balance > 0 && (
                      <span className="num ms-2.5">{t('purse.about', { amount: money(me.balance * tokenConversionRate) })}</span>
                    )}
                  </>
                }
                note={<ThisMonth />}
              />
              {canTopUp && (
                <div className="flex gap-2 lg:hidden">
                  <Button className="flex-1" aria-expanded={isOpen} aria-controls="top-up" icon={<Plus />} onClick={() => setOpen(!isOpen)}>
                    {t('purse.topUp.act')}
                  </Button>
                  <Button className="flex-1" rank="second" to="/wallet/auto">
                    {t('purse.auto')}
                  </Button>
                </div>
              )}
            </div>
            {state.isFrozen && <Frozen state={state} />}
          </div>
        }
        sideFirst
        side={
          <>
            {!me.isPerformer && (
              // On a phone what happened comes first, and this with a press; who was sent here to pay finds it open.
              <div id="top-up" className={cx('grid grid-cols-[minmax(0,1fr)] gap-2 md:gap-4', canTopUp && !isOpen && 'max-lg:hidden')}>
                {canTopUp && <TopUp packages={offers.data} wanted={search.get('amount')} />}
                <PaymentLinks />
              </div>
            )}
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
  const { data } = useQuery(linesSince(monthStart(now, timeZone), timeZone))
  // A full line is kept free for it, so that nothing below moves.
  if (!data) return <span aria-hidden="true">{'\u00a0'}</span>
  const { month, spent, toppedUp } = monthSum(data, now, timeZone)
  const facts = { month: t(`purse.month.${month}`), spent: writeNumber(spent, locale), toppedUp: writeNumber(toppedUp, locale) }
  if (spent === 0 && toppedUp === 0) return t('purse.month.quiet', facts)
  if (toppedUp === 0) return t('purse.month.spent', facts)
  return t(spent === 0 ? 'purse.month.toppedUp' : 'purse.month.both', facts)
}
