import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OwnProfile } from '#contract/windows/me.ts'
import { useAct } from '#web/app/act.ts'
import { useSettings } from '#web/app/session.tsx'
import { PriceFields } from '#web/money/offers/PriceFields.tsx'
import { draftOf, type PriceField, priceFields, sentPrices, wrongPrices } from '#web/money/offers/prices.ts'
import { Button } from '#web/ui/Button.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { RefusedState } from '#web/ui/RefusedState.tsx'
import { Switch } from '#web/ui/Switch.tsx'

/** The plain subscription's own prices, and whether it may be tried for nothing. They count for new subscriptions: who renews keeps theirs. */
export function PricesCard({ profile }: { profile: OwnProfile }) {
  const { t } = useTranslation()
  const { minimumSubscriptionPrice: minimum, maximumSubscriptionPrice: maximum, ...site } = useSettings()
  const [draft, setDraft] = useState(draftOf(profile.pricesIn ? undefined : profile))
  const [isFreeSubscription, setFreeSubscription] = useState(profile.isFreeSubscription)
  const [wrong, setWrong] = useState<Partial<Record<PriceField, string>>>({})
  const {
    act: send,
    busy,
    problem: refused,
    forgive,
  } = useAct(
    (api) => {
      const { yearlyPrice, ...prices } = sentPrices(draft)
      return api.me.updatePerformer({ ...prices, ...(yearlyPrice !== null && { yearlyPrice }), isFreeSubscription })
    },
    {
      refreshes: ['me.performer', 'me.user', 'directory.performer'],
      noIn: 'screen',
      said: () => t('shell.saved'),
      refused(no) {
        const field = no?.errors[0]
        if (field && priceFields.some((each) => each === field.field)) setWrong({ [field.field]: field.message })
      },
    },
  )
  const save = async () => {
    const keepsItsYear = draft.yearlyPrice.trim() === '' && profile.yearlyPrice !== undefined && !profile.pricesIn
    const found = { ...wrongPrices(draft, { minimum, maximum }), ...(keepsItsYear && { yearlyPrice: t('offers.wrong.yearlyStays') }) }
    setWrong(found)
    forgive()
    if (Object.keys(found).length === 0) await send()
  }
  return (
    <Panel title={t('offers.prices')}>
      <form
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (!busy) void save()
        }}
      >
        <p className="text-14 text-muted">{t('offers.pricesLead')}</p>
        <PriceFields
          draft={draft}
          wrong={wrong}
          onChange={(field, typed) => {
            setDraft({ ...draft, [field]: typed })
            setWrong({})
          }}
        />
        {site.freeSubscriptionEnabled && (
          <Switch
            label={t('offers.trial')}
            hint={t('offers.trial.hint', { count: site.freeSubscriptionDuration })}
            checked={isFreeSubscription}
            onChange={setFreeSubscription}
          />
        )}
        {refused && <RefusedState look="inline" what={t('offers.notSaved')} why={refused} />}
        <div>
          <Button type="submit" rank="second" loading={busy}>
            {t('offers.savePrices')}
          </Button>
        </div>
      </form>
    </Panel>
  )
}
