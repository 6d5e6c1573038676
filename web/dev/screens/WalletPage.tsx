import { Gift, Plus, Clock, LockOpen } from 'lucide-react'
import { useState } from 'react'
import type { Say } from '#web/dev/Section.tsx'
import { blur } from '#web/dev/pictures.ts'
import { shell } from '#web/dev/screens/shell.tsx'
import { BigFigure } from '#web/ui/BigFigure.tsx'
import { Brand } from '#web/ui/Brand.tsx'
import { Button } from '#web/ui/Button.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { LedgerDay } from '#web/ui/LedgerDay.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { Pills } from '#web/ui/Pills.tsx'
import { RadioCards } from '#web/ui/RadioCards.tsx'
import { Columns } from '#web/ui/layout/Columns.tsx'
import { PageTitle } from '#web/ui/layout/PageTitle.tsx'
import { TopBar } from '#web/ui/layout/TopBar.tsx'
import { WideFrame } from '#web/ui/layout/WideFrame.tsx'

export function WalletPage({ say }: { say: Say }) {
  const [pack, setPack] = useState('1000')
  return (
    <WideFrame
      {...shell(say, 'wallet')}
      top={
        <TopBar
          title={<Brand name={say('錢包', 'Wallet')} />}
          actions={
            <IconButton label={say('紀錄', 'History')}>
              <Clock />
            </IconButton>
          }
        />
      }
    >
      <PageTitle>{say('錢包', 'Wallet')}</PageTitle>
      <Columns
        lead={
          <div className="max-md:bg-surface max-md:px-4 max-md:py-4">
            <BigFigure
              label={say('目前餘額', 'Balance')}
              value="1,160"
              unit={say('代幣', 'tokens')}
              note={say('11月用了370代幣，儲值1,000代幣', 'November: 370 tokens spent, 1,000 added')}
            />
          </div>
        }
        sideFirst
        side={
          <Panel title={say('儲值代幣', 'Top up')}>
            <RadioCards
              label={say('儲值代幣', 'Top up')}
              value={pack}
              onChange={setPack}
              cards={[
                { value: '300', label: say('300代幣', '300 tokens'), amount: 'NT$300' },
                { value: '1000', label: say('1,000代幣', '1,000 tokens'), gain: say('省NT$20', 'Save NT$20'), amount: 'NT$980' },
              ]}
            />
            <Button size="wide" className="mt-4">
              {say('儲值NT$980', 'Top up NT$980')}
            </Button>
          </Panel>
        }
      >
        <Pills
          label={say('篩選', 'Filter')}
          pills={[
            { label: say('全部', 'All'), to: '?show=wallet', current: true },
            { label: say('儲值', 'Top-ups'), to: '?show=wallet' },
            { label: say('打賞', 'Tips'), to: '?show=wallet' },
          ]}
        />
        <LedgerDay
          title={say('今天', 'Today')}
          date={say('11月21日 星期六', 'Saturday, Nov 21')}
          lines={[
            {
              id: '1',
              icon: LockOpen,
              picture: { url: blur(), isBlurred: true },
              text: say('解鎖夜航電臺的《零點之後》', 'Unlocked After Midnight by Night Radio'),
              note: '21:08',
              amount: -120,
              after: 1160,
            },
            {
              id: '2',
              icon: Gift,
              text: say('在林暮的直播打賞，留言「安可」', 'Tipped Lin Mu during the show: “encore”'),
              note: '20:41',
              amount: -50,
              after: 1280,
            },
            {
              id: '3',
              icon: Plus,
              text: say('儲值1,000代幣，信用卡付款NT$980', 'Topped up 1,000 tokens by card, NT$980'),
              note: '20:30',
              amount: 1000,
              after: 1330,
            },
          ]}
        />
      </Columns>
    </WideFrame>
  )
}
