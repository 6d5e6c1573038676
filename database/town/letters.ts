// What fans and creators write to each other. Ages are hours before "now"; whoever answers has read.
import type { PaletteName } from './art/palettes.ts'
import type { PictureSpec, Ratio, SceneName } from './art/draw.ts'
import { days } from './history/event.ts'

export interface Thread {
  fan: string
  creator: string
  lines: readonly Letter[]
  /** How long ago the newest line was read; not yet where nothing is said. */
  readHoursAgo?: number
}

export interface Letter {
  hoursAgo: number
  by: 'fan' | 'creator'
  text: string
  /** Drawn for it, by whoever sends it. */
  enclosed?: Enclosed
}

interface Enclosed {
  key: string
  pictures: readonly PictureSpec[]
  /** Tokens, of what a creator sells. */
  price?: number
}

const fan = (hoursAgo: number, text: string, enclosed?: Enclosed): Letter => ({ hoursAgo, by: 'fan', text, ...(enclosed && { enclosed }) })
const creator = (hoursAgo: number, text: string, enclosed?: Enclosed): Letter => ({
  hoursAgo,
  by: 'creator',
  text,
  ...(enclosed && { enclosed }),
})
const drawn = (set: string, palette: PaletteName, ...named: [SceneName, Ratio][]): PictureSpec[] =>
  named.map(([scene, ratio], index) => ({ scene, palette, ratio, seed: `${set}-${index + 1}` }))

export const threads: readonly Thread[] = [
  {
    fan: 'xiaoman',
    creator: 'papertheatre',
    readHoursAgo: 1.5,
    lines: [
      creator(72.5, '海的那一幕，謝謝你。'),
      fan(71, '我看了兩遍。第二遍才看見船上有人。'),
      creator(70, '有。她一直在那裡，燈暗一點才看得見。'),
      creator(26, '掛月亮的那場，你說想看後面。'),
      creator(25.9, '昨晚拆下來了，拍了三張。', {
        key: 'letter-moon-down',
        pictures: drawn('letter-moon-down', 'dusk', ['moonWater', '4:3'], ['ghostLight', '4:5'], ['cutShapes', '1:1']),
        price: 60,
      }),
      fan(20, '等我回家，關了燈再看。'),
      creator(3, '這是排練的月亮。正式那顆，等開場。', {
        key: 'letter-moon-rehearsal',
        pictures: drawn('letter-moon-rehearsal', 'tide', ['moonWater', '3:2'], ['paperSea', '4:5']),
      }),
      fan(2, '好。關燈等。'),
    ],
  },
  {
    fan: 'xiaoman',
    creator: 'linmu',
    lines: [creator(1, '安可收到了，今晚多唱一首。'), creator(0.9, '等一下唱給你聽，別睡。')],
  },
  {
    fan: 'xiaoman',
    creator: 'nightradio',
    readHoursAgo: 28,
    lines: [
      fan(300, '第0411封信是我寄的。'),
      creator(297, '我認得那個字。讀到一半停下來，是因為鼻子酸。'),
      fan(296, '沒關係，那一段安靜我也錄下來了。'),
      creator(30, '第0412封信收到了。下週讀。'),
    ],
  },
  {
    fan: 'xiaoman',
    creator: 'mistriver',
    readHoursAgo: 140,
    lines: [creator(142, '謝謝追蹤。先聽〈屋簷〉，再聽別的。')],
  },
  {
    fan: 'xiaoman',
    creator: 'harborlight',
    readHoursAgo: 320,
    lines: [creator(330, 'Welcome aboard. The pier series starts on Friday.')],
  },
  {
    fan: 'clara.voss',
    creator: 'papertheatre',
    lines: [
      fan(140, 'Is the moon cut from one sheet?'),
      creator(137, 'One sheet, and one very long evening.'),
      fan(0.6, 'Then I will bring the one I folded. Smaller, but mine.'),
    ],
  },
  {
    fan: 'ivy.tsai',
    creator: 'papertheatre',
    lines: [
      fan(5, '第三排的燈有點刺眼，可以往左一點嗎？', {
        key: 'letter-third-row',
        pictures: drawn('letter-third-row', 'ink', ['beams', '3:2']),
      }),
      fan(4.9, '不是抱怨，是想看清楚那隻鳥。'),
    ],
  },
  {
    fan: 'bai.lu',
    creator: 'papertheatre',
    readHoursAgo: 8,
    lines: [
      fan(31, '摺紙的那支影片，可以慢一點嗎？我跟不上第七摺。'),
      creator(29, '我拍一支只有手的，這週放上來。'),
      fan(9, '謝謝。我把紙都備好了。'),
    ],
  },
  {
    fan: 'mori.tea',
    creator: 'papertheatre',
    readHoursAgo: 50,
    lines: [fan(55, '海報收到了，沒有摺痕。'), creator(52, '那我放心了。'), fan(51, '掛在茶櫃旁邊，客人都問。')],
  },
  {
    fan: 'shuang',
    creator: 'papertheatre',
    readHoursAgo: 90,
    lines: [
      creator(96, '你留在海那一幕下面的話，我抄在道具箱裡了。'),
      fan(95, '哪一句？'),
      creator(94.5, '「岸是給回頭的人看的。」'),
      fan(94, '……是我寫的嗎。'),
    ],
  },
  {
    fan: 'qiu.fen',
    creator: 'papertheatre',
    readHoursAgo: 160,
    lines: [fan(170, '下個月還演嗎？我媽想看。'), creator(165, '演。替她留位子，跟我說哪一晚。')],
  },
  {
    fan: 'fangfang',
    creator: 'papertheatre',
    lines: [fan(14, '潮水的聲音是怎麼做的？'), creator(13, '一袋米，倒得很慢。'), fan(12.5, '我再也不能好好煮飯了。')],
  },
  {
    fan: 'ben.okafor',
    creator: 'papertheatre',
    readHoursAgo: 200,
    lines: [creator(210, 'Your postcard came. The stamp is now a window in act two.'), fan(205, 'I will tell everyone I am in the show.')],
  },
  {
    fan: 'tao.tao',
    creator: 'papertheatre',
    readHoursAgo: 73,
    lines: [fan(76, '票可以不在這裡買嗎？'), creator(75, '不行，都在這裡。'), fan(74, '我直接轉帳給你好嗎？少一道手續費，你也多拿一點。')],
  },
  {
    fan: 'rainy.zhou',
    creator: 'harborlight',
    readHoursAgo: 9.2,
    lines: [
      fan(days(8), 'Was that you at the loading door last night?'),
      fan(days(3), 'You always leave by it. I could walk you home.'),
      fan(10, 'You did not answer again. I know when the last of you goes, and I have the time.'),
    ],
  },
]
