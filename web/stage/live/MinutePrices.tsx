import type { StreamProfile } from '#contract/stage/live.ts'
import { useFields, useFormAct } from '#web/app/form-act.ts'
import { useTranslation } from '#web/app/say.ts'
import { amountIn } from '#web/app/typed-amount.ts'
import { useStreamRules } from '#web/stage/live/stream-rules.ts'
import { Button } from '#web/ui/Button.tsx'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { FormRefusal } from '#web/ui/FormRefusal.tsx'
import { NumberField } from '#web/ui/NumberField.tsx'
import { Panel } from '#web/ui/Panel.tsx'

const written = (price: number | undefined) => (price === undefined ? '' : String(price))

/** What a performer takes by the minute: for a show of two, from who looks on, and for a show of many. */
export function MinutePrices({ profile }: { profile: StreamProfile }) {
  const { t } = useTranslation()
  const { form, values, typed, ticked } = useFields({
    takesPrivate: profile.privatePrice !== undefined,
    privatePrice: written(profile.privatePrice),
    minMinutes: String(profile.minMinutes),
    takesSpies: profile.spyPrice !== undefined,
    spyPrice: written(profile.spyPrice),
    groupPrice: written(profile.groupPrice),
  })
  const rules = useStreamRules()
  const { send, busy, problem } = useFormAct(
    form,
    (api, _once, { takesPrivate, takesSpies, privatePrice, spyPrice, groupPrice, minMinutes }) =>
      api.live.updateProfile({
        privatePrice: takesPrivate ? (amountIn(privatePrice) ?? null) : null,
        spyPrice: takesPrivate && takesSpies ? (amountIn(spyPrice) ?? null) : null,
        groupPrice: amountIn(groupPrice) ?? null,
        minMinutes: Number(minMinutes),
      }),
    { refreshes: ['live.profile', 'live.prices'], said: () => t('privateShow.prices.saved') },
  )
  const unit = t('privateShow.prices.unit')
  return (
    <Panel title={t('privateShow.prices.title')}>
      <form
        noValidate
        aria-label={t('privateShow.prices.title')}
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (!busy) void send(event)
        }}
      >
        {!profile.takesMinutes && (
          <p role="status" className="text-14 text-muted">
            {t('privateShow.prices.off')}
          </p>
        )}
        <Checkbox label={t('privateShow.prices.private')} {...ticked('takesPrivate')} />
        {values.takesPrivate && (
          <>
            <NumberField label={t('privateShow.prices.private.price')} unit={unit} {...typed('privatePrice', rules.price(true))} />
            <Checkbox label={t('privateShow.prices.spy')} hint={t('privateShow.prices.spy.hint')} {...ticked('takesSpies')} />
            {values.takesSpies && (
              <NumberField label={t('privateShow.prices.spy.price')} unit={unit} {...typed('spyPrice', rules.price(true))} />
            )}
          </>
        )}
        <NumberField
          label={t('privateShow.prices.group.price')}
          unit={unit}
          hint={t('privateShow.prices.group.hint')}
          {...typed('groupPrice', rules.price(values.groupPrice.trim() !== ''))}
        />
        <NumberField
          label={t('privateShow.prices.min')}
          hint={t('privateShow.prices.min.hint')}
          digits="numeric"
          {...typed('minMinutes', rules.minMinutes)}
        />
        <FormRefusal>{problem}</FormRefusal>
        <Button type="submit" rank="second" className="justify-self-start" loading={busy}>
          {t('privateShow.prices.save')}
        </Button>
      </form>
    </Panel>
  )
}
