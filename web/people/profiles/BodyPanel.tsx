import { Controller, type UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { bodyLists } from '#contract/people/body-lists.ts'
import { type Account, bodyFields } from '#web/people/profiles/account.ts'
import type { BodyOptions } from '#web/people/profiles/queries.ts'
import { Panel } from '#web/ui/Panel.tsx'
import { Select } from '#web/ui/Select.tsx'

/** Base UI takes an empty value for "nothing chosen yet", so not saying needs a word of its own. */
const unsaid = 'unsaid'

/** What one tells of oneself, all of it optional. */
export function BodyPanel({ form, options }: { form: UseFormReturn<Account>; options: BodyOptions }) {
  const { t } = useTranslation()
  return (
    <Panel title={t('creatorAccount.body')}>
      <p className="mb-4 text-13 text-muted">{t('creatorAccount.body.hint')}</p>
      <div className="grid gap-5 md:grid-cols-3">
        {bodyFields.map((field) => (
          <Controller
            key={field}
            control={form.control}
            name={`bodyInfo.${field}`}
            render={({ field: control, fieldState }) => (
              <Select
                label={t(`creatorAccount.body.${field}`)}
                value={control.value || unsaid}
                error={fieldState.error?.message}
                onChange={(value) => control.onChange(value === unsaid ? '' : value)}
                options={[
                  { value: unsaid, label: t('creatorAccount.unsaid') },
                  ...options[bodyLists[field]].map(({ value, text }) => ({ value, label: text })),
                ]}
              />
            )}
          />
        ))}
      </div>
    </Panel>
  )
}
