import { Eye, Flag, Link2 } from 'lucide-react'
import { useState } from 'react'
import { arches, blur, leaf, moon, sea } from '#web/dev/pictures.ts'
import { Row, Section, type Say } from '#web/dev/Section.tsx'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { CoverGridWaiting } from '#web/ui/CoverGridWaiting.tsx'
import { CoverGrid, CoverTile } from '#web/ui/CoverTile.tsx'
import { Curtain } from '#web/ui/Curtain.tsx'
import { LiveBadge } from '#web/ui/LiveBadge.tsx'
import { LockedMedia } from '#web/ui/LockedMedia.tsx'
import { LockedThumb } from '#web/ui/LockedThumb.tsx'
import { MediaChip } from '#web/ui/MediaChip.tsx'
import { MediaFrame } from '#web/ui/MediaFrame.tsx'
import { Menu } from '#web/ui/Menu.tsx'
import { Name } from '#web/ui/Name.tsx'
import { PollList } from '#web/ui/PollList.tsx'
import { RefusedState } from '#web/ui/RefusedState.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { Sheet } from '#web/ui/Sheet.tsx'
import { Sums } from '#web/ui/Sums.tsx'
import { useToast } from '#web/ui/Toast.tsx'
import { Tokens } from '#web/ui/Tokens.tsx'
import { WorkCard } from '#web/ui/WorkCard.tsx'
import { WorkTitle } from '#web/ui/WorkTitle.tsx'

/** The gallery's own clock stands still, so that pictures of it can be compared. */
export const now = Date.parse('2026-11-21T13:16:00Z')

export function People({ say }: { say: Say }) {
  return (
    <Section title={say('人與標記', 'People and marks')} file="Avatar, Name, LiveBadge, MediaChip">
      <Row>
        <Avatar name="霧川" src={leaf()} size={64} />
        <Avatar name="林暮" size={64} live />
        <Avatar name="小滿" src={leaf('#6d3350', '#e8b2bb')} size={48} online />
        <Avatar name="Momo" />
        <Avatar name="紙上劇場" />
        <Avatar name="阿澈的琴房" />
        <Avatar name="三號追光" src="/nowhere.png" />
        <Name verified>{say('紙上劇場', 'Paper Theatre')}</Name>
        <div className="w-32">
          <Name verified>{say('名字很長很長的創作者工作室', 'A creator whose name is very long')}</Name>
        </div>
        <LiveBadge />
        <MediaChip>
          <Eye /> 1,204
        </MediaChip>
        <MediaChip>1 / 4</MediaChip>
      </Row>
    </Section>
  )
}

/** The feed in its kinds, and the unlock sheet: buy, and the curtain parts where it hung. */
export function Works({ say }: { say: Say }) {
  return (
    <Section title={say('作品', 'Works')} file="WorkCard, MediaFrame, LockedMedia, PollList, Sheet, Sums">
      <div className="grid gap-2 md:max-w-[600px] md:gap-4">
        <OpenWork say={say} />
        <LockedWork say={say} />
        <Poll say={say} />
      </div>
    </Section>
  )
}

