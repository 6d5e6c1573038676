import { useTranslation } from '#web/app/say.ts'
import type { CurrentUser } from '#contract/windows/me.ts'
import { useFields, useFormAct } from '#web/app/form-act.ts'
import { useMember } from '#web/app/session.tsx'
import { CountryField } from '#web/people/accounts/CountryField.tsx'
import { FormRefusal } from '#web/ui/FormRefusal.tsx'
import { UsernameField } from '#web/app/person-fields.tsx'
import { personRules } from '#web/app/person-rules.ts'
import { SaveBar } from '#web/people/accounts/SaveBar.tsx'
import { Select } from '#web/ui/Select.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { TextField } from '#web/ui/TextField.tsx'

interface Account {
  name: string
  username: string
  bio: string
  gender: string
  country: string
}

const genders = ['female', 'male', 'transgender'] as const

/** What others see of me, and what only the site knows. Only what changed is sent. */
export function AccountForm() {
  const { t } = useTranslation()
  const me = useMember()
  const { form, typed, chosen } = useFields(accountOf(me))
  const { control, formState, reset } = form
  const rules = personRules(t)
  const gender = chosen('gender')

  const { send, busy, problem } = useFormAct(form, (api, _once, account) => api.accounts.update(changed(account, accountOf(me))), {
    refreshes: ['me.user'],
    said: () => t('shell.saved'),
    done: (_saved, account) => reset({ ...account, name: account.name.trim(), bio: account.bio.trim() }),
  })
  return (
    <form noValidate onSubmit={(event) => void send(event)} className="grid gap-4">
      <div className="grid items-start gap-4 md:grid-cols-2">
        <TextField label={t('auth.displayName')} autoComplete="nickname" maxLength={60} required {...typed('name', rules.name)} />
        <UsernameField hint={t('mysettings.username.hint', { username: me.username })} {...typed('username', rules.username)} />
      </div>
      <TextArea
        label={t('mysettings.bio')}
        maxLetters={1000}
        {...typed('bio', { validate: (text) => Array.from(text).length <= 1000 || t('mysettings.bio.long') })}
      />
      <div className="grid items-start gap-4 md:grid-cols-2">
        <Select
          label={t('mysettings.gender')}
          placeholder={t('mysettings.notGiven')}
          options={genders.map((value) => ({ value, label: t(`mysettings.gender.${value}`) }))}
          {...gender}
          value={genders.find((value) => value === gender.value)}
        />
        <CountryField
          nothing={t('mysettings.noCountry')}
          control={control}
          name="country"
          label={t('mysettings.country')}
          placeholder={t('mysettings.notGiven')}
        />
      </div>
      <OnFile />
      <FormRefusal>{problem}</FormRefusal>
      <SaveBar dirty={formState.isDirty} busy={busy} onDiscard={() => reset(accountOf(me))} />
    </form>
  )
}

/** What cannot be changed here: shown, so that nobody looks for it. */
function OnFile() {
  const { t } = useTranslation()
  const me = useMember()
  return (
    <dl className="border-t border-line pt-4 text-15">
      <div>
        <dt className="text-14 text-muted">{t('age.birthDate')}</dt>
        <dd className="num">{me.dateOfBirth ?? t('mysettings.notGiven')}</dd>
      </div>
    </dl>
  )
}

function accountOf(me: CurrentUser): Account {
  return { name: me.name, username: me.username, bio: me.bio, gender: me.gender ?? '', country: me.country ?? '' }
}

function changed(now: Account, before: Account) {
  const gender = genders.find((value) => value === now.gender)
  return {
    ...(now.name.trim() !== before.name && { name: now.name.trim() }),
    ...(now.username !== before.username && { username: now.username }),
    ...(now.bio.trim() !== before.bio && { bio: now.bio.trim() }),
    ...(gender && gender !== before.gender && { gender }),
    ...(now.country && now.country !== before.country && { country: now.country }),
  }
}
