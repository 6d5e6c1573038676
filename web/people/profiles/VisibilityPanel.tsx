import { Controller, type UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useBoot } from '#web/app/session.tsx'
import type { Account } from '#web/people/profiles/account.ts'
import { countries, named } from '#web/people/profiles/countries.ts'
import { useIsHydrated } from '#web/ui/hydrated.ts'
import { MultiPick } from '#web/ui/MultiPick.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { Select } from '#web/ui/Select.tsx'
import { Switch } from '#web/ui/Switch.tsx'

const commentAudiences = ['all', 'followers', 'subscribers', 'nobody'] as const satisfies readonly Account['commentAudience'][]

/** Where one can be found, and from where not. */
export function VisibilityPanel({ form }: { form: UseFormReturn<Account> }) {
  const { t } = useTranslation()
  const { locale } = useBoot()
  const isHydrated = useIsHydrated()
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
      <Controller
        control={form.control}
        name="commentAudience"
        render={({ field }) => (
          <Select
            className="mt-4 max-w-60"
            label={t('creatorAccount.comments')}
            hint={t('creatorAccount.comments.hint')}
            value={field.value}
            onChange={field.onChange}
            options={commentAudiences.map((value) => ({ value, label: t(`creatorAccount.comments.${value}`) }))}
          />
        )}
      />
      <div className="mt-5">
        <Controller
          control={form.control}
          name="countryCodes"
          render={({ field, fieldState }) => (
            <MultiPick
              label={t('creatorAccount.countries')}
              hint={t('creatorAccount.countries.hint')}
              placeholder={t('creatorAccount.countries.placeholder')}
              nothing={t('creatorAccount.nothing')}
              options={isHydrated ? named(countries, 'region', locale) : []}
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
