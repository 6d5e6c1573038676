import { dateTag } from '#contract/locales.ts'
import { useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { useFields, useFormAct } from '#web/app/form-act.ts'
import { requireMember } from '#web/app/guard.ts'
import { usePageTitle } from '#web/app/page-title.ts'
import { load, useQuery } from '#web/app/query.ts'
import { useTranslation } from '#web/app/say.ts'
import { useBoot, useSettings } from '#web/app/session.tsx'
import { MainFrame } from '#web/app/shell/MainFrame.tsx'
import { sealed } from '#web/people/accounts/password.ts'
import { QrCode } from '#web/people/accounts/QrCode.tsx'
import { twoFactor } from '#web/people/accounts/queries.ts'
import { RecoveryCodes } from '#web/people/accounts/RecoveryCodes.tsx'
import { CodeField, CurrentPassword } from '#web/people/accounts/proof-fields.tsx'
import { Button } from '#web/ui/Button.tsx'
import { FormRefusal } from '#web/ui/FormRefusal.tsx'
import { PageTitle } from '#web/ui/layout/PageTitle.tsx'
import { Panel } from '#web/ui/Panel.tsx'

export async function loader(args: LoaderFunctionArgs) {
  requireMember(args)
  return load(args, twoFactor())
}
export const handle = { auth: true, inClosedCountry: true }

interface Begun {
  secret: string
  uri: string
  qr: string[]
}

/** The second step of signing in: set up, its recovery codes, and turned off again. */
export function Component() {
  const { t } = useTranslation()
  const { locale, timeZone } = useBoot()
  const loaded = useLoaderData<typeof loader>()
  const { data = loaded } = useQuery(twoFactor(), loaded)
  const [begun, setBegun] = useState<Begun>()
  const [codes, setCodes] = useState<string[]>()
  const title = t('mysettings.security')
  return (
    <MainFrame place="me" top={{ title, back: '/settings' }}>
      <title>{usePageTitle(title)}</title>
      <PageTitle up={{ to: '/settings', label: t('mysettings.title') }}>{title}</PageTitle>
      <Panel title={codes ? t('mysettings.security.codes') : title}>
        {codes ? (
          <RecoveryCodes codes={codes} onKept={() => setCodes(undefined)} />
        ) : data.isOn ? (
          <div className="grid gap-4">
            <p className="text-15">
              {t('mysettings.security.on', {
                date: new Intl.DateTimeFormat(dateTag(locale), { dateStyle: 'long', timeZone }).format(new Date(data.since ?? 0)),
              })}
            </p>
            <p className="text-14 text-muted">{t('mysettings.security.left', { count: data.recoveryCodesLeft })}</p>
            <Proof onRenewed={setCodes} />
          </div>
        ) : begun ? (
          <Confirming begun={begun} onConfirmed={setCodes} onCancel={() => setBegun(undefined)} />
        ) : (
          <Beginning isRequired={data.isRequired} onBegun={setBegun} />
        )}
      </Panel>
    </MainFrame>
  )
}

function Beginning({ isRequired, onBegun }: { isRequired: boolean; onBegun: (begun: Begun) => void }) {
  const { t } = useTranslation()
  const { hashPwClient } = useSettings()
  const { form, typed } = useFields({ currentPassword: '' }, 'onSubmit')
  const { send, busy, problem } = useFormAct(
    form,
    async (api, _once, { currentPassword }) =>
      api.accounts.beginTwoFactor({ currentPassword: await sealed(currentPassword, hashPwClient) }),
    { done: (begun) => onBegun(begun) },
  )
  return (
    <form noValidate method="post" onSubmit={(event) => void send(event)} className="grid gap-4">
      <p className="text-15 leading-relaxed! text-muted">{t('mysettings.security.off')}</p>
      {isRequired && <p className="text-15 font-semibold">{t('mysettings.security.required')}</p>}
      <CurrentPassword {...typed('currentPassword', { required: t('auth.password.missing') })} />
      <FormRefusal>{problem}</FormRefusal>
      <Button type="submit" className="justify-self-start" loading={busy}>
        {t('mysettings.security.begin')}
      </Button>
    </form>
  )
}

function Confirming({ begun, onConfirmed, onCancel }: { begun: Begun; onConfirmed: (codes: string[]) => void; onCancel: () => void }) {
  const { t } = useTranslation()
  const { form, typed } = useFields({ code: '' }, 'onSubmit')
  const { send, busy, problem } = useFormAct(form, (api, _once, { code }) => api.accounts.confirmTwoFactor({ code }), {
    refreshes: ['accounts.twoFactor'],
    done: ({ recoveryCodes }) => onConfirmed(recoveryCodes),
  })
  return (
    <form noValidate method="post" onSubmit={(event) => void send(event)} className="grid gap-4">
      <p className="text-15 leading-relaxed! text-muted">{t('mysettings.security.scan')}</p>
      <QrCode rows={begun.qr} label={t('mysettings.security.qr')} />
      <p className="grid gap-1 text-14">
        <span className="text-muted">{t('mysettings.security.key')}</span>
        <code dir="ltr" className="wrap-anywhere text-15 select-all">
          {begun.secret.match(/.{1,4}/g)?.join(' ')}
        </code>
      </p>
      <CodeField {...typed('code', { required: t('auth.code.missing') })} />
      <FormRefusal>{problem}</FormRefusal>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" loading={busy}>
          {t('mysettings.security.confirm')}
        </Button>
        <Button rank="text" onClick={onCancel}>
          {t('mysettings.security.cancel')}
        </Button>
      </div>
    </form>
  )
}

/** Both take the password and a code: new recovery codes, and turning it off. */
function Proof({ onRenewed }: { onRenewed: (codes: string[]) => void }) {
  const { t } = useTranslation()
  const { hashPwClient } = useSettings()
  const [wants, setWants] = useState<'codes' | 'off'>('codes')
  const { form, typed } = useFields({ currentPassword: '', code: '' }, 'onSubmit')
  const { send, busy, problem } = useFormAct(
    form,
    async (api, _once, { currentPassword, code }) => {
      const proof = { currentPassword: await sealed(currentPassword, hashPwClient), code }
      if (wants === 'codes') return (await api.accounts.renewRecoveryCodes(proof)).recoveryCodes
      await api.accounts.turnOffTwoFactor(proof)
      return undefined
    },
    {
      refreshes: ['accounts.twoFactor'],
      said: (codes) => (codes ? undefined : t('mysettings.security.turnedOff')),
      done(codes) {
        form.reset()
        if (codes) onRenewed(codes)
      },
    },
  )
  return (
    <form noValidate method="post" onSubmit={(event) => void send(event)} className="grid gap-4">
      <CurrentPassword {...typed('currentPassword', { required: t('auth.password.missing') })} />
      <CodeField {...typed('code', { required: t('auth.code.missing') })} />
      <FormRefusal>{problem}</FormRefusal>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" rank="second" loading={busy && wants === 'codes'} onClick={() => setWants('codes')}>
          {t('mysettings.security.renew')}
        </Button>
        <Button type="submit" rank="text" loading={busy && wants === 'off'} onClick={() => setWants('off')}>
          {t('mysettings.security.turnOff')}
        </Button>
      </div>
    </form>
  )
}
