import { Gift, MessageCircle, Check } from 'lucide-react'
import { useState } from 'react'
import type { Say } from '#web/dev/Section.tsx'
import { arches, blur, curtain, leaf, moon, sea } from '#web/dev/pictures.ts'
import { shell } from '#web/dev/screens/shell.tsx'
import { Button } from '#web/ui/Button.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { LinkTabs } from '#web/ui/LinkTabs.tsx'
import { Menu } from '#web/ui/Menu.tsx'
import { NextShow } from '#web/ui/NextShow.tsx'
import { ProfileHeader } from '#web/ui/ProfileHeader.tsx'
import { RadioCards } from '#web/ui/RadioCards.tsx'
import { StickyBar } from '#web/ui/StickyBar.tsx'
import { TileGrid } from '#web/ui/TileGrid.tsx'
import { TopBar } from '#web/ui/layout/TopBar.tsx'
import { WideFrame } from '#web/ui/layout/WideFrame.tsx'

export function Profile({ say }: { say: Say }) {
  const [plan, setPlan] = useState('month')
  const name = say('紙上劇場', 'Paper Theatre')
  return (
    <WideFrame
      {...shell(say, 'profile')}
      bottom={null}
      top={
        <TopBar
          back="?show=home"
          title={name}
          actions={<Menu entries={[{ label: say('檢舉', 'Report'), danger: true, onChoose: () => {} }]} />}
        />
      }
    >
      <ProfileHeader
        name={name}
        handle="papertheatre"
        verified
        avatar={leaf('#f3ecd8', '#2f8a91')}
        cover={sea(1900, 560)}
        bio={
          <p>
            {say(
              '用紙、光和一張桌子演戲。每個月一齣短劇，排練過程也放在這裡。訂閱的人會先收到劇本。',
              'Plays made of paper, light and one table. A short one each month, rehearsals included. Subscribers read the script first.',
            )}
          </p>
        }
        stats={[
          { value: '286', label: say('件作品', 'works') },
          { value: say('1.2萬', '12K'), label: say('人追蹤', 'followers') },
        ]}
        note={say('每週三、六直播', 'Live on Wednesdays and Saturdays')}
        actions={
          <>
            <Button rank="second">{say('追蹤', 'Follow')}</Button>
            <IconButton look="line" label={say('傳訊息', 'Message')}>
              <MessageCircle />
            </IconButton>
            <IconButton look="line" label={say('打賞', 'Tip')}>
              <Gift />
            </IconButton>
          </>
        }
        offer={
          <div className="grid gap-4">
            <h2 className="text-16">{say('訂閱紙上劇場', 'Subscribe to Paper Theatre')}</h2>
            <RadioCards
              label={say('訂閱方案', 'Plans')}
              value={plan}
              onChange={setPlan}
              cards={[
                { value: 'month', label: say('按月', 'Monthly'), amount: say('NT$130／月', 'NT$130 a month') },
                {
                  value: 'year',
                  label: say('按年', 'Yearly'),
                  gain: say('省NT$312', 'Save NT$312'),
                  amount: 'NT$1,248',
                  amountNote: say('平均每月NT$104', 'NT$104 a month'),
                },
              ]}
            />
            <Button size="wide">
              {plan === 'month'
                ? say('訂閱，NT$130／月', 'Subscribe, NT$130 a month')
                : say('訂閱，NT$1,248／年', 'Subscribe, NT$1,248 a year')}
            </Button>
            <ul className="grid gap-2 text-14 text-muted">
              {[
                say('214件訂閱限定作品', '214 works for subscribers'),
                say('每月劇本搶先讀', 'Each script first'),
                say('隨時可以取消，看到期滿為止', 'Cancel any time, watch until the end'),
              ].map((line) => (
                <li key={line} className="flex items-center gap-2.5">
                  <Check className="size-4" />
                  {line}
                </li>
              ))}
            </ul>
          </div>
        }
      >
        <NextShow
          title={say('下一場：第二幕燈光排練', 'Next: lighting the second act')}
          note={say('今晚21:30，412人想看', 'Tonight 21:30, 412 interested')}
          action={
            <Button rank="text" size="sm">
              {say('提醒我', 'Remind me')}
            </Button>
          }
        />
      </ProfileHeader>
      <LinkTabs
        className="mt-2 mb-0 md:mt-6 md:mb-4"
        label={say('作品種類', 'Kinds of work')}
        tabs={[
          { label: say('貼文', 'Posts'), to: '?show=profile', count: 286, current: true },
          { label: say('照片', 'Photos'), to: '?show=profile', count: '1,024' },
          { label: say('影片', 'Videos'), to: '?show=profile', count: 58 },
          { label: say('商店', 'Shop'), to: '?show=profile', count: 12 },
        ]}
      />
      <TileGrid
        label={say('作品', 'Works')}
        tiles={[
          { id: '1', to: '?', label: say('潮間帶', 'Between Tides'), kind: 'photos', picture: sea(800, 1000) },
          { id: '2', to: '?', label: say('拱門', 'Arches'), kind: 'video', picture: arches() },
          {
            id: '3',
            to: '?',
            label: say('訂閱限定', 'For subscribers'),
            picture: blur('#6b7d4f', '#14301f', '#0a1a10'),
            locked: say('訂閱', 'Subscribe'),
          },
          { id: '4', to: '?', label: say('月亮', 'Moon'), picture: moon() },
          {
            id: '5',
            to: '?',
            label: say('零點之後', 'After Midnight'),
            picture: blur('#a8728a', '#6b3a56', '#2a1220'),
            locked: say('120代幣', '120 tokens'),
          },
          { id: '6', to: '?', label: say('謝幕', 'Curtain'), picture: curtain() },
        ]}
      />
      <StickyBar
        amount={say('NT$130／月', 'NT$130/mo')}
        note={say('隨時可以取消', 'Cancel any time')}
        action={<Button>{say('訂閱', 'Subscribe')}</Button>}
      />
    </WideFrame>
  )
}
