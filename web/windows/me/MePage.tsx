import { Check, ChevronRight, Wallet } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from '#web/app/say.ts'
import { Link, type LoaderFunctionArgs } from 'react-router'
import { requireMember } from '#web/app/guard.ts'
import { useMember } from '#web/app/session.tsx'
import { useAccountEntries } from '#web/app/shell/account-entries.tsx'
import { MainFrame } from '#web/app/shell/MainFrame.tsx'
import { usePageTitle } from '#web/app/page-title.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Name } from '#web/ui/Name.tsx'
import { Tokens } from '#web/ui/Tokens.tsx'

export function loader(args: LoaderFunctionArgs) {
  requireMember(args)
  return null
}
export const handle = { auth: true, inClosedCountry: true }

const row = 'flex min-h-14 w-full items-center gap-4 px-4 text-start text-15 transition-colors hover:bg-hover active:bg-press'

/** The phone's fifth place: oneself, the balance, and everything that the account menu holds elsewhere, as a list. */
export function Component() {
  const { t } = useTranslation()
  const me = useMember()
  const entries = useAccountEntries(true)
  const title = t('shell.me')
  return (
    <MainFrame place="me" top={{ title }}>
      <title>{usePageTitle(title)}</title>
      <div className="grid gap-2 md:gap-4">
        <Card className="flex items-center gap-4 p-4">
          <Avatar src={me.avatar ?? null} name={me.name} size={64} to={me.isPerformer ? `/${me.username}` : '/settings'} />
          <div className="min-w-0">
            <h1>
              <Name size={24} verified={me.isPerformer && me.kycStatus === 'approved'}>
                {me.name}
              </Name>
            </h1>
            <p className="truncate text-14 text-muted">@{me.username}</p>
          </div>
        </Card>
        <Card className="overflow-hidden">
          <Link to="/wallet" className={row}>
            <Wallet aria-hidden="true" className="text-muted" />
            <span className="flex-1">{t('shell.balance')}</span>
            <Tokens value={me.balance} unit="muted" className="font-semibold" />
            <Forward />
          </Link>
        </Card>
        <Card className="overflow-hidden">
          <ul>
            {entries.map((entry) => {
              const inside: ReactNode = (
                <>
                  {entry.figure ?? (entry.icon && <entry.icon aria-hidden="true" className="text-muted" />)}
                  <span className="min-w-0 flex-1 py-2">
                    <span className="block truncate">{entry.label}</span>
                    {entry.note && <span className="block truncate text-13 text-muted">{entry.note}</span>}
                  </span>
                  {entry.current && <Check aria-hidden="true" className="size-4 flex-none text-muted" />}
                </>
              )
              return (
                <li key={entry.label} className={entry.apart ? 'border-t border-line' : undefined}>
                  {entry.to === undefined ? (
                    <button type="button" aria-current={entry.current || undefined} onClick={entry.onChoose} className={row}>
                      {inside}
                    </button>
                  ) : (
                    <Link to={entry.to} className={row}>
                      {inside}
                      <Forward />
                    </Link>
                  )}
                </li>
              )
            })}
          </ul>
        </Card>
      </div>
    </MainFrame>
  )
}

function Forward() {
  return <ChevronRight aria-hidden="true" className="size-4 text-muted" />
}
