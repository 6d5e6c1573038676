// What the town's performers sell, and who bought it. Prices are tokens, ages hours before "now".
import type { SceneName } from './art/draw.ts'
import type { PaletteName } from './art/palettes.ts'

interface Offered {
  key: string
  /** The creator's username. */
  creator: string
  hoursAgo: number
  name: string
  description: string
  price: number
  tags: readonly string[]
  picture: { scene: SceneName; palette: PaletteName }
}
/** `file` is what buyers download: its name, and the words in it. */
export type Product = Offered &
  ({ type: 'physical'; stock: number; shippingNote: string } | { type: 'digital'; file: { name: string; text: string } })

const day = 24

export const products: readonly Product[] = [
  {
    key: 'paper-kit',
    creator: 'papertheatre',
    hoursAgo: 20 * day,
    type: 'physical',
    name: '《潮間帶》紙雕材料包',
    description: '第一幕的海，縮成一張桌子大小：七層宣紙、刀模線稿、一盞小燈。照著折線慢慢來，一個下午剛好。\n\n內附雙語說明，不需要膠水。',
    price: 260,
    stock: 12,
    shippingNote: '三個工作天內寄出，臺灣本島免運。',
    tags: ['紙雕', '材料包'],
    picture: { scene: 'paperSea', palette: 'tide' },
  },
  {
    key: 'paper-notes',
    creator: 'papertheatre',
    hoursAgo: 11 * day,
    type: 'digital',
    name: '九週排練筆記',
    description: '從第一次掛月亮到最後一次拆臺，九個星期的燈位、刀法和失敗紀錄。',
    price: 80,
    tags: ['筆記', '排練'],
    picture: { scene: 'mobile', palette: 'dusk' },
    file: { name: '紙上劇場-九週排練筆記.txt', text: '第一週：月亮太重。\n第二週：換細線。\n第三週：月亮掉了。\n' },
  },
  {
    key: 'ink-bookplates',
    creator: 'inkworks',
    hoursAgo: 26 * day,
    type: 'physical',
    name: '藏書票一套（六張）',
    description: '手印，每一套的印泥濃淡都不一樣。冬天的葉子、巷口的貓、沒有名字的河。',
    price: 200,
    stock: 18,
    shippingNote: '一週內以平信寄出，放在硬卡裡。',
    tags: ['版畫', '藏書票'],
    picture: { scene: 'leaves', palette: 'ink' },
  },
  {
    key: 'piano-before-rain',
    creator: 'ache.piano',
    hoursAgo: 15 * day,
    type: 'digital',
    name: '《雨前》鋼琴譜',
    description: '四頁，附指法。左手第二小節可以偷懶，我自己也偷懶。',
    price: 115,
    tags: ['樂譜', '鋼琴'],
    picture: { scene: 'ridges', palette: 'slate' },
    file: { name: '雨前-鋼琴譜.txt', text: '雨前\n\n速度：像等公車。\n左手：輕。\n' },
  },
  {
    key: 'radio-stickers',
    creator: 'nightradio',
    hoursAgo: 18 * day,
    type: 'physical',
    name: '夜航電臺貼紙包',
    description: '頻率、月亮、一杯涼掉的茶。最後一批了。',
    price: 60,
    stock: 1,
    shippingNote: '每週五寄出。',
    tags: ['貼紙'],
    picture: { scene: 'record', palette: 'violet' },
  },
  {
    key: 'lantern-parts',
    creator: 'lantern.lane',
    hoursAgo: 9 * day,
    type: 'physical',
    name: '手折燈籠材料包',
    description: '竹篾已經削好，紙裁好，線也穿好了。你只要折，然後等天黑。',
    price: 320,
    stock: 8,
    shippingNote: '五個工作天內寄出，可寄海外。',
    tags: ['燈籠', '材料包'],
    picture: { scene: 'lanterns', palette: 'persimmon' },
  },
  {
    key: 'linmu-lyrics',
    creator: 'linmu',
    hoursAgo: 7 * day,
    type: 'physical',
    name: '手寫歌詞本',
    description: '十二首歌，十二種墨水。最後一頁留給你寫。',
    price: 240,
    stock: 5,
    shippingNote: '簽名款請在備註寫下想要的名字。',
    tags: ['歌詞'],
    picture: { scene: 'strands', palette: 'amber' },
  },
  {
    key: 'cuts-print',
    creator: 'marlowe.cuts',
    hoursAgo: 13 * day,
    type: 'physical',
    name: 'Lino print, “Arches at Noon”',
    description: 'A5, two blocks, hand-pulled on cotton paper. Numbered on the back, because the front is busy enough.',
    price: 300,
    stock: 4,
    shippingNote: 'Posted flat within five days, tracked.',
    tags: ['print', 'lino'],
    picture: { scene: 'arches', palette: 'harbor' },
  },
  {
    key: 'harbor-field',
    creator: 'harborlight',
    hoursAgo: 5 * day,
    type: 'digital',
    name: 'Harbour notebook, winter',
    description: 'What the water sounded like, written down: forty nights, one page each.',
    price: 90,
    tags: ['notebook'],
    picture: { scene: 'moonWater', palette: 'harbor' },
    file: { name: 'harbour-notebook-winter.txt', text: 'Night 1. Ice on the rope, and the rope complaining.\n' },
  },
]

type Step = readonly [status: 'processing' | 'shipping' | 'delivered' | 'cancelled', by: 'seller' | 'buyer', hoursAgo: number]

export interface Bought {
  fan: string
  product: string
  hoursAgo: number
  quantity: number
  note?: string
  steps: readonly Step[]
}

/** One in every state for 紙上劇場, whose sign-in the demo gives away, and one on its way to 小滿. */
export const orders: readonly Bought[] = [
  { fan: 'fangfang', product: 'paper-kit', hoursAgo: 12 * day, quantity: 1, steps: [['cancelled', 'seller', 11.5 * day]] },
  {
    fan: 'ivy.tsai',
    product: 'paper-kit',
    hoursAgo: 9 * day,
    quantity: 1,
    steps: [
      ['processing', 'seller', 8.7 * day],
      ['shipping', 'seller', 8 * day],
      ['delivered', 'buyer', 5.2 * day],
    ],
  },
  {
    fan: 'bai.lu',
    product: 'paper-kit',
    hoursAgo: 3 * day,
    quantity: 1,
    note: '管理室可以代收，謝謝。',
    steps: [
      ['processing', 'seller', 2.8 * day],
      ['shipping', 'seller', 2 * day],
    ],
  },
  { fan: 'aluan', product: 'paper-kit', hoursAgo: 20, quantity: 1, steps: [['processing', 'seller', 15]] },
  { fan: 'chen.yuan', product: 'paper-kit', hoursAgo: 5, quantity: 1, note: '要送人的，請不要附明細。', steps: [] },
  { fan: 'gu.yu', product: 'paper-notes', hoursAgo: 30, quantity: 1, steps: [] },
  {
    fan: 'niuniu',
    product: 'radio-stickers',
    hoursAgo: 6 * day,
    quantity: 1,
    steps: [
      ['processing', 'seller', 5.8 * day],
      ['shipping', 'seller', 5 * day],
      ['delivered', 'buyer', 3 * day],
    ],
  },
  { fan: 'xiaoman', product: 'piano-before-rain', hoursAgo: 9 * day, quantity: 1, steps: [] },
  {
    fan: 'xiaoman',
    product: 'ink-bookplates',
    hoursAgo: 4 * day,
    quantity: 1,
    steps: [
      ['processing', 'seller', 3.6 * day],
      ['shipping', 'seller', 1 * day],
    ],
  },
]
