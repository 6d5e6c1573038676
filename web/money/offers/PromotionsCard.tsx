import { Plus, TicketPercent } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '#web/app/say.ts'
import type { OwnPromotion, OwnTier } from '#contract/money/offers.ts'
import { useAct } from '#web/app/act.ts'
import type { TableAddress } from '#web/app/table-address.ts'
import { useNow } from '#web/app/session.tsx'
import { PromotionForm } from '#web/money/offers/PromotionForm.tsx'
import { promotionStates } from '#web/money/offers/queries.ts'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { writeNumber } from '#web/ui/numbers.ts'
import { Panel } from '#web/ui/Panel.tsx'
import { Pills } from '#web/ui/Pills.tsx'
import { Progress } from '#web/ui/Progress.tsx'
import { writeDay } from '#web/ui/relative-time.ts'
import { StateDot } from '#web/ui/StateDot.tsx'
import { useSpeech } from '#web/ui/UiWords.tsx'

const tones = { planned: 'waiting', running: 'ok', used_up: 'quiet', over: 'quiet' } as const

type PromotionsCardProps = {
  promotions: OwnPromotion[]
  tiers: OwnTier[]
  /** The filter that is set, which lives in the address. */
  state: OwnPromotion['state'] | undefined
  filterTo: TableAddress['filterTo']
}

/** Promotions, the newest first, each with how far it has come. */
export function PromotionsCard({ promotions, tiers, state, filterTo }: PromotionsCardProps) {
  const { t } = useTranslation()
  const [isAdding, setAdding] = useState(false)
  const [ending, setEnding] = useState<OwnPromotion>()
  const { act: end, busy } = useAct((api, _once, { _id }: OwnPromotion) => api.offers.endPromotion({ id: _id }), {
    refreshes: ['offers.promotions', 'offers.ofPerformer'],
    said: () => t('offers.promotion.ended'),
  })
  return (
    <Panel
      title={t('offers.promotions')}
      action={
        <Button rank="second" size="sm" icon={<Plus className="size-4" />} onClick={() => setAdding(true)}>
          {t('offers.promotion.add')}
        </Button>
      }
    >
      {(promotions.length > 0 || state) && (
        <Pills
          className="max-w-full max-md:-mx-4"
          label={t('offers.promotion.state')}
          pills={[
            { label: t('offers.promotion.all'), to: filterTo({ state: undefined }), current: state === undefined },
            ...promotionStates.map((each) => ({
              label: t(`offers.promotion.is.${each}`),
              to: filterTo({ state: each }),
              current: state === each,
            })),
          ]}
        />
      )}
      {promotions.length === 0 ? (
        <EmptyState
          look="bare"
          icon={TicketPercent}
          {...(state && {
            action: (
              <Button rank="second" size="sm" to={filterTo({ state: undefined })} preventScrollReset>
                {t('offers.promotion.showAll')}
              </Button>
            ),
          })}
        >
          {t(state ? 'offers.promotion.noneFiltered' : 'offers.promotion.none')}
        </EmptyState>
      ) : (
        <ul className="grid">
          {promotions.map((promotion) => (
            <PromotionRow key={promotion._id} promotion={promotion} tiers={tiers} onEnd={() => setEnding(promotion)} />
          ))}
        </ul>
      )}
      <PromotionForm tiers={tiers.filter(({ retiredAt }) => !retiredAt)} open={isAdding} onClose={() => setAdding(false)} />
      <ConfirmDialog
        open={ending !== undefined}
        onOpenChange={(open) => !open && setEnding(undefined)}
        title={t('offers.promotion.endTitle')}
        confirm={t('offers.promotion.end')}
        cancel={t('offers.promotion.keep')}
        danger
        loading={busy}
        onConfirm={() => ending && void end(ending).then(() => setEnding(undefined))}
      >
        {t('offers.promotion.endLead')}
      </ConfirmDialog>
    </Panel>
  )
}

function PromotionRow({ promotion, tiers, onEnd }: { promotion: OwnPromotion; tiers: OwnTier[]; onEnd: () => void }) {
  const { t } = useTranslation()
  const { locale, timeZone } = useSpeech()
  const now = useNow()
  const { percentOff, appliesTo, types, tierId, startsAt, endsAt, used, maxUses, state } = promotion
  const day = (at: string) => writeDay(Date.parse(at), now, locale, timeZone)
  const name = t('subscribe.promotion', { percent: percentOff })
  const tier = tiers.find(({ _id }) => _id === tierId)
  const facts = [
    t(`offers.promotion.for.${appliesTo}`),
    types.map((type) => t(`subscribe.${type}`)).join(t('offers.promotion.comma')),
    ...(tier ? [tier.name] : []),
  ]
  return (
    <li className="grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-2 border-t border-line py-3.5 first:border-t-0">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-3 text-15 font-semibold">
          {name}
          <span className="font-normal">
            <StateDot tone={tones[state]}>{t(`offers.promotion.is.${state}`)}</StateDot>
          </span>
        </p>
        <p className="text-14 text-muted">{facts.join(' · ')}</p>
        <p className="num text-14 text-muted">{t('offers.promotion.between', { from: day(startsAt), until: day(endsAt) })}</p>
      </div>
      {(state === 'running' || state === 'planned') && (
        <Button rank="second" size="sm" onClick={onEnd}>
          {t('offers.promotion.end')}
        </Button>
      )}
      <div className="col-span-2 grid gap-1">
        <p className="num text-13 text-muted">
          {maxUses === undefined
            ? used > 0 && t('offers.promotion.used', { count: used })
            : t('offers.promotion.usedOf', { used: writeNumber(used, locale), most: writeNumber(maxUses, locale) })}
        </p>
        {maxUses !== undefined && (
          <Progress percent={(used / maxUses) * 100} label={t('offers.promotion.usedOf', { used, most: maxUses })} />
        )}
      </div>
    </li>
  )
}
