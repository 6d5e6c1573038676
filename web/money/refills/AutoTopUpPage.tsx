import { CreditCard, Plus } from 'lucide-react'
import { useTranslation } from '#web/app/say.ts'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { requireMember } from '#web/app/guard.ts'
import { load, loadBeside, useQuery } from '#web/app/query.ts'
import { useSettings } from '#web/app/session.tsx'
import { MainFrame } from '#web/app/shell/MainFrame.tsx'
import { cards, packages } from '#web/money/payments/queries.ts'
import { refill, type Refill } from '#web/money/refills/queries.ts'
import { RefillForm } from '#web/money/refills/RefillForm.tsx'
import { usePageTitle } from '#web/app/page-title.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { PageTitle } from '#web/ui/layout/PageTitle.tsx'
import { writeMoney } from '#web/ui/numbers.ts'
import { Panel } from '#web/ui/Panel.tsx'
import { RefusedState } from '#web/ui/RefusedState.tsx'
import { useSpeech } from '#web/ui/UiWords.tsx'

export async function loader(args: LoaderFunctionArgs) {
  requireMember(args)
  const [own, kept, offers] = await Promise.all([load(args, refill), load(args, cards()), loadBeside(args, packages())])
  return { own, kept, offers }
}
export const handle = { auth: true, inClosedCountry: true }

/** Let the wallet top itself up: when, by how much, from which card, and no more than what in a month. */
export function Component() {
  const { t } = useTranslation()
  const loaded = useLoaderData<typeof loader>()
  const own = useQuery(refill, loaded.own).data ?? loaded.own
  const kept = (useQuery(cards(), loaded.kept).data ?? loaded.kept).data.filter(({ isUsable }) => isUsable)
  const title = t('purse.auto')
  return (
    <MainFrame place="wallet" top={{ title, back: '/wallet' }}>
      <title>{usePageTitle(title)}</title>
      <PageTitle up={{ to: '/wallet', label: t('shell.wallet') }}>{title}</PageTitle>
      <div className="grid gap-2 max-md:pt-4 md:gap-4">
        <p className="text-15 leading-[1.7]! text-muted max-md:px-4">{t('purse.auto.lead')}</p>
        <RefillState own={own} />
        {kept.length === 0 ? (
          <EmptyState
            icon={CreditCard}
            action={
              <Button rank="second" size="sm" icon={<Plus className="size-4" />} to="/wallet/cards?add=1">
                {t('purse.auto.addCard')}
              </Button>
            }
          >
            {t('purse.auto.noCard')}
          </EmptyState>
        ) : (
          <Panel>
            <RefillForm own={own} cards={kept} packages={loaded.offers.data} />
          </Panel>
        )}
      </div>
    </MainFrame>
  )
}

/** Why it stopped by itself, or what it came to this month. */
function RefillState({ own }: { own: Refill }) {
  const { t } = useTranslation()
  const { locale } = useSpeech()
  const { currency: ofSite } = useSettings()
  const currency = own.currency ?? ofSite
  const money = (value: number) => writeMoney(value, currency, locale)
  if (own.stopped) return <RefusedState look="inline" what={t('purse.auto.stopped')} why={t(`purse.auto.stopped.${own.stopped.reason}`)} />
  if (!own.isOn || own.monthlyLimit === undefined) return null
  return (
    <Panel title={t('purse.auto.month')}>
      <p className="num text-15">{t('purse.auto.spent', { spent: money(own.spentThisMonth), limit: money(own.monthlyLimit) })}</p>
      <div aria-hidden="true" className="mt-3 h-2 overflow-hidden rounded-full bg-well">
        <div className="h-full bg-primary" style={{ width: `${Math.min(100, (own.spentThisMonth / own.monthlyLimit) * 100)}%` }} />
      </div>
    </Panel>
  )
}
