import { useTranslation } from '#web/app/say.ts'
import type { OwnProfile } from '#contract/windows/me.ts'
import { useFields, useFormAct } from '#web/app/form-act.ts'
import { useSettings } from '#web/app/session.tsx'
import { PriceFields } from '#web/money/offers/PriceFields.tsx'
import { draftOf, sentPrices } from '#web/money/offers/prices.ts'
import { Button } from '#web/ui/Button.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { RefusedState } from '#web/ui/RefusedState.tsx'
import { Switch } from '#web/ui/Switch.tsx'

/** The plain subscription's own prices, and whether it may be tried for nothing. They count for new subscriptions: who renews keeps theirs. */
export function PricesCard({ profile }: { profile: OwnProfile }) {
  const { t } = useTranslation()
  const site = useSettings()
  const { form, values, typed, ticked } = useFields({
    ...draftOf(profile.pricesIn ? undefined : profile),
    isFreeSubscription: profile.isFreeSubscription,
  })
  const { send, busy, problem } = useFormAct(
    form,
    (api, _once, { isFreeSubscription, ...draft }) => {
      const { yearlyPrice, ...prices } = sentPrices(draft)
      return api.me.updatePerformer({ ...prices, ...(yearlyPrice !== null && { yearlyPrice }), isFreeSubscription })
    },
    { refreshes: ['me.performer', 'me.user', 'directory.performer'], said: () => t('shell.saved') },
  )
  const { needsPrice } = profile
  const keepsItsYear = profile.yearlyPrice !== undefined && !profile.pricesIn
  return (
    <Panel title={t('offers.prices')}>
      <form noValidate className="grid gap-4" onSubmit={(event) => void send(event)}>
        <p className="text-14 text-muted">{t(needsPrice ? 'offers.firstPrice' : 'offers.pricesLead')}</p>
        <PriceFields
          draft={values}
          typed={typed}
          wrong={(field, draft) =>
            field === 'yearlyPrice' && draft.yearlyPrice.trim() === '' && keepsItsYear ? t('offers.wrong.yearlyStays') : undefined
          }
        />
        {site.freeSubscriptionEnabled && (
          <Switch
            label={t('offers.trial')}
            hint={t('offers.trial.hint', { count: site.freeSubscriptionDuration })}
            {...ticked('isFreeSubscription')}
          />
        )}
        {problem && <RefusedState look="inline" what={t('offers.notSaved')} why={problem} />}
        <div>
          <Button type="submit" rank={needsPrice ? 'primary' : 'second'} loading={busy}>
            {t(needsPrice ? 'offers.openPrices' : 'offers.savePrices')}
          </Button>
        </div>
      </form>
    </Panel>
  )
}
