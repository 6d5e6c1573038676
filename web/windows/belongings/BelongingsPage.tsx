import { Download } from 'lucide-react'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { useFields, useFormAct } from '#web/app/form-act.ts'
import { requireMember } from '#web/app/guard.ts'
import { usePageTitle } from '#web/app/page-title.ts'
import { load, useLoaded } from '#web/app/query.ts'
import { useTranslation } from '#web/app/say.ts'
import { useBoot, useNow, useSettings } from '#web/app/session.tsx'
import { MainFrame } from '#web/app/shell/MainFrame.tsx'
import { sealed } from '#web/people/accounts/password.ts'
import { ProofFields } from '#web/people/accounts/proof-fields.tsx'
import { Button } from '#web/ui/Button.tsx'
import { FormRefusal } from '#web/ui/FormRefusal.tsx'
import { PageTitle } from '#web/ui/layout/PageTitle.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { writeMoment } from '#web/ui/relative-time.ts'
import { state } from '#web/windows/belongings/queries.ts'

export const handle = { auth: true, inClosedCountry: true }

export async function loader(args: LoaderFunctionArgs) {
  requireMember(args)
  return load(args, state())
}

/** What is kept of oneself, to take along: the proof that it is oneself, and then the file for a week. */
export function Component() {
  const { t } = useTranslation()
  const { locale, timeZone, apiBaseUrl } = useBoot()
  const now = useNow()
  const { days, readyUntil, mayAskAt, hasPassword, hasTwoFactor } = useLoaded(state(), useLoaderData<typeof loader>())
  const title = t('mysettings.belongings')
  const moment = (at: string) => writeMoment(new Date(at).getTime(), now, locale, timeZone)
  return (
    <MainFrame place="me" top={{ title, back: '/settings' }}>
      <title>{usePageTitle(title)}</title>
      <PageTitle up={{ to: '/settings', label: t('mysettings.title') }}>{title}</PageTitle>
      <Panel title={title}>
        <div className="grid max-w-[68ch] gap-4 text-15 leading-relaxed!">
          <p>{t('mysettings.belongings.lead')}</p>
          {readyUntil && (
            <>
              <p>{t('mysettings.belongings.ready', { until: moment(readyUntil) })}</p>
              <p>
                {/* A plain link of the API: the browser saves what it answers. */}
                <a
                  href={`${apiBaseUrl}/api/auth/users/me/belongings/file.json`}
                  download
                  className="inline-flex min-h-11 items-center gap-2 rounded-full bg-primary px-5 text-15 font-semibold text-on-primary"
                >
                  <Download aria-hidden="true" />
                  {t('mysettings.belongings.fetch')}
                </a>
              </p>
            </>
          )}
          {mayAskAt ? (
            <p className="text-14 text-muted">{t('mysettings.belongings.later', { at: moment(mayAskAt) })}</p>
          ) : (
            <Asking days={days} hasPassword={hasPassword} hasTwoFactor={hasTwoFactor} />
          )}
          <p className="text-14 text-muted">{t('mysettings.belongings.kept')}</p>
        </div>
      </Panel>
    </MainFrame>
  )
}

function Asking({ days, hasPassword, hasTwoFactor }: { days: number; hasPassword: boolean; hasTwoFactor: boolean }) {
  const { t } = useTranslation()
  const { hashPwClient } = useSettings()
  const { form, typed } = useFields({ currentPassword: '', code: '' }, 'onSubmit')
  const { send, busy, problem } = useFormAct(
    form,
    async (api, _once, { currentPassword, code }) =>
      api.belongings.ask({
        ...(hasPassword && { currentPassword: await sealed(currentPassword, hashPwClient) }),
        ...(hasTwoFactor && { code }),
      }),
    { refreshes: ['belongings.state'] },
  )
  return (
    <form noValidate method="post" onSubmit={(event) => void send(event)} className="grid max-w-[420px] gap-4">
      <p>{t('mysettings.belongings.prove', { count: days })}</p>
      <ProofFields hasPassword={hasPassword} hasTwoFactor={hasTwoFactor} typed={typed} />
      <FormRefusal>{problem}</FormRefusal>
      <Button type="submit" rank="second" className="justify-self-start" loading={busy}>
        {t('mysettings.belongings.ask')}
      </Button>
    </form>
  )
}
