import { useTranslation } from '#web/app/say.ts'
import type { Fields } from '#web/app/form-act.ts'
import { bodyLists } from '#contract/people/body-lists.ts'
import { type Account, bodyFields } from '#web/people/profiles/account.ts'
import type { BodyOptions } from '#web/people/profiles/queries.ts'
import { Panel } from '#web/ui/Panel.tsx'
import { Select } from '#web/ui/Select.tsx'

/** Base UI takes an empty value for "nothing chosen yet", so not saying needs a word of its own. */
const unsaid = 'unsaid'

/** What one tells of oneself, all of it optional. */
export function BodyPanel({ fields: { chosen }, options }: { fields: Fields<Account>; options: BodyOptions }) {
  const { t } = useTranslation()
  return (
    <Panel title={t('creatorAccount.body')}>
      <p className="mb-4 text-13 text-muted">{t('creatorAccount.body.hint')}</p>
      <div className="grid gap-5 md:grid-cols-3">
        {bodyFields.map((field) => {
          const { value, onChange, error } = chosen(`bodyInfo.${field}`)
          return (
            <Select
              key={field}
              label={t(`creatorAccount.body.${field}`)}
              value={value || unsaid}
              error={error}
              onChange={(next) => onChange(next === unsaid ? '' : next)}
              options={[
                { value: unsaid, label: t('creatorAccount.unsaid') },
                ...options[bodyLists[field]].map((option) => ({ value: option.value, label: option.text })),
              ]}
            />
          )
        })}
      </div>
    </Panel>
  )
}
