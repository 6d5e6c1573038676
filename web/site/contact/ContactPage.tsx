import { Send } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '#web/app/say.ts'
import type { SayKey } from '#contract/words/keys.ts'
import { useFields, useFormAct } from '#web/app/form-act.ts'
import { useMe } from '#web/app/session.tsx'
import { MainFrame } from '#web/app/shell/MainFrame.tsx'
import { FormRefusal } from '#web/ui/FormRefusal.tsx'
import { usePageTitle } from '#web/app/page-title.ts'
import { EmailField } from '#web/app/person-fields.tsx'
import { personRules } from '#web/app/person-rules.ts'
import { useCaptcha } from '#web/site/captcha/use-captcha.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { PageTitle } from '#web/ui/layout/PageTitle.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { TextField } from '#web/ui/TextField.tsx'

export const handle = { inClosedCountry: true }

const longest = 2000

/** A letter to the people who run the site: answered by mail, so the address matters. */
export function Component() {
  const { t } = useTranslation()
  const me = useMe()
  const [said, setSaid] = useState<string>()
  const { form, typed } = useFields({ name: me?.name ?? '', email: me?.email ?? '', message: '' })
  const rules = personRules(t)
  const title = t('letter.title')

  const captcha = useCaptcha('contact_send')
  const { send, busy, problem } = useFormAct(
    form,
    (api, _once, { name, email, message }) =>
      captcha.spend((given) => api.contact.send({ name: name.trim(), email: email.trim(), message: message.trim(), ...given })),
    {
      done(answer, { name, email }) {
        setSaid(answer.message)
        form.reset({ name, email, message: '' })
      },
    },
  )
  return (
    <MainFrame place="none" top={{ title, back: '/home' }}>
      <title>{usePageTitle(title)}</title>
      <PageTitle>{title}</PageTitle>
      <Card className="p-4 md:p-6">
        {said ? (
          <div className="grid justify-items-center gap-3 py-8 text-center">
            <Send aria-hidden="true" className="size-6 text-muted" />
            <p role="status" className="text-16 font-semibold">
              {said}
            </p>
            <p className="max-w-[36ch] text-15 text-balance text-muted">{t('letter.sent')}</p>
            <Button rank="second" size="sm" onClick={() => setSaid(undefined)}>
              {t('letter.another')}
            </Button>
          </div>
        ) : (
          <form noValidate onSubmit={(event) => void send(event)} className="grid gap-4">
            <p className="text-15 leading-relaxed! text-muted">{t('letter.lead')}</p>
            <div className="grid items-start gap-4 md:grid-cols-2">
              <TextField
                label={t('letter.name')}
                autoComplete="name"
                maxLength={100}
                required
                {...typed('name', { validate: (text) => text.trim() !== '' || t('letter.name.missing') })}
              />
              <EmailField {...typed('email', rules.email)} />
            </div>
            <TextArea
              label={t('letter.message')}
              rows={6}
              maxLetters={longest}
              required
              {...typed('message', { validate: (text) => messageProblem(text, t) })}
            />
            {captcha.field}
            <FormRefusal>{problem}</FormRefusal>
            <Button type="submit" className="justify-self-start" loading={busy}>
              {t('letter.send')}
            </Button>
          </form>
        )}
      </Card>
    </MainFrame>
  )
}

function messageProblem(text: string, t: (key: SayKey) => string): true | string {
  if (text.trim() === '') return t('letter.message.missing')
  return Array.from(text.trim()).length <= longest || t('letter.message.long')
}
