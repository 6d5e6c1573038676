import {
  Bot,
  ClipboardCheck,
  Coins,
  CreditCard,
  FileClock,
  FileText,
  Flag,
  Images,
  Inbox,
  Landmark,
  LayoutDashboard,
  Mail,
  Megaphone,
  ScanSearch,
  Settings,
  TicketPercent,
  Users,
  WalletCards,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from '#web/app/say.ts'
import { query, useQuery } from '#web/app/query.ts'
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
  | 'copies'
  | 'reports'
  | 'payments'
  | 'transfers'
  | 'payouts'
  | 'coupons'
  | 'packages'
  | 'pages'
  | 'promos'
  | 'settings'
  | 'inbox'
  | 'letters'
  | 'automations'
  | 'audit'

const overview = query('admin.overview')

type OfficeShellProps = {
  place: OfficePlace
  /** On a phone, in the bar. */
  title?: string | undefined
  /** It stands below the page that its place names, and leads up to it. */
  below?: boolean
  children: ReactNode
}

/** Where staff work. The demo says here, to those who could change it, that works are reviewed only afterwards. */
export function OfficeShell({ place, title, below = false, children }: OfficeShellProps) {
  const { t } = useTranslation()
  const me = useMember()
  const { reviewDefault, isDemo, ageAssurance } = useSettings()
  // Beside the places, and never in the way of a page: without an answer there are no figures.
  const waits = useQuery(overview).data
  const item = (own: OfficePlace, icon: typeof Mail, to: string, under?: string, count?: number) => ({
    icon,
    label: own === 'automations' ? t('campaigns.office.title') : own === 'reports' ? t('officeReports.title') : t(`officeNav.${own}`),
    to,
    current: own === place,
    under,
    count,
  })
  const [review, money, rules] = [t('officeNav.review'), t('officeNav.money'), t('officeNav.rules')]
  const nav = [
    item('overview', LayoutDashboard, '/admin'),
    item('works', Images, '/admin/works', review, waits?.pendingWorks),
    item('performers', ClipboardCheck, '/admin/performers', review, waits?.pendingPerformers),
    item('reports', Flag, '/admin/reports', review, waits?.openReports),
    item('inbox', Inbox, '/admin/inbox', review, waits?.unansweredLetters),
    item('copies', ScanSearch, '/admin/copies', review),
    item('payments', CreditCard, '/admin/payments', money),
    item('payouts', Landmark, '/admin/payouts', money, waits?.pendingPayouts),
    item('transfers', WalletCards, '/admin/transfers', money),
    item('coupons', TicketPercent, '/admin/coupons', money),
    item('packages', Coins, '/admin/packages', money),
    item('people', Users, '/admin/people', rules),
    item('pages', FileText, '/admin/pages', rules),
    item('promos', Megaphone, '/admin/promos', rules),
    item('settings', Settings, '/admin/settings', rules),
    item('automations', Bot, '/admin/automations', rules),
    item('letters', Mail, '/admin/letters', rules),
    item('audit', FileClock, '/admin/audit', rules),
  ]
  return (
    <StudioFrame
      brand={<Brand name={t('shell.office')} to="/admin" />}
      nav={nav}
      title={title}
      up={below ? nav.find(({ current }) => current) : undefined}
      banner={
        <>
          <SiteBanner />
          {ageAssurance.mode === 'provider' && !ageAssurance.isOffered && (
            <Banner kind="maintenance">{t('officeNav.nobodyChecksAges')}</Banner>
          )}
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
