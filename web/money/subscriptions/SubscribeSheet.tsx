import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PerformerProfile } from '#contract/windows/directory.ts'
import { useQuery } from '#web/app/query.ts'
import { useMember } from '#web/app/session.tsx'
import { exact, useAmounts } from '#web/money/payments/amounts.ts'
import { CardChoice } from '#web/money/payments/CardChoice.tsx'
import { TopUpChoice } from '#web/money/payments/TopUpChoice.tsx'
import { PlanCards, plansOf } from '#web/money/subscriptions/SubscribeSheet-plans.tsx'
import { type Method, type Plan, useSubscribing } from '#web/money/subscriptions/SubscribeSheet-subscribing.ts'
import { offer } from '#web/money/subscriptions/queries.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { RefusedState } from '#web/ui/RefusedState.tsx'
import { Segmented } from '#web/ui/Segmented.tsx'
import { Sheet } from '#web/ui/Sheet.tsx'
import { Bone, Waiting } from '#web/ui/Skeleton.tsx'
import { Sums } from '#web/ui/Sums.tsx'
import { Tokens } from '#web/ui/Tokens.tsx'

export type SubscribeSheetProps = {
  performer: { _id: string; name: string; username: string; avatar?: string | undefined }
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Chosen on the page behind. */
  plan?: Plan | undefined
  /** Where the payment page leads back to. */
  returnPath: string
  onSubscribed?: () => void
}

/** Month, year or trial; wallet or card; what it costs and what will be left; one button that names the amount. */
export function SubscribeSheet(props: SubscribeSheetProps) {
  const { performer, open, onOpenChange } = props
  const { t } = useTranslation()
  const me = useMember()
  const { data, error } = useQuery(offer(performer.username))
  const head = {
    open,
    onOpenChange,
    title: t('subscribe.title', { name: performer.name }),
    lead: t('subscribe.lead'),
    picture: <Avatar name={performer.name} src={performer.avatar} size={48} />,
  }
  if (me.isPerformer)
    return (
      <Sheet {...head}>
        <p className="text-15">{t('subscribe.notForCreators')}</p>
      </Sheet>
    )
  if (data?.isSubscribed)
    return (
      <Sheet
        {...head}
        actions={
          <Button to="/subscriptions" rank="second" size="wide">
            {t('shell.subscriptions')}
          </Button>
        }
      >
        <p className="text-15">{t('subscribe.already')}</p>
      </Sheet>
    )
  if (!data)
    return (
      <Sheet {...head}>
        {error ? (
          <RefusedState look="inline" what={t('unlock.nothingCharged')} why={error.message} />
        ) : (
          <Waiting>
            <div className="grid gap-2">
              <Bone className="h-14 rounded-control" />
              <Bone className="h-14 rounded-control" />
              <Bone className="mt-4 h-24 rounded-control" />
            </div>
          </Waiting>
        )}
      </Sheet>
    )
  return <Offered {...props} head={head} profile={data} />
}

type Head = { open: boolean; onOpenChange: (open: boolean) => void; title: string; lead: string; picture: React.ReactNode }

function Offered({
  profile,
  head,
  plan: wanted,
  returnPath,
  onOpenChange,
  onSubscribed,
}: SubscribeSheetProps & { profile: PerformerProfile; head: Head }) {
  const { t } = useTranslation()
  const { money } = useAmounts()
  const plans = plansOf(profile)
  const [plan, setPlan] = useState<Plan>(wanted && plans.includes(wanted) ? wanted : 'monthly')
  const [method, setMethod] = useState<Method>()
  const buying = useSubscribing(profile, plan, method, {
    returnPath,
    onDone() {
      onOpenChange(false)
      onSubscribed?.()
    },
  })
  const isFree = plan === 'free'
  const isShort = buying.method === 'wallet' && buying.missing > 0
  const label = isFree
    ? t('subscribe.startTrial', { count: profile.freeTrialDays ?? 0 })
    : isShort
      ? buying.topUp.chosen && t('subscribe.topUpFirst', { amount: money(buying.topUp.chosen.price) })
      : t(plan === 'yearly' ? 'subscribe.yearlyButton' : 'subscribe.monthlyButton', { amount: money(buying.price) })
  return (
    <Sheet
      {...head}
      actions={
        <>
          {label && (
            <Button size="wide" loading={buying.busy} onClick={() => void (isShort ? buying.topUpFirst() : buying.subscribe())}>
              {label}
            </Button>
          )}
          <p className="text-center text-13 text-muted">{t(isFree ? 'subscribe.trialNote' : 'subscribe.cancelNote')}</p>
        </>
      }
    >
      <div className="grid gap-5">
        {buying.refused !== undefined && <RefusedState look="inline" what={t('unlock.nothingCharged')} why={buying.refused} />}
        <PlanCards profile={profile} plan={plan} onChange={setPlan} />
        {!isFree && (
          <Segmented
            label={t('subscribe.payWith')}
            width="wide"
            value={buying.method}
            onChange={setMethod}
            options={[
              { value: 'wallet', label: t('subscribe.wallet') },
              { value: 'card', label: t('subscribe.card') },
            ]}
          />
        )}
        {!isFree && isShort && <TopUpChoice missing={buying.missing} then={t('subscribe.thenReturns')} topUp={buying.topUp} />}
        {!isFree && buying.method === 'wallet' && (
          <Sums
            lines={[
              {
                label: t('unlock.price'),
                value: (
                  <>
                    <span className="text-muted">{money(buying.price)} · </span>
                    <Tokens value={buying.tokens} />
                  </>
                ),
              },
              { label: t('unlock.balance'), value: <Tokens value={buying.balance} /> },
              ...(isShort
                ? []
                : [{ label: t('subscribe.after'), value: <Tokens value={exact(buying.balance - buying.tokens)} />, total: true }]),
            ]}
          />
        )}
        {!isFree && buying.method === 'card' && <CardChoice {...buying.paying} />}
        {!isFree && buying.method === 'card' && (
          <Sums
            lines={[
              { label: t(plan === 'yearly' ? 'subscribe.totalYear' : 'subscribe.totalMonth'), value: money(buying.price), total: true },
            ]}
          />
        )}
      </div>
    </Sheet>
  )
}
