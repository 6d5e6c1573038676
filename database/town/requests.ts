// What fans ask creators to make for them, and what came of it. Ages are hours before "now"; tokens are decimals, as on the wire.
import type { PictureSpec } from './art/draw.ts'
import { days } from './history/event.ts'

/** Who may be asked, and from how many tokens on. */
export const takers: readonly { creator: string; minimum: number }[] = [
  { creator: 'papertheatre', minimum: 60 },
  { creator: 'nightradio', minimum: 40 },
  { creator: 'harborlight', minimum: 50 },
  { creator: 'ines.weaves', minimum: 100 },
]

export interface TownRequest {
  key: string
  fan: string
  creator: string
  hoursAgo: number
  text: string
  budget?: number
  quote?: { hoursAgo: number; price: number; days: number; note?: string }
  /** When the quote was accepted, and its price held. */
  acceptedHoursAgo?: number
  /** By somebody. What runs out does so by itself: a quote that nobody accepts in a week, a delivery that is not there in time. */
  end?:
    | { how: 'delivered'; hoursAgo: number; text: string; pictures: readonly PictureSpec[] }
    | { how: 'declined'; hoursAgo: number; note: string }
    | { how: 'withdrawn'; hoursAgo: number }
}

export const requests: readonly TownRequest[] = [
  {
    key: 'request-my-name',
    fan: 'xiaoman',
    creator: 'papertheatre',
    hoursAgo: days(12),
    text: '想要一張有我名字的月亮。「滿」那個字，可以剪在亮的那一面嗎？要寄給自己當生日禮物。',
    budget: 80,
    quote: { hoursAgo: days(11.7), price: 100, days: 5, note: '「滿」有十四畫，剪得細一點會碎。我把字放大，月亮跟著放大。' },
    acceptedHoursAgo: days(11),
    end: {
      how: 'delivered',
      hoursAgo: days(8),
      text: '剪好了。第一張是關燈拍的，第二張留了桌燈，給你看紙的厚度。',
      pictures: [
        { scene: 'moonWater', palette: 'tide', ratio: '4:5', seed: 'request-my-name-1' },
        { scene: 'cutShapes', palette: 'tide', ratio: '1:1', seed: 'request-my-name-2' },
      ],
    },
  },
  {
    key: 'request-second-boat',
    fan: 'xiaoman',
    creator: 'papertheatre',
    hoursAgo: 30,
    text: '第四十七層的那艘船，能不能從船上往岸邊拍一次？我想看她看見的。',
    quote: { hoursAgo: 6, price: 140, days: 6, note: '要把海拆開，把鏡頭放進去。拍三張，附一張沒有人的岸。' },
  },
  {
    key: 'request-last-minute',
    fan: 'xiaoman',
    creator: 'nightradio',
    hoursAgo: 5,
    text: '可以錄關臺前的最後一分鐘給我嗎？燈還沒關、椅子剛推進去的那種，不用說話。',
    budget: 60,
  },
  {
    key: 'request-read-twice',
    fan: 'xiaoman',
    creator: 'nightradio',
    hoursAgo: days(15),
    text: '想請你把第0411封信再念一次，只念給我，念到底。',
    budget: 60,
    end: { how: 'declined', hoursAgo: days(14.5), note: '那封信只念一次，這是電臺的規矩。你寫第二封，我念給大家聽。' },
  },
  {
    key: 'request-swallow',
    fan: 'ivy.tsai',
    creator: 'papertheatre',
    hoursAgo: 2.5,
    text: '可以剪一隻第三幕的燕子給我嗎？翅膀張開的那個瞬間，想放在書桌的燈前面。',
    budget: 80,
  },
  {
    key: 'request-old-window',
    fan: 'ben.okafor',
    creator: 'papertheatre',
    hoursAgo: days(4),
    text: 'Would you cut the window of my kitchen? I can describe it: four panes, one of them older than the others.',
    quote: {
      hoursAgo: days(3.6),
      price: 110,
      days: 7,
      note: 'Send me a photo of the old pane. I will cut that one twice and keep the better.',
    },
    acceptedHoursAgo: days(3),
  },
  {
    key: 'request-anniversary',
    fan: 'qiu.fen',
    creator: 'papertheatre',
    hoursAgo: 70,
    text: '下週是我爸媽結婚四十年。想請你用紙演一分鐘：兩個人收傘，站在同一個屋簷下。不用臺詞。',
    budget: 200,
    quote: { hoursAgo: 64, price: 240, days: 3, note: '一分鐘要剪十七張。收傘的聲音我錄真的。' },
    acceptedHoursAgo: 60,
  },
  {
    key: 'request-terrace',
    fan: 'fangfang',
    creator: 'papertheatre',
    hoursAgo: days(9),
    text: '想要一整座梯田，做成可以摺起來的那種。',
    quote: { hoursAgo: days(8.6), price: 380, days: 30, note: '摺得起來的話要一個月，每一階都要有自己的骨頭。' },
    end: { how: 'withdrawn', hoursAgo: days(8) },
  },
  {
    key: 'request-solstice',
    fan: 'bai.lu',
    creator: 'papertheatre',
    hoursAgo: days(21),
    text: '冬至那天的影子最長，可以拍一次你桌上的影子嗎？',
    quote: { hoursAgo: days(20), price: 90, days: 40, note: '等到冬至那天下午四點。價格先放著，你慢慢想。' },
  },
  {
    key: 'request-snow',
    fan: 'shuang',
    creator: 'papertheatre',
    hoursAgo: days(19),
    text: '想看紙做的雪怎麼落下來，從頭到尾，不要剪接。',
    budget: 90,
    quote: { hoursAgo: days(18), price: 90, days: 4 },
    acceptedHoursAgo: days(17),
  },
  {
    key: 'request-menu',
    fan: 'mori.tea',
    creator: 'papertheatre',
    hoursAgo: days(6),
    text: '店裡要換菜單，想請你設計一張紙雕封面，印五百份。',
    end: { how: 'declined', hoursAgo: days(5.8), note: '印刷的授權我不放在這裡談，寫信給我。海報那邊的人會回你。' },
  },
  {
    key: 'request-row-c',
    fan: 'clara.voss',
    creator: 'harborlight',
    hoursAgo: days(10),
    text: 'A photograph of row C, seat 12, with the house lights at ten per cent. My father always sat there.',
    budget: 60,
    quote: { hoursAgo: days(9.8), price: 60, days: 4, note: 'I will sit in 11 so that it is not alone.' },
    acceptedHoursAgo: days(9),
    end: {
      how: 'delivered',
      hoursAgo: days(7),
      text: 'Row C, ten per cent, after everybody had left. I stayed a while.',
      pictures: [
        { scene: 'seats', palette: 'harbor', ratio: '3:2', seed: 'request-row-c-1' },
        { scene: 'ghostLight', palette: 'harbor', ratio: '4:5', seed: 'request-row-c-2' },
      ],
    },
  },
  {
    key: 'request-cue-47',
    fan: 'zhi.yin',
    creator: 'harborlight',
    hoursAgo: days(5),
    text: '第47號提示，可以錄你喊的那一聲嗎？只要你的聲音，和前面那口氣。',
    quote: { hoursAgo: days(4.8), price: 80, days: 10 },
    acceptedHoursAgo: days(4.5),
    end: {
      how: 'declined',
      hoursAgo: days(2),
      note: 'The company would rather not have cues recorded. Every token is back with you. I am sorry.',
    },
  },
  {
    key: 'request-two-greys',
    fan: 'elowen',
    creator: 'ines.weaves',
    hoursAgo: days(3),
    text: 'A close look at two greys side by side, woven so that you cannot tell where one stops. For the cover of my thesis.',
    quote: { hoursAgo: days(2.7), price: 150, days: 9, note: 'Nine days: the second grey has to dry.' },
    acceptedHoursAgo: days(2),
  },
]
