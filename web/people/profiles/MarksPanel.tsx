import { useTranslation } from '#web/app/say.ts'
import type { Fields } from '#web/app/form-act.ts'
import type { Account } from '#web/people/profiles/account.ts'
import { Panel } from '#web/ui/Panel.tsx'
import { Select } from '#web/ui/Select.tsx'

const namesInPictures = ['one', 'four'] as const satisfies readonly Account['picturesName'][]

/** What a paid picture says of whoever it was sent to. */
export function MarksPanel({ fields: { chosen } }: { fields: Fields<Account> }) {
  const { t } = useTranslation()
  return (
    <Panel title={t('creatorAccount.marks')}>
      <Select
        className="max-w-80"
        label={t('creatorAccount.picturesName')}
        hint={t('creatorAccount.picturesName.hint')}
        options={namesInPictures.map((value) => ({ value, label: t(`creatorAccount.picturesName.${value}`) }))}
        {...chosen('picturesName')}
      />
    </Panel>
  )
}
