import { useTranslation } from '#web/app/say.ts'
import type { Fields } from '#web/app/form-act.ts'
import { useBoot } from '#web/app/session.tsx'
import { type Account, socialFields } from '#web/people/profiles/account.ts'
import { languages, named } from '#web/people/profiles/countries.ts'
import { useIsHydrated } from '#web/ui/hydrated.ts'
import { MultiPick } from '#web/ui/MultiPick.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { TagsField } from '#web/ui/TagsField.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { TextField } from '#web/ui/TextField.tsx'

/** How one introduces oneself. */
export function PersonPanel({ fields: { typed, chosen } }: { fields: Fields<Account> }) {
  const { t } = useTranslation()
  const { locale } = useBoot()
  const isHydrated = useIsHydrated()
  return (
    <Panel title={t('creatorAccount.person')}>
      <div className="grid gap-5 pt-1">
        <TextField
          label={t('creatorAccount.name')}
          autoComplete="nickname"
          required
          maxLength={60}
          {...typed('name', { required: t('creatorAccount.wrong.required') })}
        />
        <TextField label={t('creatorAccount.tagline')} hint={t('creatorAccount.tagline.hint')} maxLength={120} {...typed('tagline')} />
        <TextArea label={t('creatorAccount.bio')} rows={5} maxLetters={1000} {...typed('bio')} />
        <MultiPick
          label={t('creatorAccount.languages')}
          placeholder={t('creatorAccount.languages.placeholder')}
          nothing={t('creatorAccount.nothing')}
          options={isHydrated ? named(languages, 'language', locale) : []}
          {...chosen('languages')}
        />
        <TagsField label={t('creatorAccount.tags')} hint={t('creatorAccount.tags.hint')} {...chosen('tags')} />
        <div className="grid gap-5 md:grid-cols-2">
          {socialFields.map((social) => (
            <TextField
              key={social}
              label={t(`creatorAccount.social.${social}`)}
              type={social === 'website' ? 'url' : 'text'}
              autoComplete={social === 'website' ? 'url' : 'off'}
              placeholder={social === 'website' ? 'https://' : undefined}
              before={social === 'website' ? undefined : '@'}
              maxLength={social === 'website' ? 200 : social === 'youtube' ? 100 : 60}
              {...typed(`socials.${social}`, {
                ...(social === 'website' && { pattern: { value: /^https?:\/\/.+/, message: t('creatorAccount.wrong.website') } }),
              })}
            />
          ))}
        </div>
      </div>
    </Panel>
  )
}
