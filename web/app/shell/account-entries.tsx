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
import { forgetOwn } from '#web/app/own-storage.ts'
import { useTranslation } from '#web/app/say.ts'
import { useApi, useBoot, useMember } from '#web/app/session.tsx'
import { useTheme } from '#web/app/theme.ts'
import { Menu } from '#web/ui/Menu.tsx'
import type { MenuEntry } from '#web/ui/MenuOpened.tsx'

export { Bell }

/** Everything about oneself, by role. */
export function useAccountEntries(): MenuEntry[] {
  const { t } = useTranslation()
  const me = useMember()
  const { theme, toggle } = useTheme()
  const { pages } = useBoot()
  const signOut = useSignOut()
  return [
    ...(me.roles.includes('staff') ? [{ label: t('shell.office'), icon: Building2, to: '/admin' }] : []),
    ...(me.isPerformer
      ? [
          { label: t('shell.studio'), icon: Clapperboard, to: '/creator' },
          { label: t('shell.profile'), icon: UserRound, to: `/${me.username}` },
        ]
      : []),
    { label: t('shell.notifications'), icon: Bell, to: '/notifications' },
    { label: t('shell.subscriptions'), icon: Repeat, to: '/subscriptions' },
    { label: t('shell.orders'), icon: Package, to: '/orders' },
    { label: t('shell.following'), icon: Users, to: '/following' },
    { label: t('shell.settings'), icon: Settings, to: '/settings' },
    ...(!me.isPerformer && !me.roles.includes('staff')
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
  return <Menu entries={useAccountEntries()} label={t('shell.me')} />
}

/** A whole new page afterwards: nothing of this account may stay in memory. */
function useSignOut(): () => Promise<void> {
  const api = useApi()
  return async () => {
    await api.accounts.logout({})
    forgetOwn()
    window.location.assign('/auth/login')
  }
}
