import { useTranslation } from '#web/app/say.ts'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { load } from '#web/app/query.ts'
import { requireMember } from '#web/app/guard.ts'
import { useMember } from '#web/app/session.tsx'
import { MainFrame } from '#web/app/shell/MainFrame.tsx'
import { AccountForm } from '#web/people/accounts/AccountForm.tsx'
import { AvatarForm } from '#web/people/accounts/AvatarForm.tsx'
import { LanguageChoice, LettersChoice, PresenceChoice, ThemeChoice } from '#web/people/accounts/Choices.tsx'
import { EmailForm } from '#web/people/accounts/EmailForm.tsx'
import { Passkeys } from '#web/people/accounts/Passkeys.tsx'
import { myPasskeys, mySessions, twoFactor } from '#web/people/accounts/queries.ts'
import { Sessions } from '#web/people/accounts/Sessions.tsx'
import { usePageTitle } from '#web/app/page-title.ts'
import { PasswordForm } from '#web/people/accounts/PasswordForm.tsx'
import { BlockedPeople } from '#web/people/blocks/BlockedPeople.tsx'
import { blockedPeople } from '#web/people/blocks/queries.ts'
import { ConnectedAccounts } from '#web/people/federation/ConnectedAccounts.tsx'
import { myIdentities } from '#web/people/federation/queries.ts'
import { Button } from '#web/ui/Button.tsx'
import { Columns } from '#web/ui/layout/Columns.tsx'
import { PageTitle } from '#web/ui/layout/PageTitle.tsx'
import { Panel } from '#web/ui/Panel.tsx'

export async function loader(args: LoaderFunctionArgs) {
  requireMember(args)
  const [blocked, identities, sessions, factor, passkeys] = await Promise.all([
    load(args, blockedPeople()),
    load(args, myIdentities()),
    load(args, mySessions()),
    load(args, twoFactor()),
    load(args, myPasskeys()),
  ])
  return { blocked, identities, sessions, passkeys, hasTwoFactor: factor.isOn }
}
export const handle = { auth: true, inClosedCountry: true }

const sections = [
  'account',
  'email',
  'creator',
  'addresses',
  'identities',
  'password',
  'security',
  'passkeys',
  'sessions',
  'language',
  'theme',
  'notifications',
  'privacy',
  'blocked',
  'belongings',
  'closing',
] as const

/** Everything about one's account, in one page with anchors. Forms are saved; choices act at once. */
export function Component() {
  const { t } = useTranslation()
  const { blocked, identities, sessions, passkeys, hasTwoFactor } = useLoaderData<typeof loader>()
  const me = useMember()
  const title = t('mysettings.title')
  return (
    <MainFrame place="me" wide top={{ title, back: '/me' }}>
      <title>{usePageTitle(title)}</title>
      <PageTitle up={{ to: '/me', label: t('shell.me') }}>{title}</PageTitle>
      <Columns
        side={
          <nav aria-label={title} className="grid gap-0.5 max-lg:hidden lg:sticky lg:top-5">
            {sections
              .filter((section) => section !== 'creator' || !me.roles.includes('staff'))
              .map((section) => (
                <a
                  key={section}
                  href={`#${section}`}
                  className="flex min-h-11 items-center rounded-control px-4 text-15 text-muted transition-colors hover:bg-hover hover:text-text"
                >
                  {t(`mysettings.${section}`)}
                </a>
              ))}
          </nav>
        }
      >
        <Section id="account">
          <AvatarForm />
          <AccountForm />
        </Section>
        <Section id="email">
          <EmailForm hasPassword={identities.hasPassword} hasTwoFactor={hasTwoFactor} />
        </Section>
        {!me.roles.includes('staff') && (
          <Section id="creator">
            <p className="mb-3 text-14 text-muted">{t('mysettings.creator.lead')}</p>
            <Button rank="second" size="sm" to="/auth/register/performer">
              {t('mysettings.creator.open')}
            </Button>
          </Section>
        )}
        <Section id="addresses">
          <p className="mb-3 text-14 text-muted">{t('mysettings.addresses.lead')}</p>
          <Button rank="second" size="sm" to="/settings/addresses">
            {t('mysettings.addresses.open')}
          </Button>
        </Section>
        <Section id="identities">
          <ConnectedAccounts loaded={identities} />
        </Section>
        <Section id="password">
          <PasswordForm isFirst={!identities.hasPassword} />
        </Section>
        <Section id="security">
          <p className="mb-3 text-14 text-muted">{t('mysettings.security.off')}</p>
          <Button rank="second" size="sm" to="/settings/two-factor">
            {t('mysettings.security.open')}
          </Button>
        </Section>
        <Section id="passkeys">
          <Passkeys loaded={passkeys} hasPassword={identities.hasPassword} hasTwoFactor={hasTwoFactor} />
        </Section>
        <Section id="sessions">
          <Sessions loaded={sessions} />
        </Section>
        <Section id="language">
          <LanguageChoice />
        </Section>
        <Section id="theme">
          <ThemeChoice />
        </Section>
        <Section id="notifications">
          <LettersChoice />
          <Button rank="second" size="sm" to="/settings/notifications" className="mt-3">
            {t('mysettings.notifications.open')}
          </Button>
        </Section>
        <Section id="privacy">
          <PresenceChoice />
        </Section>
        <Section id="blocked">
          <BlockedPeople loaded={blocked} />
          <Button rank="second" size="sm" to="/settings/reports" className="mt-3">
            {t('mysettings.reports')}
          </Button>
        </Section>
        <Section id="belongings">
          <p className="mb-3 text-14 text-muted">{t('mysettings.belongings.lead')}</p>
          <Button rank="second" size="sm" to="/settings/belongings">
            {t('mysettings.belongings.open')}
          </Button>
        </Section>
        <Section id="closing">
          <p className="mb-3 text-14 text-muted">{t('mysettings.closing.lead')}</p>
          <Button rank="second" size="sm" to="/settings/close">
            {t('mysettings.closing.open')}
          </Button>
        </Section>
      </Columns>
    </MainFrame>
  )
}

function Section({ id, children }: { id: (typeof sections)[number]; children: React.ReactNode }) {
  const { t } = useTranslation()
  return (
    <div id={id} className="scroll-mt-16 md:scroll-mt-5">
      <Panel title={t(`mysettings.${id}`)}>{children}</Panel>
    </div>
  )
}
