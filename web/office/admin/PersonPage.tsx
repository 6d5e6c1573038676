import { useTranslation } from '#web/app/say.ts'
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { requireStaff } from '#web/app/guard.ts'
import { usePageTitle } from '#web/app/page-title.ts'
import { load, useLoaded } from '#web/app/query.ts'
import { useNow } from '#web/app/session.tsx'
import { OfficeShell } from '#web/app/shell/OfficeShell.tsx'
import { CountryName } from '#web/app/CountryName.tsx'
import { Cases, Copies, Deeds, Orders, Paid, Subscriptions, Transfers } from '#web/office/admin/PersonLists.tsx'
import { audit, payments, person as personQuery, type Person, personWallet, transfers } from '#web/office/admin/queries.ts'
import { ClosingPanel } from '#web/office/admin/ClosingPanel.tsx'
import { ActFor } from '#web/office/admin/ActFor.tsx'
import { Sessions } from '#web/office/admin/Sessions.tsx'
import { WalletPanel } from '#web/office/admin/WalletPanel.tsx'
import { cases } from '#web/office/reports/queries.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Columns } from '#web/ui/layout/Columns.tsx'
import { PageTitle } from '#web/ui/layout/PageTitle.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { StateDot } from '#web/ui/StateDot.tsx'

const newest = { limit: 5, offset: 0 } as const

export async function loader(args: LoaderFunctionArgs) {
  requireStaff(args)
  const id = args.params['personId'] ?? ''
  const [person, wallet, bought, paid, about, told, deeds] = await Promise.all([
    load(args, personQuery(id)),
    load(args, personWallet(id)),
    load(args, transfers({ of: id, ...newest })),
    load(args, payments({ of: id, ...newest })),
    load(args, cases({ of: id, ...newest })),
    load(args, cases({ by: id, limit: 20, offset: 0 })),
    load(args, audit({ q: id, ...newest })),
  ])
  return { person, wallet, bought, paid, about, told, deeds }
}

/** One person as the office knows them: who they are, their money, what they bought, where they are signed in, and what was done about them. */
export function Component() {
  const { t } = useTranslation()
  const loaded = useLoaderData<typeof loader>()
  const id = loaded.person._id
  const person = useLoaded(personQuery(id), loaded.person)
  const wallet = useLoaded(personWallet(id), loaded.wallet)
  const bought = useLoaded(transfers({ of: id, ...newest }), loaded.bought)
  const paid = useLoaded(payments({ of: id, ...newest }), loaded.paid)
  const about = useLoaded(cases({ of: id, ...newest }), loaded.about)
  const told = useLoaded(cases({ by: id, limit: 20, offset: 0 }), loaded.told)
  const deeds = useLoaded(audit({ q: id, ...newest }), loaded.deeds)
  return (
    <OfficeShell below place="people" title={person.name}>
      <title>{usePageTitle(person.name)}</title>
      <PageTitle onPhone="shown">
        <span className="flex items-center gap-3">
          <Avatar src={person.avatar} name={person.name} size={48} />
          <span className="stage-name min-w-0 break-words">{person.name}</span>
        </span>
      </PageTitle>
      <Columns
        side={
          <>
            <About person={person} />
            <ClosingPanel person={person} />
            {person.role !== 'staff' && <Sessions person={person} />}
            <Copies person={person} />
          </>
        }
      >
        <WalletPanel wallet={wallet} />
        <Transfers person={person} rows={bought.data} total={bought.total} />
        <Paid person={person} rows={paid.data} total={paid.total} />
        {person.role === 'user' && <Subscriptions person={person} />}
        <Orders person={person} />
        <Cases
          title={t('office.people.cases.about')}
          rows={about.data}
          total={about.total}
          all={`/admin/reports?q=${encodeURIComponent(person.username)}`}
        />
        <Cases title={t('office.people.cases.by')} rows={told.data} total={told.total} />
        <Deeds person={person} rows={deeds.data} total={deeds.total} />
      </Columns>
    </OfficeShell>
  )
}

function About({
  person: { _id, name, username, email, emailVerified, role, state, country, other, referrer, createdAt },
}: {
  person: Person
}) {
  const { t } = useTranslation()
  const now = useNow()
  const lines = [
    { label: t('office.people.username'), value: `@${username}` },
    {
      label: t('office.people.email'),
      value: (
        <>
          {email}
          <span className="block">
            <StateDot tone={emailVerified ? 'ok' : 'waiting'}>
              {t(emailVerified ? 'office.people.verified' : 'office.people.unverified')}
            </StateDot>
          </span>
        </>
      ),
    },
    { label: t('office.people.role'), value: t(`office.people.role.${role}`) },
    {
      label: t('office.people.state'),
      value: (
        <StateDot tone={state === 'active' ? 'ok' : state === 'pending' || state === 'closing' ? 'waiting' : 'bad'}>
          {t(`office.people.account.${state}`)}
        </StateDot>
      ),
    },
    ...(other
      ? [
          {
            label: t('office.people.other'),
            value: (
              <Link to={`/admin/people/${other._id}`} className="text-link underline-offset-4 hover:underline">
                {other.name} @{other.username}
              </Link>
            ),
          },
        ]
      : []),
    ...(referrer
      ? [
          {
            label: t('office.people.referrer'),
            value: (
              <>
                <Link to={`/admin/people/${referrer.performer._id}`} className="text-link underline-offset-4 hover:underline">
                  {referrer.performer.name} @{referrer.performer.username}
                </Link>
                <span className="block text-13 text-muted">{referrer.code}</span>
              </>
            ),
          },
        ]
      : []),
    ...(country ? [{ label: t('office.people.country'), value: <CountryName code={country} /> }] : []),
    { label: t('office.people.since'), value: <RelativeTime at={createdAt} now={now} show="moment" /> },
  ]
  return (
    <Panel title={t('office.people.about')}>
      <dl className="grid gap-2.5 text-15">
        {lines.map(({ label, value }) => (
          <div key={label}>
            <dt className="text-13 text-muted">{label}</dt>
            <dd className="break-words">{value}</dd>
          </div>
        ))}
      </dl>
      {state === 'active' && role !== 'staff' && <ActFor about={_id} name={name} />}
      {role === 'performer' && state === 'active' && (
        <div className="mt-5">
          <Button rank="second" size="sm" to={`/${username}`}>
            {t('office.people.profile')}
          </Button>
        </div>
      )}
    </Panel>
  )
}
