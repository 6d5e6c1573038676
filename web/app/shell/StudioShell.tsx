import {
  AtSign,
  BadgePercent,
  Bell,
  ChartNoAxesColumn,
  Film,
  FolderOpen,
  Images,
  Landmark,
  LayoutDashboard,
  LibraryBig,
  Link2,
  type LucideIcon,
  Megaphone,
  MessageCircle,
  Package,
  Radio,
  Plus,
  Settings,
  ShoppingBag,
  Sparkles,
  UserRoundPen,
  Users,
} from 'lucide-react'
import { type ReactNode, Suspense, use } from 'react'
import { useTranslation } from '#web/app/say.ts'
import { useQuery } from '#web/app/query.ts'
import { useMember } from '#web/app/session.tsx'
import { AccountMenu } from '#web/app/shell/AccountMenu.tsx'
import { Footing } from '#web/app/shell/Footing.tsx'
import { SiteBanner } from '#web/app/shell/SiteBanner.tsx'
import { StudioTray } from '#web/app/shell/studio-tray.ts'
import { waiting } from '#web/app/shell/waiting.ts'
import { Brand } from '#web/ui/Brand.tsx'
import { Button } from '#web/ui/Button.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { RailFoot } from '#web/ui/layout/RailFoot.tsx'
import { StudioFrame } from '#web/ui/layout/StudioFrame.tsx'

export type StudioPlace =
  | 'overview'
  | 'messages'
  | 'live'
  | 'requests'
  | 'campaigns'
  | 'fans'
  | 'posts'
  | 'videos'
  | 'galleries'
  | 'tagged'
  | 'products'
  | 'orders'
  | 'library'
  | 'subscribers'
  | 'offer'
  | 'earnings'
  | 'referrals'
  | 'payouts'
  | 'account'
  | 'publish'
/** What stands in the menu; publishing is its button. */
type Listed = Exclude<StudioPlace, 'publish'>

type StudioShellProps = {
  place: StudioPlace
  title?: ReactNode
  /** The page has a blue act of its own: publishing something else waits. */
  hasAct?: boolean
  /** It stands below the page that its place names, and leads up to it. */
  below?: boolean
  children: ReactNode
}

/** Where performers work. */
export function StudioShell({ place, title, hasAct = false, below = false, children }: StudioShellProps) {
  const { t } = useTranslation()
  const me = useMember()
  // Beside the places, and never in the way of a page: without an answer there are no figures.
  const waits = useQuery(waiting).data
  // The words of these come with the studio, not with the front of the house.
  const nameOf = (own: Listed) =>
    own === 'campaigns'
      ? t('campaigns.title')
      : own === 'requests'
        ? t('studio.requests')
        : own === 'fans'
          ? t('fansPage.title')
          : own === 'live'
            ? t('studio.live')
            : t(`studioNav.${own}`)
  const item = (own: Listed, icon: LucideIcon, to: string, more?: { under?: string; count?: number | undefined }) => ({
    icon,
    label: nameOf(own),
    to,
    current: own === place,
    ...more,
  })
  const [works, shop, money] = [t('studioNav.works'), t('studioNav.shop'), t('studioNav.money')]
  const overview = item('overview', LayoutDashboard, '/creator')
  const posts = item('posts', LibraryBig, '/creator/posts', { under: works })
  const earnings = item('earnings', ChartNoAxesColumn, '/creator/earnings', { under: money })
  const messages = item('messages', MessageCircle, '/messages', { count: me.unread.messages })
  const nav = [
    overview,
    messages,
    { icon: Bell, label: t('shell.notifications'), to: '/notifications', current: false, count: me.unread.notifications },
    item('live', Radio, '/creator/live'),
    item('requests', Sparkles, '/creator/requests', { count: waits?.requests.count }),
    item('campaigns', Megaphone, '/creator/campaigns'),
    item('fans', UserRoundPen, '/creator/fans'),
    posts,
    item('galleries', Images, '/creator/galleries', { under: works }),
    item('videos', Film, '/creator/videos', { under: works }),
    item('library', FolderOpen, '/creator/library', { under: works }),
    item('tagged', AtSign, '/creator/tagged', { under: works, count: waits?.tags.count }),
    item('products', ShoppingBag, '/creator/products', { under: shop }),
    item('orders', Package, '/creator/orders', { under: shop, count: waits?.orders.count }),
    item('subscribers', Users, '/creator/subscribers', { under: money }),
    earnings,
    item('payouts', Landmark, '/creator/payouts', { under: money }),
    item('offer', BadgePercent, '/creator/subscriptions-offer', { under: money }),
    item('referrals', Link2, '/creator/referrals', { under: money }),
  ]
  const above = place === 'publish' ? posts : nav.find(({ current }) => current)
  return (
    <StudioFrame
      brand={<Brand name={t('shell.studio')} to="/creator" />}
      title={title}
      up={below ? above : undefined}
      nav={nav}
      bottom={[
        overview,
        posts,
        { icon: Plus, label: t('shell.create'), to: '/creator/publish', current: place === 'publish' },
        messages,
        earnings,
      ]}
      lead={
        <Button to="/creator/publish" size="wide" rank={place === 'publish' || hasAct ? 'second' : 'primary'} icon={<Plus />}>
          {t('shell.studio.publish')}
        </Button>
      }
      actions={<AccountMenu />}
      banner={<SiteBanner />}
      footing={<Footing />}
      foot={
        <RailFoot
          show="words"
          me={{ name: me.name, note: t('shell.backToFront'), avatar: me.avatar ?? null, to: `/${me.username}` }}
          menu={
            <IconButton label={t('studioNav.account')} to="/creator/account" aria-current={place === 'account' ? 'page' : undefined}>
              <Settings />
            </IconButton>
          }
        />
      }
    >
      {children}
      <Suspense fallback={null}>{use(StudioTray)}</Suspense>
    </StudioFrame>
  )
}
