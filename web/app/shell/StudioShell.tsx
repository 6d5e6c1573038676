import {
  AtSign,
  BadgePercent,
  ChartNoAxesColumn,
  Film,
  FolderOpen,
  House,
  Images,
  Landmark,
  LayoutDashboard,
  LibraryBig,
  Package,
  Plus,
  Settings,
  ShoppingBag,
  SquareArrowOutUpRight,
  Users,
} from 'lucide-react'
import { type ReactNode, Suspense, use } from 'react'
import { useTranslation } from 'react-i18next'
import { useMember } from '#web/app/session.tsx'
import { AccountMenu } from '#web/app/shell/AccountMenu.tsx'
import { Footing } from '#web/app/shell/Footing.tsx'
import { SiteBanner } from '#web/app/shell/SiteBanner.tsx'
import { StudioTray } from '#web/app/shell/studio-tray.ts'
import { Brand } from '#web/ui/Brand.tsx'
import { Button } from '#web/ui/Button.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { RailFoot } from '#web/ui/layout/RailFoot.tsx'
import { StudioFrame } from '#web/ui/layout/StudioFrame.tsx'

export type StudioPlace =
  | 'overview'
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
  | 'payouts'
  | 'account'
  | 'publish'

type StudioShellProps = {
  place: StudioPlace
  title?: ReactNode
  /** The page has a blue act of its own: publishing something else waits. */
  hasAct?: boolean
  children: ReactNode
}

/** Where performers work. */
export function StudioShell({ place, title, hasAct = false, children }: StudioShellProps) {
  const { t } = useTranslation()
  const me = useMember()
  const item = (own: StudioPlace, icon: typeof House, to: string) => ({ icon, label: t(`shell.studio.${own}`), to, current: own === place })
  const nav = [
    item('overview', LayoutDashboard, '/creator'),
    item('posts', LibraryBig, '/creator/posts'),
    item('videos', Film, '/creator/videos'),
    item('galleries', Images, '/creator/galleries'),
    item('library', FolderOpen, '/creator/library'),
    item('products', ShoppingBag, '/creator/products'),
    item('orders', Package, '/creator/orders'),
    item('tagged', AtSign, '/creator/tagged'),
    item('subscribers', Users, '/creator/subscribers'),
    item('offer', BadgePercent, '/creator/subscriptions-offer'),
    item('earnings', ChartNoAxesColumn, '/creator/earnings'),
    item('payouts', Landmark, '/creator/payouts'),
    item('account', Settings, '/creator/account'),
  ]
  return (
    <StudioFrame
      brand={<Brand name={t('shell.studio')} to="/creator" />}
      title={title}
      nav={nav}
      bottom={[
        { icon: House, label: t('shell.home'), to: '/home' },
        nav[0]!,
        { icon: Plus, label: t('shell.create'), to: '/creator/publish', current: place === 'publish' },
        nav[1]!,
        ...nav.filter(({ to }) => to === '/creator/earnings'),
      ]}
      lead={
        place === 'publish' || hasAct ? undefined : (
          <Button to="/creator/publish" size="wide" icon={<Plus />}>
            {t('shell.studio.publish')}
          </Button>
        )
      }
      actions={<AccountMenu />}
      banner={<SiteBanner />}
      footing={<Footing />}
      foot={
        <RailFoot
          show="words"
          me={{ name: me.name, note: t('shell.backToFront'), avatar: me.avatar ?? null, to: `/${me.username}` }}
          menu={
            <IconButton label={t('shell.backToFront')} to={`/${me.username}`}>
              <SquareArrowOutUpRight />
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
