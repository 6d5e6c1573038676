import { useForm } from 'react-hook-form'
import { useTranslation } from '#web/app/say.ts'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import type { ReplyTo } from '#contract/client.ts'
import { useAct } from '#web/app/act.ts'
import { useFormAct } from '#web/app/form-act.ts'
import { requirePerformer } from '#web/app/guard.ts'
import { load, query, useQuery } from '#web/app/query.ts'
import { StudioShell } from '#web/app/shell/StudioShell.tsx'
import { FormRefusal } from '#web/ui/FormRefusal.tsx'
import { usePageTitle } from '#web/app/page-title.ts'
import { Button } from '#web/ui/Button.tsx'
import { PageTitle } from '#web/ui/layout/PageTitle.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { StateDot } from '#web/ui/StateDot.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { TextField } from '#web/ui/TextField.tsx'

type OwnAccount = ReplyTo<'payments.ownAccounts'>['data'][number]
const ownAccounts = query('payments.ownAccounts')

export const handle = { auth: true }

export async function loader(args: LoaderFunctionArgs) {
  requirePerformer(args)
  return load(args, ownAccounts)
}

/** A creator's own sub-account at CCBill: on or off, and what it takes to be paid there, which is never shown again. */
export function Component() {
  const { t } = useTranslation()
  const loaded = useLoaderData<typeof loader>()
  const { data } = useQuery(ownAccounts, loaded).data ?? loaded
  const account = data.find(({ key }) => key === 'ccbill')
  const title = t('ownAccount.title')
  return (
    <StudioShell hasAct below place="payouts" title={title}>
      <title>{usePageTitle(title)}</title>
      <PageTitle>{title}</PageTitle>
      <div className="grid max-w-[640px] gap-2 md:gap-4">
        <p className="text-15 text-muted max-md:px-4 max-md:pt-2">{t('ownAccount.lead')}</p>
        {account?.ending && <Kept account={account} />}
        <AccountForm kept={account?.ending ? account : undefined} />
      </div>
    </StudioShell>
  )
}

function Kept({ account: { status, ending, webhookUrl, needsAgain } }: { account: OwnAccount }) {
  const { t } = useTranslation()
  const isOn = status === 'active'
  const { act: turn, busy } = useAct((api) => api.payments.ownAccount({ key: 'ccbill', status: isOn ? 'inactive' : 'active' }), {
    refreshes: ['payments.ownAccounts'],
    said: () => t(isOn ? 'ownAccount.off' : 'ownAccount.on'),
  })
  return (
    <Panel>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <span>
          <span className="num block text-15">{t('ownAccount.ending', { ending })}</span>
          {!(isOn && needsAgain) && <StateDot tone={isOn ? 'ok' : 'quiet'}>{t(isOn ? 'ownAccount.isOn' : 'ownAccount.isOff')}</StateDot>}
        </span>
        {(isOn || !needsAgain) && (
          <Button rank="second" size="sm" loading={busy} onClick={() => void turn()}>
            {t(isOn ? 'ownAccount.turnOff' : 'ownAccount.turnOn')}
          </Button>
        )}
      </div>
      {needsAgain && (
        <p className="mt-3">
          <StateDot tone="bad">
            <span className="whitespace-normal">{t('ownAccount.needsAgain')}</span>
          </StateDot>
        </p>
      )}
      {webhookUrl && (
        <TextArea
          className="mt-4"
          label={t('ownAccount.hook')}
          hint={t('ownAccount.hook.hint')}
          rows={3}
          readOnly
          value={webhookUrl}
          onFocus={(event) => event.target.select()}
        />
      )}
    </Panel>
  )
}

const fields = ['subAccountNumber', 'flexformId', 'salt'] as const
type Form = Record<(typeof fields)[number], string>
const forms: Readonly<Record<keyof Form, RegExp>> = {
  subAccountNumber: /^\d{4}$/,
  flexformId: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
  salt: /^\S{8,100}$/,
}

function AccountForm({ kept }: { kept: OwnAccount | undefined }) {
  const { t } = useTranslation()
  const form = useForm<Form>({
    mode: 'onTouched',
    shouldFocusError: false,
    defaultValues: { subAccountNumber: '', flexformId: '', salt: '' },
  })
  const { register, formState } = form
  const { send, busy, problem } = useFormAct(
    form,
    (api, _once, value) => api.payments.ownAccount({ key: 'ccbill', status: 'active', value }),
    {
      refreshes: ['payments.ownAccounts'],
      said: () => t('ownAccount.saved'),
      done: () => form.reset(),
    },
  )
  return (
    <Panel title={t(kept?.needsAgain ? 'ownAccount.again' : kept ? 'ownAccount.another' : 'ownAccount.add')}>
      <form noValidate className="grid gap-4" onSubmit={(event) => void send(event)}>
        {fields.map((name) => (
          <TextField
            key={name}
            label={t(`ownAccount.${name}`)}
            hint={t(`ownAccount.${name}.hint`)}
            type={name === 'salt' ? 'password' : 'text'}
            autoComplete="off"
            required
            inputMode={name === 'subAccountNumber' ? 'numeric' : undefined}
            maxLength={{ subAccountNumber: 4, flexformId: 36, salt: 100 }[name]}
            error={formState.errors[name]?.message}
            {...register(name, { validate: (text) => forms[name].test(text) || t(`ownAccount.${name}.wrong`) })}
          />
        ))}
        <FormRefusal>{problem}</FormRefusal>
        <Button type="submit" loading={busy} className="justify-self-start">
          {t('ownAccount.save')}
        </Button>
      </form>
    </Panel>
  )
}