export function OpenWork({ say }: { say: Say }) {
  const [liked, setLiked] = useState(true)
  const [saved, setSaved] = useState(false)
  return (
    <WorkCard
      creator={{
        name: say('紙上劇場', 'Paper Theatre'),
        handle: 'papertheatre',
        avatar: leaf('#f3ecd8', '#2f8a91'),
        verified: true,
        to: '?',
      }}
      time={<RelativeTime at={now - 2 * 3_600_000} now={now} />}
      text={say(
        '排了三個月的新戲定名《潮間帶》。這是第一幕的海，用了四十七層宣紙，最薄的那層要對著光才看得見。\n\n第二幕還在排：正午的燈改成傍晚六點，海的顏色要再沉一點。第三幕是一個人的獨白，坐在岸上，背對觀眾，說完才轉過來。\n下週三會放排練紀錄，訂閱的人會先收到劇本。謝謝每一位留言的人，我都看了。',
        'After three months of rehearsal the new play has a name: Between Tides. This is the sea of the first act, forty-seven layers of paper; the thinnest shows only against the light.\n\nThe second act is still being lit: noon became six in the evening, and the sea has to sink a little further.\nRehearsal notes come next Wednesday; subscribers receive the script first.',
      )}
      media={
        <MediaFrame
          priority
          pictures={[
            { id: 'a', url: sea(), width: 1200, height: 900, alt: say('紙做的海和日出', 'A paper sea at sunrise') },
            { id: 'b', url: arches(), width: 800, height: 1000 },
            { id: 'c', url: moon(), width: 800, height: 1000 },
            { id: 'd', url: sea(1400, 900), width: 1400, height: 900 },
          ]}
        />
      }
      menu={
        <Menu
          entries={[
            { label: say('複製網址', 'Copy link'), icon: Link2, onChoose: () => {} },
            { label: say('檢舉', 'Report'), icon: Flag, danger: true, onChoose: () => {} },
          ]}
        />
      }
      likes={{ count: liked ? 1846 : 1845, liked, onToggle: () => setLiked(!liked) }}
      comments={{ count: 92, to: '?' }}
      onTip={() => {}}
      save={{ saved, onToggle: () => setSaved(!saved) }}
    />
  )
}

export function LockedWork({ say, open: openAtFirst = false, refused = false }: { say: Say; open?: boolean; refused?: boolean }) {
  const toast = useToast()
  const [open, setOpen] = useState(openAtFirst)
  const [bought, setBought] = useState(false)
  const [buying, setBuying] = useState(false)
  const preview = blur()
  const unlock = () => {
    setBuying(true)
    setTimeout(() => {
      setBuying(false)
      setOpen(false)
      setBought(true)
      toast.show(say('解鎖完成，餘額1,160代幣', 'Unlocked. Your balance is 1,160 tokens'))
    }, 700)
  }
  return (
    <>
      <WorkCard
        creator={{ name: say('夜航電臺', 'Night Radio'), handle: 'nightradio', verified: true, to: '?' }}
        time={<RelativeTime at={now - 5 * 3_600_000} now={now} />}
        text={say(
          '《零點之後》完整版。一個人、一支麥克風，從午夜錄到天亮，中間有一段沒有剪掉的沉默。',
          'After Midnight, uncut. One person, one microphone, from midnight to dawn, with a silence that nobody edited out.',
        )}
        media={
          bought ? (
            <MediaFrame
              curtain={(waits) => (
                <Curtain preview={preview} what={say('12張照片 · 影片3:40', '12 photos · 3:40 of video')} waits={waits} />
              )}
              pictures={[{ id: 'm', url: moon(), width: 1200, height: 900 }]}
            />
          ) : (
            <LockedMedia
              preview={preview}
              width={1200}
              height={900}
              what={say('12張照片 · 影片3:40', '12 photos · 3:40 of video')}
              action={<Button onClick={() => setOpen(true)}>{say('解鎖120代幣', 'Unlock for 120 tokens')}</Button>}
            />
          )
        }
        likes={{ count: 673, liked: false, onToggle: () => {} }}
        comments={{ count: 41, to: '?' }}
        onTip={() => {}}
        save={{ saved: false, onToggle: () => {} }}
      />
      <Sheet
        open={open}
        onOpenChange={setOpen}
        title={
          <>
            {say('解鎖', 'Unlock ')}
            <WorkTitle>{say('零點之後', 'After Midnight')}</WorkTitle>
            {say('完整版', ', uncut')}
          </>
        }
        picture={<LockedThumb preview={preview} />}
        lead={
          <>
            <p>{say('夜航電臺', 'Night Radio')}</p>
            <p className="mt-2 text-text">{say('12張照片、影片3:40', '12 photos, 3:40 of video')}</p>
            <p>{say('解鎖後永久保留在「已解鎖」', 'Yours for good, under Unlocked')}</p>
          </>
        }
        actions={
          <>
            <Button size="wide" loading={buying} onClick={unlock}>
              {say('解鎖120代幣', 'Unlock for 120 tokens')}
            </Button>
            <p className="text-center text-13 text-muted">
              {say('作品若下架，代幣會全數退回', 'If the work is taken down, all tokens come back')}
            </p>
          </>
        }
      >
        {refused && (
          <RefusedState
            look="inline"
            className="mb-4"
            what={say('這次沒有扣款', 'Nothing was charged')}
            why={say('價格剛剛改成150代幣，請再看一次。', 'The price has just changed to 150 tokens. Please look again.')}
          />
        )}
        <Sums
          lines={[
            { label: say('價格', 'Price'), value: <Tokens value={120} /> },
            { label: say('目前餘額', 'Balance'), value: <Tokens value={1280} /> },
            { label: say('解鎖後餘額', 'Balance afterwards'), value: <Tokens value={1160} />, total: true },
          ]}
        />
      </Sheet>
    </>
  )
}

