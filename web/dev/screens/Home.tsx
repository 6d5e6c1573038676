import { Bell, Search } from 'lucide-react'
import type { Say } from '#web/dev/Section.tsx'
import { LockedWork, OpenWork } from '#web/dev/Works.tsx'
import { arches, leaf, moon } from '#web/dev/pictures.ts'
import { shell } from '#web/dev/screens/shell.tsx'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Brand } from '#web/ui/Brand.tsx'
import { Button } from '#web/ui/Button.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { LinkTabs } from '#web/ui/LinkTabs.tsx'
import { Name } from '#web/ui/Name.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { Frame } from '#web/ui/layout/Frame.tsx'
import { TopBar } from '#web/ui/layout/TopBar.tsx'

export function Home({ say, sheet = false }: { say: Say; sheet?: boolean }) {
  const people: [string, string, string][] = [
    [say('墨色工房', 'Ink Works'), say('你追蹤的紙上劇場常和他合作', 'Works with Paper Theatre, whom you follow'), leaf()],
    [say('三號追光', 'Follow Spot Three'), say('每週四、週日直播', 'Live on Thursdays and Sundays'), arches()],
    [say('霧川', 'Mistral'), say('3位你追蹤的人也在看', 'Three people you follow watch this'), moon()],
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
            <span className="w-full">{say('Stagedoor僅供年滿18歲者使用', 'Stagedoor is for adults only')}</span>
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
