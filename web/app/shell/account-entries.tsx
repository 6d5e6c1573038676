import {
  BadgeCheck,
  Bell,
  Building2,
  Clapperboard,
  FileText,
  LogOut,
  Moon,
  Package,
  Repeat,
  Settings,
  Sun,
  UserRound,
  Users,
} from 'lucide-react'
import { useState } from 'react'
import useSWR from 'swr'
import { useSwitch } from '#web/app/switching.ts'
import { useTranslation } from '#web/app/say.ts'
import { useApi, useBoot, useMember } from '#web/app/session.tsx'
import { useTheme } from '#web/app/theme.ts'
import { useSignOut } from '#web/app/sign-out.ts'
import { useStandingWidget } from '#web/app/widget.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Menu } from '#web/ui/Menu.tsx'
import type { MenuEntry } from '#web/ui/MenuOpened.tsx'

export { Bell }

/** Everything about oneself, by role. @param wanted somebody reads them: one's other accounts are asked for */
export function useAccountEntries(wanted: boolean): MenuEntry[] {
  const { t } = useTranslation()
  const me = useMember()
  const { theme, toggle } = useTheme()
  const { pages } = useBoot()
  const signOut = useSignOut()
  const standing = useStandingWidget()
  const api = useApi()
  const switchTo = useSwitch()
  // With one account there is nothing to choose, so nothing is shown of it.
  const { data: accounts = [] } = useSWR(wanted ? ['switching.accounts', {}] : null, () => api.switching.accounts({}))
  /** By the place that only they have. */
  const placeOf = { user: undefined, performer: t('shell.studio'), staff: t('shell.office') }
  return [
    ...(accounts.length > 1
      ? accounts.map(
          ({ _id, name, username, avatar, role, relation }): MenuEntry => ({
            label: name,
            note: [`@${username}`, placeOf[role]].filter(Boolean).join(' · '),
            figure: <Avatar src={avatar} name={name} size={36} />,
            current: relation === 'self',
            onChoose: () => void (relation === 'self' || switchTo(_id)),
          }),
        )
      : []),
    ...(me.roles.includes('staff') ? [{ label: t('shell.office'), icon: Building2, to: '/admin' }] : []),
    ...(me.isPerformer
      ? [
          { label: t('shell.studio'), icon: Clapperboard, to: '/creator' },
          { label: t('shell.profile'), icon: UserRound, to: `/${me.username}` },
        ]
      : []),
    ...(standing?.entries ?? []),
    { label: t('shell.notifications'), icon: Bell, to: '/notifications' },
    { label: t('shell.subscriptions'), icon: Repeat, to: '/subscriptions' },
    { label: t('shell.orders'), icon: Package, to: '/orders' },
    { label: t('shell.following'), icon: Users, to: '/following' },
    { label: t('shell.settings'), icon: Settings, to: '/settings' },
    ...(!me.isPerformer && !me.roles.includes('staff') && accounts.length < 2
      ? [{ label: t('shell.becomeCreator'), icon: BadgeCheck, to: '/auth/register/performer' }]
      : []),
    ...pages.links.filter(({ place }) => place === 'account').map(({ title, path }) => ({ label: title, icon: FileText, to: path })),
    { label: t(theme === 'dark' ? 'shell.light' : 'shell.dark'), icon: theme === 'dark' ? Sun : Moon, apart: true, onChoose: toggle },
    { label: t('shell.signOut'), icon: LogOut, onChoose: () => void signOut() },
  ]
}

/** The menu of oneself; pages take it from AccountMenu.tsx, which fetches this. */
export function OwnMenu() {
  const { t } = useTranslation()
  const [wanted, setWanted] = useState(false)
  const [open, setOpen] = useState(false)
  const entries = useAccountEntries(wanted)
  const change = (next: boolean) => {
    setWanted(true)
    setOpen(next)
  }
  return <Menu entries={entries} label={t('shell.me')} open={open} onOpenChange={change} />
}
