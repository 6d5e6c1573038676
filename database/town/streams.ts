// Streams that creators of the town announced. Nobody is live there: for that it takes somebody with a camera.
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

/** What creators of the town take by the minute: in private shows, of whoever looks on in one, and in group shows. Tokens. */
export const minutePrices: Readonly<
  Record<string, { privatePrice?: number; spyPrice?: number; groupPrice?: number; minMinutes?: number }>
> = {
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
