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
}

export const announced: readonly Announced[] = [
  {
    creator: 'papertheatre',
    title: '紙上的海，現場折一次',
    description: '帶一張紙來，跟著折。折壞了也沒關係，最後會把大家的海接起來。',
    type: 'public',
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
