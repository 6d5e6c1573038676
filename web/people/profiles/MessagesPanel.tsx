import { Link } from 'react-router'
import { useTranslation } from '#web/app/say.ts'
import type { Fields } from '#web/app/form-act.ts'
import { priceOf } from '#web/app/typed-amount.ts'
import type { Account } from '#web/people/profiles/account.ts'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { NumberField } from '#web/ui/NumberField.tsx'
import { Panel } from '#web/ui/Panel.tsx'

/** What others pay to write, and what newcomers read. */
export function MessagesPanel({ fields: { typed, ticked, values } }: { fields: Fields<Account> }) {
  const { t } = useTranslation()
  return (
    <Panel title={t('creatorAccount.messages')}>
      <div className="grid gap-5 pt-1">
        <NumberField
          label={t('creatorAccount.messagePrice')}
          unit={t('studio.tokens')}
          hint={t('creatorAccount.messagePrice.hint')}
          {...typed('messagePrice', {
            validate: (typed) => {
              const price = priceOf(typed)
              return (!Number.isNaN(price) && price <= 10_000) || t('creatorAccount.wrong.price')
            },
          })}
        />
        <p className="text-14 text-muted">
          {t('creatorAccount.welcome.hint')}{' '}
          <Link to="/creator/automations" className="text-link underline">
            {t('creatorAccount.welcome')}
          </Link>
        </p>
        <Checkbox label={t('creatorAccount.requests')} hint={t('creatorAccount.requests.hint')} {...ticked('takesRequests')} />
        {values.takesRequests && (
          <NumberField
            label={t('creatorAccount.requestMinimum')}
            unit={t('studio.tokens')}
            hint={t('creatorAccount.requestMinimum.hint')}
            {...typed('requestMinimum', {
              validate: (typed) => !Number.isNaN(priceOf(typed)) || t('creatorAccount.wrong.price'),
            })}
          />
        )}
      </div>
    </Panel>
  )
}
