// The town's galleries: sets of pictures that belong together, newest first. Some stand in posts too, as they would in life.
import type { PaletteName } from './art/palettes.ts'
import type { PictureSpec, Ratio, SceneName } from './art/draw.ts'

interface Written {
  key: string
  /** The creator's username. */
  creator: string
  hoursAgo: number
  title: string
  description: string
  tags: readonly string[]
  /** Drawn for it. */
  pictures: readonly PictureSpec[]
  /** Posts of the same creator whose pictures stand behind them. */
  alsoFrom?: readonly string[]
  /** Performers named beside its creator, and what they said; left out, they have not answered yet. */
  named?: readonly { username: string; said?: 'agreed' | 'declined' }[]
  /** What fans think of it: usernames. */
  likedBy?: readonly string[]
  /** Of a free gallery: offered for the front of the house, and found fit for everyone. */
  front?: 'open'
}
export type Gallery = Written & ({ audience: 'free' | 'followers' | 'subscription' } | { audience: 'ppv'; price: number })

/** Each in a shape of its own, so that the wall has rows to show. */
function drawn(set: string, palette: PaletteName, ...named: [SceneName, Ratio][]): PictureSpec[] {
  return named.map(([scene, ratio], index) => ({ scene, palette, ratio, seed: `${set}-${index + 1}` }))
}

export const galleries: readonly Gallery[] = [
  {
    key: 'velvet-blackout',
    creator: 'velvet.curtain',
    hoursAgo: 20,
    title: '停電那一晚',
    description: '整條街停電，我們點了三十支蠟燭演完下半場。這是那晚唯一留下來的東西。',
    tags: ['劇場', '幕後'],
    audience: 'followers',
    pictures: drawn('velvet-blackout', 'velvet', ['curtain', '3:2'], ['ghostLight', '4:5'], ['seats', '16:9'], ['doorAjar', '4:5']),
    named: [{ username: 'papertheatre' }],
    likedBy: ['chen.yuan', 'yun.ching'],
  },
  {
    key: 'paper-tide-set',
    creator: 'papertheatre',
    hoursAgo: 44,
    title: '《潮間帶》舞臺全紀錄',
    description: '從第一張草圖到拆臺，九個星期，一張桌子。\n每一景都附上當時的光位，想自己做紙戲的人可以照著擺。',
    tags: ['紙雕', '光影', '劇場'],
    audience: 'ppv',
    price: 90,
    pictures: drawn(
      'paper-tide-set',
      'tide',
      ['paperSea', '16:9'],
      ['tidePools', '4:5'],
      ['cutShapes', '1:1'],
      ['foldedScreen', '3:2'],
      ['moonWater', '4:5'],
      ['parasols', '3:2'],
    ),
    named: [{ username: 'spot.three', said: 'agreed' }],
    likedBy: ['xiaoman', 'chen.yuan', 'yun.ching'],
  },
  {
    key: 'ink-rain',
    creator: 'inkworks',
    hoursAgo: 96,
    title: '下雨天的紙',
    description: '梅雨季的一個月，每天同一扇窗、同一張紙。',
    tags: ['水墨', '版畫'],
    audience: 'subscription',
    pictures: drawn('ink-rain', 'ink', ['inkHills', '3:2'], ['rainOnGlass', '4:5'], ['drifting', '1:1'], ['leaves', '4:5']),
    likedBy: ['xiaoman'],
  },
  {
    key: 'paper-desk',
    creator: 'papertheatre',
    hoursAgo: 190,
    title: '排練桌上',
    description: '戲還沒長出來之前的樣子。',
    tags: ['紙雕', '排練'],
    audience: 'free',
    pictures: drawn('paper-desk', 'rose', ['weave', '4:3'], ['facets', '4:5'], ['mobile', '3:2'], ['arches', '1:1']),
    alsoFrom: ['paper-tide'],
    likedBy: ['xiaoman', 'yun.ching'],
  },
  {
    key: 'harbor-low-tide',
    creator: 'harborlight',
    hoursAgo: 260,
    title: 'Low tide, empty house',
    description: 'Before the audience comes in: an hour of light on the seats and the water outside.',
    tags: ['backstage', 'harbor'],
    audience: 'free',
    front: 'open',
    pictures: drawn('harbor-low-tide', 'harbor', ['seats', '16:9'], ['moonWater', '3:2'], ['beams', '4:5']),
    alsoFrom: ['harbor-pier'],
    likedBy: ['xiaoman'],
  },
  {
    key: 'spot-plots',
    creator: 'spot.three',
    hoursAgo: 420,
    title: '一年份的光',
    description: '十二個月，十二場戲，每場留一張。附燈號與角度。',
    tags: ['追光', '教學'],
    audience: 'ppv',
    price: 60,
    pictures: drawn('spot-plots', 'amber', ['beams', '4:5'], ['spotlitStairs', '3:2'], ['doorAjar', '4:5'], ['ghostLight', '16:9']),
    likedBy: ['chen.yuan'],
  },
]
