import {
  ClipboardCheck,
  Coins,
  CreditCard,
  FileClock,
  Images,
  Inbox,
  Landmark,
  LayoutDashboard,
  Mail,
  Settings,
  TicketPercent,
  Users,
  WalletCards,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useMember, useSettings } from '#web/app/session.tsx'
import { AccountMenu } from '#web/app/shell/AccountMenu.tsx'
import { SiteBanner } from '#web/app/shell/SiteBanner.tsx'
import { Banner } from '#web/ui/Banner.tsx'
import { Brand } from '#web/ui/Brand.tsx'
import { RailFoot } from '#web/ui/layout/RailFoot.tsx'
import { StudioFrame } from '#web/ui/layout/StudioFrame.tsx'

export type OfficePlace =
  | 'overview'
  | 'performers'
  | 'people'
  | 'works'
  | 'payments'
  | 'transfers'
  | 'payouts'
  | 'coupons'
  | 'packages'
  | 'settings'
  | 'inbox'
  | 'letters'
  | 'audit'

/** Where staff work. The demo says here, to those who could change it, that works are reviewed only afterwards. */
export function OfficeShell({
  place,
  counts = {},
  children,
}: {
  place: OfficePlace
  counts?: Partial<Record<OfficePlace, number>>
  children: ReactNode
}) {
  const { t } = useTranslation()
  const me = useMember()
  const { reviewDefault, isDemo } = useSettings()
  const item = (own: OfficePlace, icon: typeof Mail, to: string) => ({
    icon,
    label: t(`shell.office.${own}`),
    to,
    current: own === place,
    count: counts[own],
  })
  return (
    <StudioFrame
      brand={<Brand name={t('shell.office')} to="/admin" />}
      nav={[
        item('overview', LayoutDashboard, '/admin'),
        item('performers', ClipboardCheck, '/admin/performers'),
        item('people', Users, '/admin/people'),
        item('works', Images, '/admin/works'),
        item('inbox', Inbox, '/admin/inbox'),
        item('payments', CreditCard, '/admin/payments'),
        item('transfers', WalletCards, '/admin/transfers'),
        item('payouts', Landmark, '/admin/payouts'),
        item('coupons', TicketPercent, '/admin/coupons'),
        item('packages', Coins, '/admin/packages'),
        item('settings', Settings, '/admin/settings'),
        item('letters', Mail, '/admin/letters'),
        item('audit', FileClock, '/admin/audit'),
      ]}
      banner={
        <>
          <SiteBanner />
          {isDemo && reviewDefault === 'after' && <Banner kind="demo">{t('shell.demoBanner')}</Banner>}
        </>
      }
      actions={<AccountMenu />}
      foot={
        <RailFoot
          show="words"
          me={{ name: me.name, note: t('shell.backToFront'), avatar: me.avatar ?? null, to: '/home' }}
          menu={<AccountMenu />}
        />
      }
    >
      {children}
    </StudioFrame>
  )
}
