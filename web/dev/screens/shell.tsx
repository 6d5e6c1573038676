import { Bell, Compass, House, LockOpen, MessageCircle, Radio, Settings, User, Wallet } from 'lucide-react'
import type { Say } from '#web/dev/Section.tsx'
import { leaf } from '#web/dev/pictures.ts'
import { Brand } from '#web/ui/Brand.tsx'
import { Menu } from '#web/ui/Menu.tsx'
import type { FrameProps } from '#web/ui/layout/Frame.tsx'
import { RailFoot } from '#web/ui/layout/RailFoot.tsx'
import type { NavItem } from '#web/ui/layout/nav.ts'

/** The rail and the bars that the front screens share. */
export function shell(say: Say, current: string): Pick<FrameProps, 'brand' | 'nav' | 'bottom' | 'foot'> {
  const item = (icon: NavItem['icon'], label: string, key: string, count?: number): NavItem => ({
    icon,
    label,
    to: `?show=${key}`,
    count,
    current: key === current,
  })
  return {
    brand: <Brand name="Stagedoor" show="auto" />,
    nav: [
      item(House, say('首頁', 'Home'), 'home'),
      item(Compass, say('探索', 'Explore'), 'profile'),
      item(Radio, say('直播', 'Live'), 'live'),
      item(MessageCircle, say('訊息', 'Messages'), 'messages', 3),
      item(Bell, say('通知', 'Notifications'), 'notifications'),
      item(LockOpen, say('已解鎖', 'Unlocked'), 'unlocked'),
      item(Wallet, say('錢包', 'Wallet'), 'wallet'),
    ],
    bottom: [
      item(House, say('首頁', 'Home'), 'home'),
      item(Compass, say('探索', 'Explore'), 'profile'),
      item(Wallet, say('錢包', 'Wallet'), 'wallet'),
      item(MessageCircle, say('訊息', 'Messages'), 'messages', 3),
      item(User, say('我', 'Me'), 'me'),
    ],
    foot: (
      <RailFoot
        balance={{ label: say('代幣餘額', 'Tokens'), value: '1,280', to: '?show=wallet' }}
        me={{ name: say('小滿', 'Xiaoman'), note: '@xiaoman', avatar: leaf('#6d3350', '#e8b2bb'), to: '?' }}
        menu={<Menu entries={[{ label: say('設定', 'Settings'), icon: Settings, to: '?' }]} />}
      />
    ),
  }
}
