import { Moon, Sun } from 'lucide-react'
import { useEffect } from 'react'
import { Link, useSearchParams } from 'react-router'
import { Controls } from '#web/dev/Controls.tsx'
import { Figures } from '#web/dev/Figures.tsx'
import { screens } from '#web/dev/Screens.tsx'
import { Section } from '#web/dev/Section.tsx'
import { Covers, People, Works } from '#web/dev/Works.tsx'
import { BrandMark } from '#web/ui/Brand.tsx'
import { Button } from '#web/ui/Button.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { ClosedCurtain } from '#web/ui/scenes/ClosedCurtain.tsx'
import EmptyScene from '#web/ui/scenes/EmptyScene.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Ticket } from '#web/ui/Ticket.tsx'
import { tinted } from '#web/ui/tint.ts'
import { Stage } from '#web/ui/Stage.tsx'
import { EmptyMark } from '#web/ui/scenes/EmptyMark.tsx'
import { GhostLight } from '#web/ui/scenes/GhostLight.tsx'
import { StageDoor } from '#web/ui/scenes/StageDoor.tsx'
import { ToastProvider } from '#web/ui/Toast.tsx'
import type { SayKey } from '#contract/words/keys.ts'
import { speakerOf } from '#contract/words/speaking.ts'
import english from '#contract/words/en-US/ui.json' with { type: 'json' }
import chinese from '#contract/words/zh-TW/ui.json' with { type: 'json' }
import type { UiWords } from '#web/ui/words.ts'
import { UiWordsProvider } from '#web/ui/UiWords.tsx'

const speaking = (language: string, sentences: Record<string, string>): UiWords => {
  const speaker = speakerOf(language, sentences)
  return (key, facts) => speaker.t(key as SayKey, facts)
}
const spoken = { chinese: speaking('zh-TW', { ...chinese }), english: speaking('en-US', { ...english }) }

/** Every piece of web/ui in every state: ?theme=dark, ?lang=en-US, ?show=home and the other screens. Development only. */
export function Gallery() {
  const [search, setSearch] = useSearchParams()
  const theme = search.get('theme') === 'dark' ? 'dark' : 'light'
  const lang = search.get('lang') ?? 'zh-TW'
  const show = search.get('show')
  const say = (zh: string, en: string) => (lang.startsWith('zh') ? zh : en)
  useEffect(() => {
    document.documentElement.setAttribute('data-theme', theme)
    document.documentElement.setAttribute('lang', lang.startsWith('zh') ? 'zh-Hant-TW' : 'en')
  }, [theme, lang])
  const set = (key: string, value: string) => setSearch({ ...Object.fromEntries(search), [key]: value })
  const Screen = show ? screens[show] : undefined
  return (
    <UiWordsProvider locale={lang.startsWith('zh') ? 'zh-TW' : 'en-US'} words={lang.startsWith('zh') ? spoken.chinese : spoken.english}>
      <ToastProvider>
        {Screen ? (
          <Screen say={say} />
        ) : (
          <main className="mx-auto grid max-w-[1000px] grid-cols-[minmax(0,1fr)] gap-10 pb-20 md:px-6">
            <header className="sticky top-0 z-30 flex h-16 items-center gap-3 bg-bg max-md:px-4">
              <BrandMark />
              <h1 className="flex-1 text-18">web/ui</h1>
              <Button rank="second" size="sm" onClick={() => set('lang', say('en-US', 'zh-TW'))}>
                {say('English', '中文')}
              </Button>
              <IconButton label={say('換成另一個主題', 'Other theme')} onClick={() => set('theme', theme === 'dark' ? 'light' : 'dark')}>
                {theme === 'dark' ? <Sun /> : <Moon />}
              </IconButton>
            </header>
            <nav aria-label={say('畫面', 'Screens')} className="flex flex-wrap gap-x-4 gap-y-1 text-14 text-link max-md:px-4">
              {Object.keys(screens).map((name) => (
                <Link key={name} to={`?show=${name}&theme=${theme}&lang=${lang}`} className="min-h-8 underline-offset-4 hover:underline">
                  {name}
                </Link>
              ))}
            </nav>
            <Tokens say={say} />
            <Controls say={say} />
            <People say={say} />
            <Works say={say} />
            <Covers say={say} />
            <Figures say={say} />
            <Section title={say('場景', 'Scenes')} file="scenes/">
              <div className="grid grid-cols-2 gap-4 max-md:px-4 md:grid-cols-5">
                <StageDoor />
                <StageDoor shut />
                <GhostLight />
                <EmptyMark />
                <ClosedCurtain />
              </div>
              <div className="grid grid-cols-2 gap-4 max-md:px-4 md:grid-cols-3">
                {(['seats', 'keys', 'booth', 'letter', 'lamp', 'ghost'] as const).map((name) => (
                  <EmptyScene key={name} name={name} />
                ))}
              </div>
              <EmptyState
                scene="seats"
                title={say('椅子還空著。', 'The seats are still empty.')}
                action={
                  <Button rank="second" size="sm">
                    {say('找創作者', 'Find creators')}
                  </Button>
                }
              >
                {say('追蹤幾個人，他們的新作品會坐進這裡。', 'Follow a few people, and their new works take their seats here.')}
              </EmptyState>
            </Section>
          </main>
        )}
      </ToastProvider>
    </UiWordsProvider>
  )
}

