import {
  Banknote,
  ChartColumn,
  LayoutDashboard,
  Library,
  MessageCircle,
  Plus,
  Settings,
  Users,
  ChevronRight,
  CircleAlert,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { MoneyChart, WorksTable } from '#web/dev/Figures.tsx'
import type { Say } from '#web/dev/Section.tsx'
import { leaf } from '#web/dev/pictures.ts'
import { BigFigure } from '#web/ui/BigFigure.tsx'
import { Brand } from '#web/ui/Brand.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Money } from '#web/ui/Money.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { Columns } from '#web/ui/layout/Columns.tsx'
import { PageTitle } from '#web/ui/layout/PageTitle.tsx'
import { RailFoot } from '#web/ui/layout/RailFoot.tsx'
import { StudioFrame } from '#web/ui/layout/StudioFrame.tsx'
import type { NavItem } from '#web/ui/layout/nav.ts'

export function Studio({ say, office = false }: { say: Say; office?: boolean }) {
  const item = (icon: NavItem['icon'], label: string, count?: number): NavItem => ({
    icon,
    label,
    to: '?show=studio',
    count,
    current: icon === LayoutDashboard,
  })
  const nav = [
    item(LayoutDashboard, say('總覽', 'Overview')),
    item(Library, say('作品', 'Works')),
    item(MessageCircle, say('訊息', 'Messages'), 5),
    item(Users, say('訂閱者', 'Subscribers')),
    item(ChartColumn, say('收益', 'Earnings')),
    item(Banknote, say('提領', 'Payouts')),
    item(Settings, say('設定', 'Settings')),
  ]
  const todo: [ReactNode, string, string][] = [
    [
      <CircleAlert key="i" className="text-onair" />,
      say('補1位出鏡者的同意書', 'One consent form is missing'),
      say('《謝幕之後》補齊才會公開', 'After the Curtain waits for it'),
    ],
    [
      <MessageCircle key="i" className="text-muted" />,
      say('回覆5則訊息', 'Answer 5 messages'),
      say('最久的等了4小時', 'The oldest is 4 hours old'),
    ],
  ]
  return (
    <StudioFrame
      brand={<Brand name={office ? say('管理室', 'Office') : say('創作室', 'Studio')} />}
      nav={nav}
      bottom={
        office
          ? undefined
          : [...nav.slice(0, 2), { icon: Plus, label: say('發表', 'Publish'), to: '?show=studio' }, nav[2], nav[4]].flatMap(
              (one) => one ?? [],
            )
      }
      lead={
        <Button size="wide" icon={<Plus />} to="?show=studio">
          {say('發表作品', 'Publish')}
        </Button>
      }
      foot={
        <RailFoot
          show="words"
          me={{
            name: say('紙上劇場', 'Paper Theatre'),
            note: say('回到前臺', 'Back to the house'),
            avatar: leaf('#f3ecd8', '#2f8a91'),
            to: '?show=home',
          }}
        />
      }
    >
      <PageTitle aside={<span className="num max-md:hidden">{say('11月21日 星期六21:16', 'Saturday, Nov 21, 21:16')}</span>}>
        {say('晚安，紙上劇場', 'Good evening, Paper Theatre')}
      </PageTitle>
      <div className="grid gap-2 md:gap-4">
        <Card>
          <div className="grid grid-cols-2 md:grid-cols-[1.5fr_1fr_1fr] [&>*]:p-4 md:[&>*]:p-5">
            <div className="max-md:col-span-2">
              <BigFigure
                size={40}
                label={say('今天的收入', 'Earned today')}
                value={<Money value={8420} currency="TWD" />}
                note={
                  <>
                    <Money value={1440} currency="TWD" signed tone className="font-semibold" />
                    {'　'}
                    <span className="whitespace-nowrap">
                      {say('昨天此時', 'Yesterday by now')} <Money value={6980} currency="TWD" />
                    </span>
                  </>
                }
              />
            </div>
            <div className="border-line max-md:border-t md:border-s">
              <BigFigure
                size={24}
                label={say('本月累計', 'This month')}
                value={<Money value={148230} currency="TWD" />}
                note={say('可提領NT$96,400', 'NT$96,400 to withdraw')}
              />
            </div>
            <div className="border-s border-line max-md:border-t">
              <BigFigure size={24} label={say('訂閱者', 'Subscribers')} value="1,284" note={say('今天 +11，離開2', '+11 today, 2 left')} />
            </div>
          </div>
        </Card>
        <Columns
          side={
            <Panel title={say('今天要處理', 'To do today')}>
              <ul>
                {todo.map(([icon, title, note]) => (
                  <li key={title} className="flex min-h-16 items-center gap-3 border-t border-line first:border-t-0">
                    {icon}
                    <span className="min-w-0 flex-1">
                      <span className="block truncate text-14 font-semibold">{title}</span>
                      <span className="num block truncate text-13 text-muted">{note}</span>
                    </span>
                    <ChevronRight className="size-[18px] text-muted" />
                  </li>
                ))}
              </ul>
            </Panel>
          }
        >
          <MoneyChart say={say} />
        </Columns>
        <WorksTable say={say} />
      </div>
    </StudioFrame>
  )
}
