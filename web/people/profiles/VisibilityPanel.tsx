import { useTranslation } from '#web/app/say.ts'
import type { Fields } from '#web/app/form-act.ts'
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
export function VisibilityPanel({ fields: { chosen, ticked } }: { fields: Fields<Account> }) {
  const { t } = useTranslation()
  const { locale } = useBoot()
  const isHydrated = useIsHydrated()
  return (
    <Panel title={t('creatorAccount.visibility')}>
      <Switch label={t('creatorAccount.rankings')} hint={t('creatorAccount.rankings.hint')} {...ticked('showsInRankings')} />
      <Select
        className="mt-4 max-w-60"
        label={t('creatorAccount.comments')}
        hint={t('creatorAccount.comments.hint')}
        options={commentAudiences.map((value) => ({ value, label: t(`creatorAccount.comments.${value}`) }))}
        {...chosen('commentAudience')}
      />
      <div className="mt-5">
        <MultiPick
          label={t('creatorAccount.countries')}
          hint={t('creatorAccount.countries.hint')}
          placeholder={t('creatorAccount.countries.placeholder')}
          nothing={t('creatorAccount.nothing')}
          options={isHydrated ? named(countries, 'region', locale) : []}
          {...chosen('countryCodes')}
        />
      </div>
    </Panel>
  )
}
