// What is more than words and photos, and what people say under it: polls, an announced stream, a film and a recording in the feed, and
// comments with their answers. Ages are hours before "now".
export interface Evening {
  key: string
  /** The creator's username. */
  creator: string
  hoursAgo: number
  /** What everybody reads. */
  tagline: string
  text: string
  tags: readonly string[]
  audience: 'free' | 'followers' | 'subscription'
  /** A film of the town that stands in the library already. */
  film?: string
  /** A chord, as a recording. */
  sound?: { chord: readonly number[]; seconds: number }
  /** Hours from "now". */
  streamsIn?: number
  poll?: { question: string; options: readonly string[]; closesIn: number; votes: readonly (readonly [fan: string, option: number])[] }
}

export const evenings: readonly Evening[] = [
  {
    key: 'linmu-choose',
    creator: 'linmu',
    hoursAgo: 6,
    tagline: '安可只唱一首，你來選',
    text: '安可只唱一首，你們投，我照唱。',
    tags: ['點歌'],
    audience: 'free',
    poll: {
      question: '想聽哪一首？',
      options: ['〈把燈關小〉', '〈末班車前十分鐘〉', '〈你走之後的樓梯間〉'],
      closesIn: 40,
      votes: [
        ['aluan', 0],
        ['bai.lu', 1],
        ['chen.yuan', 1],
        ['dong.zhi', 2],
        ['fangfang', 1],
        ['gu.yu', 0],
        ['hao.bear', 1],
        ['ivy.tsai', 2],
        ['jia.rong', 1],
        ['kuo.midnight', 0],
        ['lan.boat', 2],
      ],
    },
  },
  {
    key: 'radio-tonight',
    creator: 'nightradio',
    hoursAgo: 9,
    tagline: '關了燈，讀三封沒有署名的信',
    text: '明天開臺，讀三封沒有署名的信。燈會關，麥克風會開。',
    tags: ['直播', '讀信'],
    audience: 'free',
    streamsIn: 27,
  },
  {
    key: 'piano-open',
    creator: 'ache.piano',
    hoursAgo: 30,
    tagline: '琴房開放日',
    text: '門不鎖，想聽什麼就留三個音給我。',
    tags: ['直播', '即興'],
    audience: 'free',
    streamsIn: 3,
  },
  {
    key: 'spot-rehearsal',
    creator: 'spot.three',
    hoursAgo: 33,
    tagline: '光的排練，第三場',
    text: '這一場練停：光先到，人再走進來。',
    tags: ['直播', '追光'],
    audience: 'followers',
    streamsIn: 4,
  },
  {
    key: 'linmu-requests',
    creator: 'linmu',
    hoursAgo: 36,
    tagline: '深夜點歌，彈到一點',
    text: '點歌寫在留言，我照順序彈，彈不完的下星期補。',
    tags: ['直播', '點歌'],
    audience: 'free',
    streamsIn: 6,
  },
  {
    key: 'tide-teaser',
    creator: 'papertheatre',
    hoursAgo: 20,
    tagline: '紙船出港，八秒',
    text: '紙船出港的八秒。最後一層浪是用吸管吹的，吹了三個星期才學會不要太用力。',
    tags: ['紙雕', '潮間帶'],
    audience: 'free',
    film: 'film-tide',
  },
  {
    key: 'beams-slow',
    creator: 'spot.three',
    hoursAgo: 44,
    tagline: '光比人晚半秒，慢慢看',
    text: '光比人晚半秒到。這一段給訂閱的人慢慢看。',
    tags: ['追光'],
    audience: 'subscription',
    film: 'film-beams',
  },
  {
    key: 'piano-doorbell',
    creator: 'ache.piano',
    hoursAgo: 15,
    tagline: '十秒即興，像誰家的門鈴',
    text: 'Re、升 Fa、La，十秒。有人說那是她家的門鈴，請回去按按看。',
    tags: ['即興'],
    audience: 'free',
    sound: { chord: [147, 185, 220], seconds: 10 },
  },
]

export interface Remark {
  /** The key of the post. */
  under: string
  /** A fan's username, or the creator's own. */
  by: string
  hoursAgo: number
  text: string
  likedBy?: readonly string[]
  isPinned?: true
  answers?: readonly { by: string; hoursAgo: number; text: string }[]
}

export const remarks: readonly Remark[] = [
  {
    under: 'paper-tide',
    by: 'xiaoman',
    hoursAgo: 1.7,
    text: '對著光看第四十七層，真的有船。',
    likedBy: ['aluan', 'bai.lu', 'gu.yu'],
    isPinned: true,
    answers: [
      { by: 'papertheatre', hoursAgo: 1.5, text: '你是第一個看見的人。' },
      { by: 'bai.lu', hoursAgo: 1.1, text: '我也找到了！在左邊的浪下面。' },
    ],
  },
  { under: 'paper-tide', by: 'chen.yuan', hoursAgo: 1.4, text: '首演訂在哪一天？我要先請假。', likedBy: ['fangfang'] },
  { under: 'paper-tide', by: 'gu.yu', hoursAgo: 0.6, text: '紙也會怕水嗎？' },
  {
    under: 'linmu-choose',
    by: 'kuo.midnight',
    hoursAgo: 5,
    text: '〈把燈關小〉第二版副歌！',
    likedBy: ['aluan'],
    answers: [{ by: 'linmu', hoursAgo: 4.6, text: '第二版很高，我要先喝一個星期的水。' }],
  },
  {
    under: 'linmu-choose',
    by: 'jia.rong',
    hoursAgo: 3.2,
    text: '〈末班車〉，因為那天我真的在車上。',
    likedBy: ['chen.yuan', 'dong.zhi', 'hao.bear'],
  },
  { under: 'tide-teaser', by: 'fangfang', hoursAgo: 16, text: '月亮在水裡晃的那一下，我重看了十次。', likedBy: ['ivy.tsai'] },
  { under: 'piano-doorbell', by: 'ivy.tsai', hoursAgo: 12, text: '按過了，真的是我家門鈴。' },
  { under: 'radio-tonight', by: 'wei.lane', hoursAgo: 7, text: '到時候見。我會把窗戶打開一點。' },
  { under: 'mist-river', by: 'hao.bear', hoursAgo: 6, text: '想快點被看見的加我，三天五百個追蹤，先付一半。' },
]
