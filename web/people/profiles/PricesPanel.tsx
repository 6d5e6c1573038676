import { Controller, type UseFormReturn, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useSettings } from '#web/app/session.tsx'
import { priceOf } from '#web/catalogue/works/studio/terms.ts'
import { type Account, yearlySaving } from '#web/people/profiles/account.ts'
import { writeMoney } from '#web/ui/numbers.ts'
import { NumberField } from '#web/ui/NumberField.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { Switch } from '#web/ui/Switch.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { useSpeech } from '#web/ui/UiWords.tsx'

/** What it costs to be let in, and what newcomers read. */
export function PricesPanel({ form }: { form: UseFormReturn<Account> }) {
  const { t } = useTranslation()
  const { locale } = useSpeech()
  const settings = useSettings()
  const { errors, defaultValues } = form.formState
  const [monthlyPrice, yearlyPrice] = useWatch({ control: form.control, name: ['monthlyPrice', 'yearlyPrice'] })
  const money = (value: number) => writeMoney(value, settings.currency, locale)
  const { minimumSubscriptionPrice: minimum, maximumSubscriptionPrice: maximum } = settings
  const sign = money(0).replace(/[\d.,\s]/g, '')
  const saving = yearlySaving({ monthlyPrice, yearlyPrice })
  const inBounds = (typed: string) => {
    const price = priceOf(typed)
    if (Number.isNaN(price)) return t('creatorAccount.wrong.price')
    return (price >= minimum && price <= maximum) || t('creatorAccount.wrong.bounds', { minimum: money(minimum), maximum: money(maximum) })
  }
  const yearly = (typed: string) => {
    if (typed.trim() === '') return !defaultValues?.yearlyPrice || t('creatorAccount.wrong.yearlyStays')
    return inBounds(typed)
  }
  return (
    <Panel title={t('creatorAccount.price')}>
      <div id="price" className="grid scroll-mt-20 gap-5 pt-1">
        <div className="grid gap-5 md:grid-cols-2">
          <NumberField
            label={t('creatorAccount.monthly')}
            before={sign}
            required
            hint={t('creatorAccount.bounds', { minimum: money(minimum), maximum: money(maximum) })}
            error={errors.monthlyPrice?.message}
            {...form.register('monthlyPrice', { validate: inBounds })}
          />
          <NumberField
            label={t('creatorAccount.yearly')}
            before={sign}
            hint={
              saving === undefined
                ? t('creatorAccount.yearly.hint')
                : saving > 0
                  ? t('creatorAccount.saving', { amount: money(saving) })
                  : t('creatorAccount.noSaving')
            }
            error={errors.yearlyPrice?.message}
            {...form.register('yearlyPrice', { validate: yearly })}
          />
        </div>
        {settings.freeSubscriptionEnabled && (
          <Controller
            control={form.control}
            name="isFreeSubscription"
            render={({ field }) => (
              <Switch
                label={t('creatorAccount.trial')}
                hint={t('creatorAccount.trial.hint', { count: settings.freeSubscriptionDuration })}
                checked={field.value}
                onChange={field.onChange}
              />
            )}
          />
        )}
        <NumberField
          label={t('creatorAccount.messagePrice')}
          unit={t('studio.tokens')}
          hint={t('creatorAccount.messagePrice.hint')}
          error={errors.messagePrice?.message}
          {...form.register('messagePrice', {
            validate: (typed) => {
              const price = priceOf(typed)
              return (!Number.isNaN(price) && price <= 10_000) || t('creatorAccount.wrong.price')
            },
          })}
        />
        <Controller
          control={form.control}
          name="welcomeMessage"
          render={({ field }) => (
            <TextArea
              label={t('creatorAccount.welcome')}
              hint={t('creatorAccount.welcome.hint')}
              rows={3}
              maxLetters={500}
              error={errors.welcomeMessage?.message}
              {...field}
            />
          )}
        />
      </div>
    </Panel>
  )
}