const swatches = [
  ['bg-bg', 'bg-surface', 'bg-raised', 'bg-well', 'bg-line', 'bg-line-strong', 'bg-skeleton'],
  [
    'bg-text',
    'bg-muted',
    'bg-link',
    'bg-primary',
    'bg-primary-wash',
    'bg-success',
    'bg-success-text',
    'bg-onair',
    'bg-onair-wash',
    'bg-inverse',
    'bg-house',
    'bg-house-wash',
    'bg-chosen',
    'bg-bubble-me',
    'bg-live-badge',
  ],
]

function Tokens({ say }: { say: (zh: string, en: string) => string }) {
  return (
    <Section title={say('顏色與字級', 'Colours and type')} file="app.css">
      {swatches.map((row, place) => (
        <div key={place} className="flex flex-wrap gap-2 max-md:px-4">
          {row.map((name) => (
            <span key={name} className="grid w-20 gap-1 text-13 text-muted">
              <span className={`h-12 rounded-tile ring-1 ring-line ring-inset ${name}`} />
              <span className="truncate">{name.replace('bg-', '')}</span>
            </span>
          ))}
        </div>
      ))}
      <div className="grid gap-1 max-md:px-4">
        <p className="text-32 font-semibold">{say('門後是成人的舞臺 32', 'Behind this door 32')}</p>
        <p className="text-24 font-semibold">{say('解鎖《零點之後》完整版 24', 'After Midnight, uncut 24')}</p>
        <p className="text-20 font-semibold">{say('訂閱紙上劇場 20', 'Subscribe 20')}</p>
        <p className="text-16">
          {say(
            '排了三個月的新戲定名《潮間帶》……用了47層宣紙，最薄的那層要對著光才看得見。 16',
            'Forty-seven layers of paper; the thinnest shows only against the light. 16',
          )}
        </p>
        <p className="text-15 text-muted">{say('登入後，從上次離開的地方繼續。15', 'Sign in and go on where you left. 15')}</p>
        <p className="text-13 text-muted">{say('作品若下架，代幣會全數退回13', 'If it is taken down, all tokens come back 13')}</p>
        <p className="text-48 stage-figure">US$65.44</p>
        <p className="text-32">
          <Stage>{say('燈照過了，沒有找到。', 'The lights go down. Then it begins.')}</Stage>
        </p>
        <p className="text-24 stage-name">紙上劇場 Harbor Light 阿澈的琴房</p>
        <p className="flex max-w-80 items-baseline gap-3 text-15">
          {say('今晚的節目', 'Tonight')} <span className="leader" /> <span className="stage-figure text-16">21:30</span>
        </p>
      </div>
      <div {...tinted({ hue: 205, strength: 0.8 })}>
        <div className="max-w-80 max-md:px-4">
          <Ticket stub={<Button size="wide">{say('開始免費試看', 'Start the free trial')}</Button>}>
            <h3 className="text-20">
              <Stage>{say('先看一天', 'One day free')}</Stage>
            </h3>
          </Ticket>
        </div>
      </div>
      <div className="grid grid-cols-3 gap-3 max-md:px-4 md:grid-cols-6">
        {[8, 40, 75, 130, 165, 200, 217, 260, 285, 310, 335, 358].map((hue, place) => (
          <div key={hue} {...tinted({ hue, strength: place % 3 === 2 ? 0.4 : 1 })}>
            <div className="rounded-card bg-t-ground p-2.5">
              <div className="rounded-tile border border-t-line bg-t-surface p-2 text-13">
                <p className="stage-name text-15 text-t-ink">紙上劇場</p>
                {say('正文', 'text')} <span className="text-muted">{say('次要', 'muted')}</span>{' '}
                <span className="font-semibold text-link">{say('連結', 'link')}</span>
              </div>
            </div>
          </div>
        ))}
      </div>
    </Section>
  )
}
