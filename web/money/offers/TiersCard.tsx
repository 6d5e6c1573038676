import { Check, Layers, Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '#web/app/say.ts'
import type { OwnTier } from '#contract/money/offers.ts'
import { useAct } from '#web/app/act.ts'
import { useSettings } from '#web/app/session.tsx'
import { paidPlansOf, priceOf } from '#web/money/offers/offer.ts'
import { TierForm } from '#web/money/offers/TierForm.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Menu } from '#web/ui/Menu.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { writeMoney } from '#web/ui/numbers.ts'
import { useSpeech } from '#web/ui/UiWords.tsx'

const mostTiers = 5

/** What is sold above the plain subscription, and what ran out of sale but not for those who have it. */
export function TiersCard({ tiers, monthlyPrice }: { tiers: OwnTier[]; monthlyPrice: number }) {
  const { t } = useTranslation()
  const [editing, setEditing] = useState<OwnTier | 'new'>()
  const [retiring, setRetiring] = useState<OwnTier>()
  const sold = tiers.filter(({ retiredAt }) => !retiredAt)
  const kept = tiers.filter(({ retiredAt, totalSubscribers }) => retiredAt && totalSubscribers > 0)
  const { act: retire, busy } = useAct((api, _once, { _id }: OwnTier) => api.offers.retireTier({ id: _id }), {
    refreshes: ['offers.tiers', 'offers.ofPerformer'],
    said: (_retired, { name }) => t('offers.tier.retired', { tier: name }),
  })
  return (
    <Panel
      title={t('offers.tiers')}
      action={
        sold.length < mostTiers && (
          <Button rank="second" size="sm" icon={<Plus className="size-4" />} onClick={() => setEditing('new')}>
            {t('offers.tier.add')}
          </Button>
        )
      }
    >
      {sold.length + kept.length === 0 ? (
        <EmptyState look="bare" icon={Layers}>
          {t('offers.tier.none')}
        </EmptyState>
      ) : (
        <ul className="grid gap-3 md:grid-cols-2">
          {[...sold, ...kept].map((tier) => (
            <TierTile key={tier._id} tier={tier} onEdit={() => setEditing(tier)} onRetire={() => setRetiring(tier)} />
          ))}
        </ul>
      )}
      <TierForm
        key={editing === 'new' || !editing ? 'new' : editing._id}
        tier={editing === 'new' ? undefined : editing}
        open={editing !== undefined}
        above={monthlyPrice}
        onClose={() => setEditing(undefined)}
      />
      <ConfirmDialog
        open={retiring !== undefined}
        onOpenChange={(open) => !open && setRetiring(undefined)}
        title={t('offers.tier.retireTitle', { tier: retiring?.name ?? '' })}
        confirm={t('offers.tier.retire')}
        cancel={t('offers.tier.keep')}
        danger
        loading={busy}
        onConfirm={() => retiring && void retire(retiring).then(() => setRetiring(undefined))}
      >
        {t('offers.tier.retireLead', { count: retiring?.totalSubscribers ?? 0 })}
      </ConfirmDialog>
    </Panel>
  )
}

function TierTile({ tier, onEdit, onRetire }: { tier: OwnTier; onEdit: () => void; onRetire: () => void }) {
  const { t } = useTranslation()
  const { currency } = useSettings()
  const { locale } = useSpeech()
  const money = (price: number) => writeMoney(price, tier.pricesIn ?? currency, locale)
  // A counter of zero is not written.
  const notes = [
    ...(tier.totalSubscribers > 0 ? [t('offers.tier.subscribers', { count: tier.totalSubscribers })] : []),
    ...(tier.retiredAt ? [t('offers.tier.notSold')] : tier.pricesIn ? [t('offers.tier.rests', { currency: tier.pricesIn })] : []),
  ]
  const lines = [...(tier.freeMessages ? [t('subscribe.freeMessages')] : []), ...tier.benefits]
  return (
    <li className="grid content-start gap-3 rounded-control p-4 ring-1 ring-line ring-inset">
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <h3 className="text-16 leading-snug!">{tier.name}</h3>
          {notes.length > 0 && <p className="num text-14 text-muted">{notes.join(' · ')}</p>}
        </div>
        {!tier.retiredAt && (
          <span className="-mt-2 -me-2">
            <Menu
              label={t('offers.tier.menu', { tier: tier.name })}
              align="end"
              entries={[
                { label: t('offers.tier.edit'), onChoose: onEdit },
                { label: t('offers.tier.retire'), danger: true, apart: true, onChoose: onRetire },
              ]}
            />
          </span>
        )}
      </div>
      <p className="num flex flex-wrap gap-x-3 text-14 font-semibold">
        {paidPlansOf(tier).map((plan) => (
          <span key={plan}>{t(`subscribe.per.${plan}`, { amount: money(priceOf(tier, plan)) })}</span>
        ))}
      </p>
      <ul className="grid gap-1.5 text-14 text-muted">
        {lines.map((line) => (
          <li key={line} className="flex items-start gap-2">
            <Check aria-hidden="true" className="mt-0.5 size-4 flex-none" />
            {line}
          </li>
        ))}
      </ul>
    </li>
  )
}
