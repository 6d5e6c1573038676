import { useTranslation } from '#web/app/say.ts'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { requireStaff } from '#web/app/guard.ts'
import { load, useQuery } from '#web/app/query.ts'
import { useNow } from '#web/app/session.tsx'
import { OfficeShell } from '#web/app/shell/OfficeShell.tsx'
import { type PersonWallet, personWallet } from '#web/office/admin/queries.ts'
import { WalletPanel } from '#web/office/admin/WalletPanel.tsx'
import { usePageTitle } from '#web/app/page-title.ts'
import { Button } from '#web/ui/Button.tsx'
import { Columns } from '#web/ui/layout/Columns.tsx'
import { PageTitle } from '#web/ui/layout/PageTitle.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'

export async function loader(args: LoaderFunctionArgs) {
  requireStaff(args)
  return load(args, personWallet(args.params['personId'] ?? ''))
}

/** One person as the office knows them: who they are, and whether their wallet can pay. */
export function Component() {
  const loaded = useLoaderData<typeof loader>()
  const wallet = useQuery(personWallet(loaded.person._id), loaded).data ?? loaded
  const { name } = wallet.person
  return (
    <OfficeShell below place="people" title={name}>
      <title>{usePageTitle(name)}</title>
      <PageTitle>{name}</PageTitle>
      <Columns side={<About person={wallet.person} />}>
        <WalletPanel wallet={wallet} />
      </Columns>
    </OfficeShell>
  )
}

function About({ person: { _id, username, email, role, createdAt } }: { person: PersonWallet['person'] }) {
  const { t } = useTranslation()
  const now = useNow()
  const lines = [
    { key: 'username', value: `@${username}` },
    { key: 'email', value: email },
    { key: 'role', value: t(`office.people.role.${role}`) },
    { key: 'since', value: <RelativeTime at={createdAt} now={now} show="moment" /> },
  ] as const
  return (
    <Panel title={t('office.people.about')}>
      <dl className="grid gap-2.5 text-15">
        {lines.map(({ key, value }) => (
          <div key={key}>
            <dt className="text-13 text-muted">{t(`office.people.${key}`)}</dt>
            <dd className="break-words">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="mt-5 flex flex-wrap gap-2">
        {role === 'performer' && (
          <Button rank="second" size="sm" to={`/${username}`}>
            {t('office.people.profile')}
          </Button>
        )}
        <Button rank="second" size="sm" to={`/admin/transfers?q=${encodeURIComponent(username)}`}>
          {t('office.people.transfers')}
        </Button>
        <Button rank="second" size="sm" to={`/admin/audit?q=${_id}`}>
          {t('office.people.audit')}
        </Button>
      </div>
    </Panel>
  )
}