/** Works by their names, as browse and search show them: open, sold, locked and blurred; and on their way. */
export function Covers({ say }: { say: Say }) {
  return (
    <Section title={say('作品列', 'Works in rows')} file="CoverTile, CoverGridWaiting">
      <CoverGrid label={say('影片', 'Videos')}>
        <li>
          <CoverTile
            to="?"
            title={say('《潮間帶》第一幕：紙船出港', 'Tidelands, act one: the paper boat leaves')}
            picture={sea()}
            chip="3:40"
            note={say('紙上劇場 · 觀看1,204次 · 1天前', 'Paper Theatre · 1,204 views · 1 day ago')}
          />
        </li>
        <li>
          <CoverTile
            to="?"
            title={say('《燈會前夜》完整版', 'The eve of the lanterns, uncut')}
            picture={moon()}
            locked={say('90代幣', '90 tokens')}
            chip="12:05"
            note={say('紙上劇場', 'Paper Theatre')}
          />
        </li>
        <li>
          <CoverTile
            isBlurred
            to="?"
            title={say('下雨天的紙', 'Paper in the rain')}
            picture={blur()}
            locked={say('訂閱', 'Subscribe')}
            chip={say('24張', '24 photos')}
            note={say('霧川', 'Mist River')}
          />
        </li>
      </CoverGrid>
      <CoverGrid dense label={say('商品', 'Products')}>
        {[arches(), leaf(), sea(), moon()].map((picture, place) => (
          <li key={picture}>
            <CoverTile
              ratio="square"
              to="?"
              title={say('手折燈籠材料包', 'Lantern kit')}
              picture={picture}
              chip={place === 3 ? say('已售完', 'Sold out') : undefined}
              note={<Tokens value={260} />}
            />
          </li>
        ))}
      </CoverGrid>
      <CoverGridWaiting />
      <CoverGridWaiting dense />
    </Section>
  )
}

function Poll({ say }: { say: Say }) {
  const [mine, setMine] = useState<string | undefined>('light')
  const options = [
    { id: 'light', label: say('把燈關小', 'Turn the light down'), percent: 46 },
    { id: 'train', label: say('末班車前十分鐘', 'Ten minutes before the last train'), percent: 31 },
    { id: 'stairs', label: say('你走之後的樓梯間', 'The stairwell after you left'), percent: 15 },
    { id: 'none', label: say('不唱，聊天就好', 'No song, just talk'), percent: 8 },
  ]
  return (
    <WorkCard
      creator={{ name: say('林暮', 'Lin Mu'), handle: 'linmu', verified: true, live: true, to: '?' }}
      time={<RelativeTime at={now - 26 * 3_600_000} now={now} />}
      text={say('下週六想留一首歌給你們選，其他的讓我任性。', 'Next Saturday one song is yours to choose. The rest is mine.')}
      likes={{ count: 12508, liked: false, onToggle: () => {} }}
      comments={{ count: 137, to: '?' }}
      onTip={() => {}}
      save={{ saved: true, onToggle: () => {} }}
    >
      <PollList
        question={say('選一首歌', 'Choose a song')}
        answered={mine !== undefined}
        onVote={setMine}
        options={options.map((option) => ({ ...option, mine: option.id === mine }))}
        note={say('842人投票，還有14小時截止', '842 votes, 14 hours left')}
      />
    </WorkCard>
  )
}
