import { useState } from 'react'
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { dateTag } from '#contract/locales.ts'
import type { ClosingPreview, ClosingStop } from '#contract/office/closing.ts'
import { useFields, useFormAct } from '#web/app/form-act.ts'
import { requireMember } from '#web/app/guard.ts'
import { usePageTitle } from '#web/app/page-title.ts'
import { load, useLoaded } from '#web/app/query.ts'
import { useTranslation } from '#web/app/say.ts'
import { useBoot, useSettings } from '#web/app/session.tsx'
import { MainFrame } from '#web/app/shell/MainFrame.tsx'
import { leaveFor } from '#web/app/switching.ts'
import { untilLeft } from '#web/app/act.ts'
import { preview } from '#web/office/closing/queries.ts'
import { sealed } from '#web/people/accounts/password.ts'
import { ProofFields } from '#web/people/accounts/proof-fields.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { focusFirstError } from '#web/ui/first-error.ts'
import { FormRefusal } from '#web/ui/FormRefusal.tsx'
import { PageTitle } from '#web/ui/layout/PageTitle.tsx'
import { writeNumber } from '#web/ui/numbers.ts'
import { Panel } from '#web/ui/Panel.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { Tokens } from '#web/ui/Tokens.tsx'

export async function loader(args: LoaderFunctionArgs) {
  requireMember(args)
  return load(args, preview())
}
export const handle = { auth: true, inClosedCountry: true }

/** Closing one's account: first what becomes of everything, then what stands in the way, or the proof that it is oneself. */
export function Component() {
  const { t } = useTranslation()
  const { locale, timeZone } = useBoot()
  const what = useLoaded(preview(), useLoaderData<typeof loader>())
  const until = new Intl.DateTimeFormat(dateTag(locale), { dateStyle: 'long', timeZone }).format(new Date(what.until))
  const title = t('closing.title')
  return (
    <MainFrame place="me" top={{ title, back: '/settings' }}>
      <title>{usePageTitle(title)}</title>
      <PageTitle up={{ to: '/settings', label: t('mysettings.title') }}>{title}</PageTitle>
      <div className="grid gap-5">
        <p className="max-w-[68ch] text-15 leading-relaxed! max-md:px-4 max-md:pt-4">{t('closing.lead', { days: what.days, until })}</p>
        <p className="text-15 max-md:px-4">
          <Link to="/settings/belongings" className="text-link underline-offset-4 hover:underline">
            {t('mysettings.belongings.open')}
          </Link>
        </p>
        {what.stops.length > 0 && <Stops stops={what.stops} />}
        <Panel title={t('closing.what')}>
          <What what={what} />
        </Panel>
        {what.stops.length === 0 && <Closing what={what} until={until} />}
      </div>
    </MainFrame>
  )
}

const places: Readonly<Record<ClosingStop, string>> = {
  payout: '/creator/payouts',
  earnings: '/creator/payouts',
  debt: '/contact',
  disputes: '/creator/earnings',
  subscribers: '/creator/subscribers',
  shipments: '/creator/orders',
  shows: '/creator/live',
  requests: '/requests',
  messages: '/messages',
  orders: '/orders',
  places: '/live',
  payment: '/wallet/payments',
  frozen: '/contact',
  other_account: '/me',
  last_staff: '/admin/people',
}

function Stops({ stops }: Pick<ClosingPreview, 'stops'>) {
  const { t } = useTranslation()
  return (
    <Panel title={t('closing.stops')}>
      <p className="mb-3 text-15 text-muted">{t('closing.stops.lead')}</p>
      <ul>
        {stops.map(({ what, count }) => (
          <li key={what} className="border-t border-line first:border-t-0">
            <Link to={places[what]} className="flex min-h-12 items-center py-2 text-15 text-link underline-offset-4 hover:underline">
              {t(`closing.stop.${what}`, { number: count })}
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function What({ what }: { what: ClosingPreview }) {
  const { t } = useTranslation()
  const { locale } = useBoot()
  const { days, isPerformer } = what
  const number = (value: number) => writeNumber(value, locale)
  const lines = [
    ...(isPerformer
      ? [
          { of: 'subscribers' as const, figure: number(what.subscribers) },
          { of: 'earnings' as const, figure: <Tokens value={what.earnings} /> },
          { of: 'sold' as const, figure: number(what.worksSold) },
          { of: 'works' as const, figure: number(what.works) },
        ]
      : [
          { of: 'subscriptions' as const, figure: number(what.subscriptions) },
          { of: 'purchases' as const, figure: number(what.purchases) },
        ]),
    { of: 'balance' as const, figure: <Tokens value={what.balance} /> },
    { of: 'person' as const, figure: null },
    { of: 'kept' as const, figure: null },
  ]
  return (
    <dl className="grid gap-4">
      {lines.map(({ of, figure }) => (
        <div key={of}>
          <dt className="flex justify-between gap-4 text-15 font-semibold">
            {t(`closing.${of}`)}
            {figure !== null && <span className="num">{figure}</span>}
          </dt>
          <dd className="max-w-[68ch] text-14 leading-relaxed! text-muted">
            {t(`closing.${of}.note`, { days, tokens: number(what.givenBack) })}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Closing({ what, until }: { what: ClosingPreview; until: string }) {
  const { t } = useTranslation()
  const { hashPwClient } = useSettings()
  const [isSure, setSure] = useState(false)
  const { form, typed, ticked } = useFields({ username: '', currentPassword: '', code: '', understood: false }, 'onSubmit')
  const { send, busy, problem } = useFormAct(
    form,
    async (api, _once, { username, currentPassword, code }) =>
      api.closing.close({
        username: username.trim(),
        ...(what.hasPassword && { currentPassword: await sealed(currentPassword, hashPwClient) }),
        ...(what.hasTwoFactor && { code }),
        expectedBalance: what.balance,
        expectedEarnings: what.earnings,
      }),
    {
      done(closing) {
        leaveFor(`/auth/take-back?until=${encodeURIComponent(closing.until)}`)
        return untilLeft()
      },
      refused(no) {
        setSure(false)
        return no?.code === 'closing_stopped' || no?.code === 'closing_changed' ? no.message : undefined
      },
    },
  )
  return (
    <Panel title={t('closing.confirm')}>
      <form
        noValidate
        method="post"
        onSubmit={(event) => void form.handleSubmit(() => setSure(true), focusFirstError)(event)}
        className="grid gap-4"
      >
        <TextField
          label={t('closing.username', { username: what.username })}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={60}
          {...typed('username', { required: t('closing.username.missing') })}
        />
        <ProofFields hasPassword={what.hasPassword} hasTwoFactor={what.hasTwoFactor} typed={typed} />
        <Checkbox label={t('closing.understood')} {...ticked('understood', { validate: (is) => is || t('closing.understood.missing') })} />
        <FormRefusal>{problem}</FormRefusal>
        <div className="flex flex-wrap gap-2">
          <Button type="submit" rank="danger" loading={busy}>
            {t('closing.close')}
          </Button>
          <Button rank="second" to="/settings">
            {t('closing.keep')}
          </Button>
        </div>
      </form>
      <ConfirmDialog
        open={isSure}
        onOpenChange={setSure}
        title={t('closing.sure.title')}
        confirm={t('closing.close')}
        cancel={t('closing.keep')}
        danger
        loading={busy}
        onConfirm={() => void send()}
      >
        {t('closing.sure.lead', { until })}
      </ConfirmDialog>
    </Panel>
  )
}
