import { Bookmark, Compass, House, LockOpen, LogIn, MessageCircle, PlusSquare, UserRound, Wallet } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import { useTranslation } from '#web/app/say.ts'
import { useMe } from '#web/app/session.tsx'
import { AccountMenu } from '#web/app/shell/AccountMenu.tsx'
import { Footing } from '#web/app/shell/Footing.tsx'
import { SiteBrand } from '#web/app/shell/SiteBrand.tsx'
import { ThemeToggle } from '#web/app/shell/ThemeToggle.tsx'
import { Button } from '#web/ui/Button.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Frame } from '#web/ui/layout/Frame.tsx'
import type { NavItem } from '#web/ui/layout/nav.ts'
import { RailFoot } from '#web/ui/layout/RailFoot.tsx'
import { TopBar, type TopBarProps } from '#web/ui/layout/TopBar.tsx'
import { type Above, WayUp } from '#web/ui/layout/WayUp.tsx'
import { WideFrame } from '#web/ui/layout/WideFrame.tsx'
import { lazy } from '#web/ui/network.ts'
import { type Tint, tinted } from '#web/ui/tint.ts'
import { Rolling } from '#web/ui/Rolling.tsx'

// Of members alone: it comes with their menu.
const Bell = lazy(() => import('#web/app/shell/account-entries.tsx').then((file) => ({ default: file.Bell })))
const LaterBell = () => (
  <Suspense>
    <Bell />
  </Suspense>
)

// Of staff alone.
const SiteBanner = lazy(() => import('#web/app/shell/SiteBanner.tsx').then((file) => ({ default: file.SiteBanner })))

type Place = 'home' | 'explore' | 'messages' | 'notifications' | 'unlocked' | 'bookmarks' | 'wallet' | 'me' | 'none'

type MainFrameProps = {
  /** Which item of the rail this page belongs to. */
  place: Place
  /** The phone's top bar; the site's mark when it has nothing better to say. */
  top?: Partial<TopBarProps>
  /** The page above: the arrow of the phone's bar, and a line before the page on wide screens. */
  up?: Above | undefined
  /** A StickyBar takes the bottom bar's place. */
  hideBottomBar?: boolean
  /** The page fills feed and aside (profile, wallet); otherwise `aside` stands at the right. */
  wide?: boolean
  /** The page is as high as the window: nothing stands below it. */
  fills?: boolean
  aside?: ReactNode
  /** The page takes this colour, from its top down (the page of one work, a profile). */
  tint?: Tint | undefined
  children: ReactNode
}

/** The front of the house: rail or bars, oneself, the banner, the page (the layout that the specification calls primary). */
export function MainFrame({ place, top, up, hideBottomBar = false, wide = false, fills = false, aside, tint, children }: MainFrameProps) {
  const me = useMe()
  const nav = useNav(place)
  const news = nav.find(({ icon }) => icon === LaterBell)
  const actions = (
    <>
      {news && (
        <IconButton label={news.label} to={news.to} count={news.count}>
          <LaterBell />
        </IconButton>
      )}
      <ThemeToggle />
    </>
  )
  const frame = {
    brand: <SiteBrand show="auto" />,
    nav,
    bottom: useBottom(place, hideBottomBar),
    top: <TopBar title={<SiteBrand />} back={up?.to} {...(!top?.title && { actions })} {...top} />,
    foot: <Oneself />,
    banner: (me?.roles.includes('staff') || me?.impersonatedBy) && (
      <Suspense>
        <SiteBanner />
      </Suspense>
    ),
    footing: !fills && <Footing note />,
  }
  const page = tint ? (
    <div {...tinted(tint)}>
      <div aria-hidden="true" className="absolute inset-x-0 top-0 -z-10 h-[900px] bg-linear-to-b from-t-ground to-bg" />
      {up && <WayUp {...up} />}
      {children}
    </div>
  ) : (
    <>
      {up && <WayUp {...up} />}
      {children}
    </>
  )
  if (wide) return <WideFrame {...frame}>{page}</WideFrame>
  return (
    <Frame {...frame} aside={aside}>
      {page}
    </Frame>
  )
}

function useNav(place: Place): NavItem[] {
  const { t } = useTranslation()
  const me = useMe()
  const items: (NavItem & { place: Place })[] = [
    { place: 'home', icon: House, label: t('shell.home'), to: '/home' },
    { place: 'explore', icon: Compass, label: t('shell.explore'), to: '/explore' },
    ...(me
      ? ([
          { place: 'messages', icon: MessageCircle, label: t('shell.messages'), to: '/messages', count: me.unread.messages },
          {
            place: 'notifications',
            icon: LaterBell,
            label: t('shell.notifications'),
            to: '/notifications',
            count: me.unread.notifications,
          },
          { place: 'unlocked', icon: LockOpen, label: t('shell.unlocked'), to: '/unlocked' },
          { place: 'bookmarks', icon: Bookmark, label: t('shell.bookmarks'), to: '/bookmarks' },
          { place: 'wallet', icon: Wallet, label: t('shell.wallet'), to: '/wallet' },
        ] as const)
      : []),
  ]
  return items.map(({ place: own, ...item }) => ({ ...item, current: own === place }))
}

/** Five on a phone; for visitors the way in stands where they would find themselves. */
function useBottom(place: Place, hidden: boolean): NavItem[] | null {
  const { t } = useTranslation()
  const me = useMe()
  if (hidden) return null
  const items: (NavItem & { place: Place })[] = [
    { place: 'home', icon: House, label: t('shell.home'), to: '/home' },
    { place: 'explore', icon: Compass, label: t('shell.explore'), to: '/explore' },
    ...(me
      ? [
          me.isPerformer
            ? { place: 'none' as const, icon: PlusSquare, label: t('shell.create'), to: '/creator/publish' }
            : { place: 'unlocked' as const, icon: LockOpen, label: t('shell.unlocked'), to: '/unlocked' },
          { place: 'messages' as const, icon: MessageCircle, label: t('shell.messages'), to: '/messages', count: me.unread.messages },
          { place: 'me' as const, icon: UserRound, label: t('shell.me'), to: '/me' },
        ]
      : [{ place: 'me' as const, icon: LogIn, label: t('shell.signIn'), to: '/auth/login' }]),
  ]
  return items.map(({ place: own, ...item }) => ({ ...item, current: own === place && own !== 'none' }))
}

function Oneself() {
  const { t } = useTranslation()
  const me = useMe()
  if (!me) {
    return (
      <div className="grid gap-2 max-xl:hidden">
        <div className="flex items-center gap-2 ps-3">
          <p className="flex-1 text-13 text-muted">{t('shell.signInLead')}</p>
          <ThemeToggle />
        </div>
        {/* Blue is what the page itself is for: a ticket, a lock. */}
        <Button to="/auth/register" rank="second" size="wide">
          {t('shell.register')}
        </Button>
        <Button to="/auth/login" rank="text" size="md">
          {t('shell.signIn')}
        </Button>
      </div>
    )
  }
  return (
    <RailFoot
      balance={{ label: t('shell.balance'), value: <Rolling value={me.balance} />, to: '/wallet' }}
      me={{ name: me.name, note: `@${me.username}`, avatar: me.avatar ?? null, to: me.isPerformer ? `/${me.username}` : '/me' }}
      menu={<AccountMenu />}
    />
  )
}
