import {
  Banknote,
  Bell,
  ChartColumn,
  Compass,
  Gift,
  House,
  LayoutDashboard,
  Library,
  LockOpen,
  MessageCircle,
  Plus,
  Radio,
  Search,
  Settings,
  User,
  Users,
  Wallet,
  Check,
  ChevronRight,
  CircleAlert,
  Clock,
} from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { MoneyChart, WorksTable } from '#web/dev/Figures.tsx'
import { arches, blur, curtain, leaf, moon, sea } from '#web/dev/pictures.ts'
import { LockedWork, OpenWork } from '#web/dev/Works.tsx'
import { Avatar } from '#web/ui/Avatar.tsx'
import { BigFigure } from '#web/ui/BigFigure.tsx'
import { Brand } from '#web/ui/Brand.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { ErrorScreen } from '#web/ui/ErrorScreen.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { BlankFrame } from '#web/ui/layout/BlankFrame.tsx'
import { Columns } from '#web/ui/layout/Columns.tsx'
import { Frame, type FrameProps } from '#web/ui/layout/Frame.tsx'
import type { NavItem } from '#web/ui/layout/nav.ts'
import { PageTitle } from '#web/ui/layout/PageTitle.tsx'
import { RailFoot } from '#web/ui/layout/RailFoot.tsx'
import { SplitFrame } from '#web/ui/layout/SplitFrame.tsx'
import { StudioFrame } from '#web/ui/layout/StudioFrame.tsx'
import { TopBar } from '#web/ui/layout/TopBar.tsx'
import { WideFrame } from '#web/ui/layout/WideFrame.tsx'
import { LedgerDay } from '#web/ui/LedgerDay.tsx'
import { LinkTabs } from '#web/ui/LinkTabs.tsx'
import { Menu } from '#web/ui/Menu.tsx'
import { Money } from '#web/ui/Money.tsx'
import { Name } from '#web/ui/Name.tsx'
import { NextShow } from '#web/ui/NextShow.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { PasswordField } from '#web/ui/PasswordField.tsx'
import { Pills } from '#web/ui/Pills.tsx'
import { ProfileHeader } from '#web/ui/ProfileHeader.tsx'
import { RadioCards } from '#web/ui/RadioCards.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { ClosedCurtain } from '#web/ui/scenes/ClosedCurtain.tsx'
import { GhostLight } from '#web/ui/scenes/GhostLight.tsx'
import { StageDoor } from '#web/ui/scenes/StageDoor.tsx'
import { StickyBar } from '#web/ui/StickyBar.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { TileGrid } from '#web/ui/TileGrid.tsx'

type Say = (zh: string, en: string) => string

/** The frames with something in them: ?show=home, profile, wallet, studio, sign-in, age, curtain, maintenance, 404, 403, 500, unlock. */
export const screens: Record<string, (props: { say: Say }) => ReactNode> = {
  home: Home,
  unlock: ({ say }) => <Home say={say} sheet />,
  profile: Profile,
  wallet: WalletPage,
  studio: Studio,
  office: ({ say }) => <Studio say={say} office />,
  'sign-in': SignIn,
  age: Age,
  curtain: Curtain,
  maintenance: Maintenance,
  '404': ({ say }) => <Wrong say={say} status={404} />,
  '403': ({ say }) => <Wrong say={say} status={403} />,
  '500': ({ say }) => <Wrong say={say} status={500} />,
}

