import { Controller, type UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useBoot } from '#web/app/session.tsx'
import type { Account } from '#web/people/profiles/account.ts'
import { countries, named } from '#web/people/profiles/countries.ts'
import { useAlive } from '#web/people/profiles/PersonPanel.tsx'
import { MultiPick } from '#web/ui/MultiPick.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { Switch } from '#web/ui/Switch.tsx'

/** Where one can be found, and from where not. */
export function VisibilityPanel({ form }: { form: UseFormReturn<Account> }) {
  const { t } = useTranslation()
  const { locale } = useBoot()
  const alive = useAlive()
  return (
    <Panel title={t('creatorAccount.visibility')}>
      <Controller
        control={form.control}
        name="showsInRankings"
        render={({ field }) => (
          <Switch
            label={t('creatorAccount.rankings')}
            hint={t('creatorAccount.rankings.hint')}
            checked={field.value}
            onChange={field.onChange}
          />
        )}
      />
      <div className="mt-3">
        <Controller
          control={form.control}
          name="countryCodes"
          render={({ field, fieldState }) => (
            <MultiPick
              label={t('creatorAccount.countries')}
              hint={t('creatorAccount.countries.hint')}
              placeholder={t('creatorAccount.countries.placeholder')}
              nothing={t('creatorAccount.nothing')}
              options={alive ? named(countries, 'region', locale) : []}
              values={field.value}
              error={fieldState.error?.message}
              onChange={field.onChange}
            />
          )}
        />
      </div>
    </Panel>
  )
}
