// Streams that creators of the town announced, and shows that are over. Nobody is live there: for that it takes somebody with a camera.
import type { Recording } from '#contract/stage/recording.ts'
import type { FilmSpec } from './art/film.ts'

interface Announced {
  creator: string
  title: string
  description: string
  type: 'public' | 'followers' | 'subscribers' | 'ticket'
  /** Tokens. */
  price?: number
  announcedDaysAgo: number
  inHours: number
  /** What they hope to be given by then, in tokens, and what happens when it is reached. */
  tipGoal?: number
  tipGoalTitle?: string
}

export const announced: readonly Announced[] = [
  {
    creator: 'papertheatre',
    title: '紙上的海，現場折一次',
    description: '帶一張紙來，跟著折。折壞了也沒關係，最後會把大家的海接起來。',
    type: 'public',
    tipGoal: 600,
    tipGoalTitle: '把整片海折成一盞燈',
    announcedDaysAgo: 2,
    inHours: 26,
  },
  {
    creator: 'harborlight',
    title: '燈塔值班：午夜到一點',
    description: '只開一盞燈，聽港口的聲音。中途不說話。',
    type: 'ticket',
    price: 60,
    announcedDaysAgo: 1,
    inHours: 51,
  },
  {
    creator: 'linmu',
    title: '下一本冊子，先給你們看',
    description: '翻還沒裝訂的樣書，邊看邊決定順序。',
    type: 'subscribers',
    announcedDaysAgo: 3,
    inHours: 74,
  },
]

/** A show that is over. Its minutes count from when it began. */
interface Show {
  key: string
  creator: string
  hoursAgo: number
  minutes: number
  title: string
  description: string
  type: 'public'
  tipGoal: number
  tipGoalTitle: string
  /** By whom it was watched, and from which minute on: each to the end. */
  watched: readonly (readonly [fan: string, from: number])[]
  poll: {
    question: string
    options: readonly string[]
    asked: number
    ended: number
    votes: readonly (readonly [fan: string, option: number])[]
  }
  /** What was given meanwhile, in tokens. */
  tips: readonly (readonly [fan: string, minute: number, tokens: number, message: string])[]
  /** It was kept: for whom the video is, and what was filmed. */
  recording: { privacy: Recording['privacy']; film: FilmSpec }
}

export const shows: readonly Show[] = [
  {
    key: 'paper-rehearsal',
    creator: 'papertheatre',
    hoursAgo: 98,
    minutes: 42,
    title: '試燈：下一齣從哪一盞開始',
    description: '把做好的紙燈一盞一盞點起來，你們決定哪一盞先亮。',
    type: 'public',
    tipGoal: 150,
    tipGoalTitle: '多點一排燈',
    watched: [
      ['xiaoman', 0],
      ['aluan', 0],
      ['bai.lu', 2],
      ['chen.yuan', 3],
      ['gu.yu', 8],
      ['mori.tea', 11],
      ['zhi.yin', 15],
      ['yun.ching', 21],
      ['amelia.frost', 24],
    ],
    poll: {
      question: '第一盞要點哪一個？',
      options: ['窗邊的月亮', '巷口的招牌', '床頭那盞'],
      asked: 16,
      ended: 27,
      votes: [
        ['xiaoman', 0],
        ['aluan', 2],
        ['bai.lu', 0],
        ['chen.yuan', 0],
        ['gu.yu', 1],
        ['zhi.yin', 2],
      ],
    },
    tips: [
      ['aluan', 9, 60, '招牌那盞好像我家樓下'],
      ['bai.lu', 29, 40, '月亮贏了'],
      ['chen.yuan', 33, 80, '再點一排'],
    ],
    recording: {
      privacy: 'subscription',
      film: {
        picture: { scene: 'lanterns', palette: 'amber', seed: 'show-paper-rehearsal', ratio: '16:9' },
        seconds: 12,
        walk: 'in',
        chord: [98, 131, 196],
      },
    },
  },
]

/** What creators of the town take by the minute: in private shows, of whoever looks on in one, and in group shows. Tokens. */
export const minutePrices: Readonly<
  Record<string, { privatePrice?: number; spyPrice?: number; groupPrice?: number; minMinutes?: number }>
> = {
  papertheatre: { privatePrice: 35, minMinutes: 3 },
  harborlight: { privatePrice: 45, spyPrice: 12, minMinutes: 3 },
  linmu: { privatePrice: 60, groupPrice: 8, minMinutes: 5 },
}

/** What creators of the town do for tips while they are live. Tokens. */
export const menus: Readonly<Record<string, readonly { title: string; price: number }[]>> = {
  papertheatre: [
    { title: '折一隻你指定的動物', price: 80 },
    { title: '在紙船上寫你的名字', price: 30 },
    { title: '把燈調暗一格', price: 10 },
  ],
  harborlight: [
    { title: '讓燈塔多轉一圈', price: 20 },
    { title: '唸一段你選的詩', price: 60 },
  ],
}