function shell(say: Say, current: string): Pick<FrameProps, 'brand' | 'nav' | 'bottom' | 'foot'> {
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

function Home({ say, sheet = false }: { say: Say; sheet?: boolean }) {
  const people: [string, string, string][] = [
    [say('墨色工房', 'Ink Works'), say('你追蹤的紙上劇場常和他合作', 'Works with Paper Theatre, whom you follow'), leaf()],
    [say('三號追光', 'Follow Spot Three'), say('每週四、週日直播', 'Live on Thursdays and Sundays'), arches()],
    [say('霧川', 'Mistral'), say('3 位你追蹤的人也在看', 'Three people you follow watch this'), moon()],
  ]
  return (
    <Frame
      {...shell(say, 'home')}
      top={
        <TopBar
          title={<Brand name="Stagedoor" />}
          actions={
            <>
              <IconButton label={say('搜尋', 'Search')}>
                <Search />
              </IconButton>
              <IconButton label={say('通知', 'Notifications')}>
                <Bell />
              </IconButton>
            </>
          }
        />
      }
      aside={
        <>
          <SearchField label={say('找創作者、作品、標籤', 'Find creators, works, tags')} />
          <section>
            <h2 className="flex min-h-11 items-center text-16">{say('你可能會喜歡', 'You may like')}</h2>
            <ul className="grid gap-4">
              {people.map(([name, why, picture]) => (
                <li key={name} className="flex items-center gap-3">
                  <Avatar name={name} src={picture} to="?" />
                  <span className="min-w-0 flex-1">
                    <Name size={15} verified to="?">
                      {name}
                    </Name>
                    <span className="block truncate text-13 text-muted">{why}</span>
                  </span>
                  <Button rank="second" size="sm">
                    {say('追蹤', 'Follow')}
                  </Button>
                </li>
              ))}
            </ul>
          </section>
          <p className="flex flex-wrap gap-x-3 text-13 leading-[1.9] text-muted">
            <a href="#terms">{say('服務條款', 'Terms')}</a>
            <a href="#privacy">{say('隱私', 'Privacy')}</a>
            <a href="#report">{say('檢舉與下架', 'Report')}</a>
            <span className="w-full">{say('Stagedoor 僅供年滿 18 歲者使用', 'Stagedoor is for adults only')}</span>
          </p>
        </>
      }
    >
      <h1 className="sr-only">{say('首頁', 'Home')}</h1>
      <LinkTabs
        className="mb-2 md:mb-4"
        label={say('動態', 'Feed')}
        tabs={[
          { label: say('追蹤中', 'Following'), to: '?show=home', current: true },
          { label: say('為你挑選', 'For you'), to: '?show=home' },
          { label: say('訂閱限定', 'Subscribed'), to: '?show=home' },
        ]}
      />
      <div className="grid gap-2 md:gap-4">
        {sheet ? <LockedWork say={say} open /> : <OpenWork say={say} />}
        {sheet ? <OpenWork say={say} /> : <LockedWork say={say} />}
      </div>
    </Frame>
  )
}

function Profile({ say }: { say: Say }) {
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
          { value: say('1.2 萬', '12K'), label: say('人追蹤', 'followers') },
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
                  gain: say('省 NT$312', 'Save NT$312'),
                  amount: 'NT$1,248',
                  amountNote: say('平均每月 NT$104', 'NT$104 a month'),
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
                say('214 件訂閱限定作品', '214 works for subscribers'),
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
          note={say('今晚 21:30，412 人想看', 'Tonight 21:30, 412 interested')}
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
            locked: say('120 代幣', '120 tokens'),
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

function WalletPage({ say }: { say: Say }) {
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
              note={say('11 月用了 370 代幣，儲值 1,000 代幣', 'November: 370 tokens spent, 1,000 added')}
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
                { value: '300', label: say('300 代幣', '300 tokens'), amount: 'NT$300' },
                { value: '1000', label: say('1,000 代幣', '1,000 tokens'), gain: say('省 NT$20', 'Save NT$20'), amount: 'NT$980' },
              ]}
            />
            <Button size="wide" className="mt-4">
              {say('儲值 NT$980', 'Top up NT$980')}
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
          date={say('11 月 21 日 星期六', 'Saturday, Nov 21')}
          lines={[
            {
              id: '1',
              picture: blur(),
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
              text: say('儲值 1,000 代幣，信用卡付款 NT$980', 'Topped up 1,000 tokens by card, NT$980'),
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

function Studio({ say, office = false }: { say: Say; office?: boolean }) {
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
      say('補 1 位出鏡者的同意書', 'One consent form is missing'),
      say('《謝幕之後》補齊才會公開', 'After the Curtain waits for it'),
    ],
    [
      <MessageCircle key="i" className="text-muted" />,
      say('回覆 5 則訊息', 'Answer 5 messages'),
      say('最久的等了 4 小時', 'The oldest is 4 hours old'),
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
      <PageTitle aside={<span className="num max-md:hidden">{say('11 月 21 日 星期六 21:16', 'Saturday, Nov 21, 21:16')}</span>}>
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
            <div className="border-line max-md:border-t md:border-l">
              <BigFigure
                size={24}
                label={say('本月累計', 'This month')}
                value={<Money value={148230} currency="TWD" />}
                note={say('可提領 NT$96,400', 'NT$96,400 to withdraw')}
              />
            </div>
            <div className="border-l border-line max-md:border-t">
              <BigFigure size={24} label={say('訂閱者', 'Subscribers')} value="1,284" note={say('今天 +11，離開 2', '+11 today, 2 left')} />
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

function SignIn({ say }: { say: Say }) {
  return (
    <SplitFrame
      brand={<Brand name="Stagedoor" />}
      picture={<img src={curtain()} alt="" />}
      title={say('歡迎回來', 'Welcome back')}
      lead={say('登入後，從上次離開的地方繼續。', 'Sign in and go on where you left.')}
      foot={
        <>
          <a href="#terms">{say('服務條款', 'Terms')}</a>
          <a href="#privacy">{say('隱私', 'Privacy')}</a>
          <a href="#lang">{say('English', '中文')}</a>
        </>
      }
    >
      <form className="grid gap-4" onSubmit={(event) => event.preventDefault()}>
        <TextField label={say('電子信箱', 'Email')} type="email" autoComplete="email" defaultValue="xiaoman@example.com" />
        <PasswordField
          label={say('密碼', 'Password')}
          autoComplete="current-password"
          defaultValue="correct horse"
          aside={<a href="#forgot">{say('忘記密碼', 'Forgot it')}</a>}
        />
        <Button size="wide" type="submit">
          {say('登入', 'Sign in')}
        </Button>
        <p className="text-center text-14 text-muted">
          {say('第一次來？', 'First time here? ')}
          <a className="font-semibold text-link" href="#register">
            {say('建立帳號', 'Create an account')}
          </a>
        </p>
      </form>
    </SplitFrame>
  )
}

function Age({ say }: { say: Say }) {
  return (
    <BlankFrame
      brand={<Brand name="Stagedoor" />}
      scene={<StageDoor />}
      title={say('門後是成人的舞臺', 'Behind this door is a stage for adults')}
      lead={say(
        '這裡的內容只給年滿 18 歲的人看，進場前請先確認年齡。',
        'What is shown here is for people aged 18 and over. Please confirm your age.',
      )}
      stack
      actions={
        <>
          <Button size="wide">{say('我已年滿 18 歲，進場', 'I am 18 or older, enter')}</Button>
          <Button rank="text">{say('未滿 18 歲，離開', 'I am younger, leave')}</Button>
        </>
      }
      foot={<a href="#why">{say('為什麼要問', 'Why we ask')}</a>}
    />
  )
}

function Curtain({ say }: { say: Say }) {
  return (
    <BlankFrame
      brand={<Brand name="Stagedoor" />}
      scene={<ClosedCurtain />}
      title={say('這裡還沒有開演', 'Not playing here')}
      lead={say('我們目前不在你所在的地區提供服務。', 'We do not offer our service where you are.')}
      actions={<Button rank="second">{say('聯絡我們', 'Contact us')}</Button>}
    />
  )
}

function Maintenance({ say }: { say: Say }) {
  return (
    <BlankFrame
      brand={<Brand name="Stagedoor" />}
      scene={<GhostLight />}
      title={say('舞臺正在整理，留了一盞燈', 'The stage is being set, one light is on')}
      lead={say(
        '預計今晚 23:30 重新開放。餘額、訂閱和訊息都好好的。',
        'We expect to open again at 23:30. Balances, subscriptions and messages are safe.',
      )}
      actions={<Button rank="second">{say('重新整理', 'Try again')}</Button>}
    />
  )
}

function Wrong({ say, status }: { say: Say; status: 403 | 404 | 500 }) {
  const said = {
    403: [
      say('這扇門不是給這個帳號的', 'This door is not for this account'),
      say('換個帳號登入，或回到首頁。', 'Sign in with another account, or go home.'),
    ],
    404: [
      say('燈打好了，人不在這裡', 'The light is on, nobody is here'),
      say('這一頁可能搬走、下架，或是網址少了幾個字。', 'This page may have moved, been taken down, or lost a few letters.'),
    ],
    500: [
      say('後臺出了點狀況', 'Something went wrong backstage'),
      say('我們已經收到通知。剛剛的動作可能沒有完成。', 'We have been told. What you just did may not have gone through.'),
    ],
  }[status]
  return (
    <ErrorScreen
      brand={<Brand name="Stagedoor" />}
      status={status}
      title={said[0]}
      lead={said[1]}
      actions={
        <>
          <Button to="?show=home">{say('回首頁', 'Go home')}</Button>
          <Button rank="second">{say('找創作者', 'Find creators')}</Button>
        </>
      }
      foot={<a href="#report">{say('回報問題', 'Report it')}</a>}
    />
  )
}
