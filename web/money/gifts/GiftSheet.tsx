import { NotCharged } from '#web/money/payments/NotCharged.tsx'
import { useState } from 'react'
import { useTranslation } from '#web/app/say.ts'
import type { PaidType } from '#contract/money/offers.ts'
import type { PerformerProfile } from '#contract/windows/directory.ts'
import { useQuery } from '#web/app/query.ts'
import { useMember } from '#web/app/session.tsx'
import { useAmounts } from '#web/app/amounts.ts'
import { isOffered, type Plan, priceOf } from '#web/money/offers/offer.ts'
import { extras } from '#web/money/offers/queries.ts'
import { Paying } from '#web/money/subscriptions/SubscribeSheet-paying.tsx'
import { PlanCards } from '#web/money/subscriptions/SubscribeSheet-plans.tsx'
import { type Method, useSubscribing } from '#web/money/subscriptions/SubscribeSheet-subscribing.ts'
import { TierCards } from '#web/money/subscriptions/SubscribeSheet-tiers.tsx'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Sheet } from '#web/ui/Sheet.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { TextField } from '#web/ui/TextField.tsx'

type GiftSheetProps = {
  profile: PerformerProfile
  open: boolean
  onOpenChange: (open: boolean) => void
  plan?: Plan | undefined
  tierId?: string | undefined
}

/** A subscription for somebody else: to whom, a few words, how long, and what it costs. */
export function GiftSheet({ profile, open, onOpenChange, plan: wanted, tierId: wantedTier }: GiftSheetProps) {
  const { t } = useTranslation()
  const { money } = useAmounts()
  const me = useMember()
  const { tiers = [] } = useQuery(me.isPerformer ? null : extras(profile._id)).data ?? {}
  const [giftTo, setGiftTo] = useState('')
  const [message, setMessage] = useState('')
  const [isMissing, setMissing] = useState(false)
  const [tierId, setTierId] = useState(wantedTier)
  const [asked, setPlan] = useState<PaidType>(wanted && wanted !== 'free' ? wanted : 'monthly')
  const [method, setMethod] = useState<Method>()
  const tier = tiers.find(({ _id }) => _id === tierId)
  const plan = priceOf(tier ?? profile, asked) > 0 ? asked : 'monthly'
  const gift = { giftTo: giftTo.trim().replace(/^@/, '').toLowerCase(), message: message.trim() }
  const cannot = me.isPerformer ? t('subscribe.notForCreators') : !isOffered(profile) && t('subscribe.rests', { name: profile.name })
  const giving = useSubscribing(profile, { plan, tier, gift }, method, {
    onDone: () => onOpenChange(false),
  })
  const isShort = giving.method === 'wallet' && giving.missing > 0
  const label = isShort
    ? giving.topUp.chosen && t('unlock.topUpFirst', { amount: money(giving.topUp.chosen.price) })
    : t('subscribe.give', { amount: money(giving.price) })
  const give = () => {
    setMissing(gift.giftTo === '')
    if (gift.giftTo !== '') void giving.subscribe()
  }
  return (
    <Sheet
      open={open}
      onOpenChange={onOpenChange}
      title={t('subscribe.giveTitle', { name: profile.name })}
      lead={!cannot && t('subscribe.giveLead')}
      picture={<Avatar name={profile.name} src={profile.avatar} size={48} />}
      actions={
        !cannot &&
        label && (
          <Button size="wide" loading={giving.busy} onClick={() => (isShort ? void giving.topUpFirst() : give())}>
            {label}
          </Button>
        )
      }
    >
      {cannot ? (
        <p className="text-15">{cannot}</p>
      ) : (
        <div className="grid gap-5">
          {giving.refused !== undefined && <NotCharged why={giving.refused} isUnsure={giving.isUnsure} />}
          <TextField
            label={t('subscribe.giftTo')}
            before="@"
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            required
            maxLength={60}
            value={giftTo}
            error={isMissing ? t('subscribe.giftToMissing') : undefined}
            onChange={(event) => {
              setGiftTo(event.target.value)
              setMissing(false)
            }}
          />
          <TextArea
            label={t('subscribe.giftMessage')}
            rows={2}
            maxLetters={200}
            value={message}
            onChange={(event) => setMessage(event.target.value)}
          />
          <TierCards monthlyPrice={profile.monthlyPrice} tiers={tiers} tier={tier} onChange={(each) => setTierId(each?._id)} />
          <PlanCards
            showLabel={tiers.length > 0}
            prices={tier ?? profile}
            tier={tier}
            plan={plan}
            onChange={(each) => each !== 'free' && setPlan(each)}
          />
          <Paying buying={giving} then={t('subscribe.thenReturns')} onMethod={setMethod} cardTotal={t('subscribe.totalNow')} />
        </div>
      )}
    </Sheet>
  )
}
