// The people of the demo town. Everyone here is invented and an adult; what they look like is never drawn.
import type { MarkName } from './art/marks.ts'
import type { PaletteName } from './art/palettes.ts'
import type { SceneName } from './art/draw.ts'

export type Locale = 'zh-TW' | 'en-US'
export type Gender = 'male' | 'female' | 'transgender'

interface Person {
  /** Also the key by which posts and history name this person. */
  username: string
  name: string
  email: string
  gender: Gender
  /** yyyy-mm-dd */
  birthDate: string
  /** ISO 3166-1 alpha-2 */
  country: string
  locale: Locale
  avatar: { mark: MarkName; palette: PaletteName }
}

/** Values from the option lists of the specification, section 3. */
export interface BodyInfo {
  height?: '158_160' | '164_166' | '167_169' | '170_172' | '173_175' | '179_181'
  bodyType?: 'fit' | 'slim' | 'toned' | 'petite' | 'runner' | 'swimmer'
  hair?: 'black' | 'brown' | 'white' | 'ginger' | 'blue' | 'multiColored'
  eye?: 'brown' | 'amber' | 'green' | 'hazel' | 'gray'
}

export interface Creator extends Person {
  bio: string
  /** BCP 47 primary tags, the language they write in first. */
  languages: readonly string[]
  /** US dollars, within the bounds of the settings (2.95 to 300). */
  monthlyPrice: number
  yearlyPrice: number
  /** Whether a fan's first days are free; the site decides how many. */
  freeTrial: boolean
  tags: readonly string[]
  welcomeMessage: string
  body: BodyInfo
  cover: { scene: SceneName; palette: PaletteName }
  /** Days before today on which they joined. */
  joinedDaysAgo: number
}

/** Someone who asked to become a creator and waits for the office; the documents are drawn like everything else. */
export interface Applicant extends Creator {
  documents: { idVerification: SceneName; documentVerification: SceneName }
}

export type Fan = Person & { joinedDaysAgo: number }

const at = (username: string): string => `${username}@stagedoor.example`

export const creators: readonly Creator[] = [
  {
    username: 'papertheatre',
    name: '紙上劇場',
    email: at('creator'),
    gender: 'female',
    birthDate: '1991-04-17',
    country: 'TW',
    locale: 'zh-TW',
    bio: '用紙、光和一張桌子演戲。每個月一齣短劇，排練過程也放在這裡。訂閱的人會先收到劇本。',
    languages: ['zh', 'en'],
    monthlyPrice: 4.35,
    yearlyPrice: 41.6,
    freeTrial: true,
    tags: ['紙雕', '劇場', '光影'],
    welcomeMessage: '謝謝你進來坐。第一齣可以從《潮間帶》開始看，關燈更好。',
    body: { height: '164_166', hair: 'black', eye: 'brown' },
    avatar: { mark: 'sea', palette: 'tide' },
    cover: { scene: 'paperSea', palette: 'tide' },
    joinedDaysAgo: 420,
  },
  {
    username: 'nightradio',
    name: '夜航電臺',
    email: at('nightradio'),
    gender: 'male',
    birthDate: '1987-11-02',
    country: 'TW',
    locale: 'zh-TW',
    bio: '每晚零點開臺。一個人、一支麥克風，念信、放歌，也放一點安靜。來信都會看，念不念看那天的月亮。',
    languages: ['zh'],
    monthlyPrice: 2.95,
    yearlyPrice: 29.5,
    freeTrial: true,
    tags: ['電臺', '深夜', '聲音'],
    welcomeMessage: '這裡是夜航電臺。你可以什麼都不說，聽著就好。',
    body: { height: '173_175', hair: 'black', eye: 'brown' },
    avatar: { mark: 'moon', palette: 'violet' },
    cover: { scene: 'constellation', palette: 'violet' },
    joinedDaysAgo: 390,
  },
  {
    username: 'linmu',
    name: '林暮',
    email: at('linmu'),
    gender: 'female',
    birthDate: '1995-08-29',
    country: 'TW',
    locale: 'zh-TW',
    bio: '寫歌的人，白天教吉他，晚上把燈關小唱給你聽。這裡有未完成的旋律，和完成之後捨不得發的版本。',
    languages: ['zh'],
    monthlyPrice: 5.95,
    yearlyPrice: 59,
    freeTrial: false,
    tags: ['唱作', '吉他', '現場'],
    welcomeMessage: '歡迎。想聽哪一首，留言給我，週六會唱。',
    body: { height: '158_160', bodyType: 'petite', hair: 'brown', eye: 'brown' },
    avatar: { mark: 'arch', palette: 'amber' },
    cover: { scene: 'beams', palette: 'amber' },
    joinedDaysAgo: 350,
  },
  {
    username: 'inkworks',
    name: '墨色工房',
    email: at('inkworks'),
    gender: 'male',
    birthDate: '1983-02-11',
    country: 'TW',
    locale: 'zh-TW',
    bio: '水墨、版畫、手工紙。工房在山腳下，雨多，所以紙總是乾得慢。畫好的會做成桌布，送給訂閱的你。',
    languages: ['zh', 'ja'],
    monthlyPrice: 6.5,
    yearlyPrice: 65,
    freeTrial: false,
    tags: ['水墨', '版畫', '桌布'],
    welcomeMessage: '謝謝訂閱，桌布每月一號更新，尺寸不合跟我說。',
    body: {},
    avatar: { mark: 'leaf', palette: 'forest' },
    cover: { scene: 'inkHills', palette: 'ink' },
    joinedDaysAgo: 300,
  },
  {
    username: 'spot.three',
    name: '三號追光',
    email: at('spot.three'),
    gender: 'transgender',
    birthDate: '1990-06-23',
    country: 'TW',
    locale: 'zh-TW',
    bio: '在劇場打了十一年的追光。這裡記錄光怎麼走、怎麼停、怎麼在一個人身上慢慢收掉。每週四、週日開播。',
    languages: ['zh', 'en'],
    monthlyPrice: 3.95,
    yearlyPrice: 39,
    freeTrial: true,
    tags: ['燈光', '劇場', '幕後'],
    welcomeMessage: '找個暗一點的地方，我們開始。',
    body: { height: '170_172', bodyType: 'fit', hair: 'blue' },
    avatar: { mark: 'beam', palette: 'rose' },
    cover: { scene: 'spotlitStairs', palette: 'rose' },
    joinedDaysAgo: 260,
  },
  {
    username: 'velvet.curtain',
    name: '絨幕俱樂部',
    email: at('velvet.curtain'),
    gender: 'female',
    birthDate: '1985-12-09',
    country: 'TW',
    locale: 'zh-TW',
    bio: '一間只在夜裡營業的小劇場。開幕前的後臺、謝幕後的空椅子，還有當晚沒演完的那一段。',
    languages: ['zh', 'en'],
    monthlyPrice: 9.95,
    yearlyPrice: 95,
    freeTrial: false,
    tags: ['劇場', '歌舞', '後臺'],
    welcomeMessage: '歡迎入座。開幕時間寫在置頂，遲到也沒關係。',
    body: { height: '167_169', hair: 'brown' },
    avatar: { mark: 'fold', palette: 'velvet' },
    cover: { scene: 'curtain', palette: 'velvet' },
    joinedDaysAgo: 210,
  },
  {
    username: 'mistriver',
    name: '霧川',
    email: at('mistriver'),
    gender: 'male',
    birthDate: '1993-03-05',
    country: 'TW',
    locale: 'zh-TW',
    bio: '田野錄音。收集雨聲、河聲、隧道裡的風。戴上耳機，把手機放遠一點。',
    languages: ['zh'],
    monthlyPrice: 3.5,
    yearlyPrice: 35,
    freeTrial: true,
    tags: ['田野錄音', '雨', '助眠'],
    welcomeMessage: '先聽〈屋簷〉，那是這裡的第一場雨。',
    body: { bodyType: 'runner', hair: 'black' },
    avatar: { mark: 'wave', palette: 'slate' },
    cover: { scene: 'drifting', palette: 'slate' },
    joinedDaysAgo: 190,
  },
  {
    username: 'ache.piano',
    name: '阿澈的琴房',
    email: at('ache.piano'),
    gender: 'male',
    birthDate: '1998-01-20',
    country: 'TW',
    locale: 'zh-TW',
    bio: '即興鋼琴。給我三個音，我還你一首曲子。琴是外婆的，中央 C 有點啞，所以我常常繞過它。',
    languages: ['zh', 'en'],
    monthlyPrice: 4.5,
    yearlyPrice: 45,
    freeTrial: false,
    tags: ['鋼琴', '即興', '現場'],
    welcomeMessage: '三個音，隨便你給。',
    body: { height: '179_181', bodyType: 'slim', hair: 'black', eye: 'amber' },
    avatar: { mark: 'keys', palette: 'harbor' },
    cover: { scene: 'strands', palette: 'harbor' },
    joinedDaysAgo: 150,
  },
  {
    username: 'lantern.lane',
    name: '燈籠巷',
    email: at('lantern.lane'),
    gender: 'female',
    birthDate: '1979-09-14',
    country: 'TW',
    locale: 'zh-TW',
    bio: '第三代糊燈籠的人。竹篾、棉紙、一點點糨糊。巷口的燈是我點的，巷尾那盞還在等人。',
    languages: ['zh'],
    monthlyPrice: 3.25,
    yearlyPrice: 32.5,
    freeTrial: false,
    tags: ['工藝', '燈籠', '手作'],
    welcomeMessage: '慢慢看，燈不急著熄。',
    body: {},
    avatar: { mark: 'lantern', palette: 'persimmon' },
    cover: { scene: 'lanterns', palette: 'persimmon' },
    joinedDaysAgo: 120,
  },
  {
    username: 'marlowe.cuts',
    name: 'Marlowe Cuts',
    email: at('marlowe.cuts'),
    gender: 'male',
    birthDate: '1989-05-30',
    country: 'GB',
    locale: 'en-US',
    bio: 'One knife, one sheet, no glue. I cut small theatres out of paper and film the light going through them.',
    languages: ['en'],
    monthlyPrice: 7.5,
    yearlyPrice: 75,
    freeTrial: true,
    tags: ['papercut', 'craft', 'process'],
    welcomeMessage: 'Glad you are here. Start with the arches; they took the longest.',
    body: { height: '173_175', hair: 'ginger', eye: 'green' },
    avatar: { mark: 'crane', palette: 'celadon' },
    cover: { scene: 'cutShapes', palette: 'celadon' },
    joinedDaysAgo: 170,
  },
  {
    username: 'harborlight',
    name: 'Harbor Light',
    email: at('harborlight'),
    gender: 'female',
    birthDate: '1986-10-08',
    country: 'CA',
    locale: 'en-US',
    bio: 'A forty-seat theatre on a pier. I am the stage manager, so I am the last one out and the one who leaves the ghost light on.',
    languages: ['en', 'fr'],
    monthlyPrice: 8,
    yearlyPrice: 80,
    freeTrial: false,
    tags: ['theatre', 'backstage', 'night'],
    welcomeMessage: 'Doors are open. Mind the third step.',
    body: { bodyType: 'swimmer', hair: 'multiColored' },
    avatar: { mark: 'door', palette: 'harbor' },
    cover: { scene: 'ghostLight', palette: 'harbor' },
    joinedDaysAgo: 240,
  },
  {
    username: 'ines.weaves',
    name: 'Inés Weaves',
    email: at('ines.weaves'),
    gender: 'female',
    birthDate: '1994-07-12',
    country: 'ES',
    locale: 'en-US',
    bio: 'I weave costumes and backdrops on a loom older than my house. Slow posts, loud colours.',
    languages: ['en', 'es'],
    monthlyPrice: 5.25,
    yearlyPrice: 52,
    freeTrial: true,
    tags: ['weaving', 'costume', 'craft'],
    welcomeMessage: 'Welcome to the loom. Ask me anything about thread.',
    body: { height: '164_166', hair: 'brown', eye: 'hazel' },
    avatar: { mark: 'parasol', palette: 'rose' },
    cover: { scene: 'weave', palette: 'dusk' },
    joinedDaysAgo: 95,
  },
]

export const applicant: Applicant = {
  username: 'under.awning',
  name: '雨棚下',
  email: at('under.awning'),
  gender: 'female',
  birthDate: '1996-02-26',
  country: 'TW',
  locale: 'zh-TW',
  bio: '在雨棚下說故事的人。下雨就開場，放晴就收攤。',
  languages: ['zh'],
  monthlyPrice: 3.95,
  yearlyPrice: 39.5,
  freeTrial: false,
  tags: ['說書', '雨', '街頭'],
  welcomeMessage: '下雨了，過來坐。',
  body: {},
  avatar: { mark: 'drop', palette: 'slate' },
  cover: { scene: 'rainOnGlass', palette: 'tide' },
  joinedDaysAgo: 1,
  documents: { idVerification: 'facets', documentVerification: 'arches' },
}

export const staff = {
  username: 'stagehand',
  name: '舞臺監督',
  email: at('admin'),
  birthDate: '1982-06-01',
  country: 'TW',
  locale: 'zh-TW',
} as const

const looks: readonly MarkName[] = ['leaf', 'drop', 'star', 'hill', 'ring', 'crane', 'wave', 'moon', 'lantern', 'arch']
const colours: readonly PaletteName[] = [
  'rose',
  'tide',
  'violet',
  'ink',
  'amber',
  'celadon',
  'harbor',
  'dusk',
  'persimmon',
  'slate',
  'forest',
]

const roll: readonly (readonly [
  username: string,
  name: string,
  gender: Gender,
  birthDate: string,
  country: string,
  joinedDaysAgo: number,
])[] = [
  ['xiaoman', '小滿', 'female', '1997-05-21', 'TW', 58],
  ['aluan', '阿巒', 'male', '1992-01-08', 'TW', 300],
  ['bai.lu', '白露', 'female', '1996-09-07', 'TW', 280],
  ['chen.yuan', '陳遠', 'male', '1984-03-19', 'TW', 270],
  ['dong.zhi', '冬至', 'male', '1990-12-22', 'TW', 240],
  ['fangfang', '芳芳', 'female', '1988-07-03', 'TW', 230],
  ['gu.yu', '穀雨', 'female', '1999-04-20', 'TW', 215],
  ['hao.bear', '浩熊', 'male', '1994-10-10', 'TW', 200],
  ['ivy.tsai', '蔡以薇', 'female', '1993-02-14', 'TW', 185],
  ['jia.rong', '家榮', 'male', '1981-08-26', 'TW', 180],
  ['kuo.midnight', '郭子夜', 'male', '1995-11-30', 'TW', 160],
  ['lan.boat', '藍船', 'transgender', '1991-06-06', 'TW', 150],
  ['mori.tea', '森茶', 'female', '1989-05-15', 'JP', 140],
  ['niuniu', '妞妞', 'female', '2000-02-02', 'TW', 130],
  ['ocean.wu', '吳海', 'male', '1986-09-28', 'TW', 125],
  ['pingping', '平平', 'female', '1998-12-12', 'HK', 110],
  ['qiu.fen', '秋分', 'female', '1992-09-23', 'TW', 100],
  ['rainy.zhou', '周雨', 'male', '1997-03-27', 'SG', 98],
  ['shuang', '霜', 'female', '1990-10-23', 'TW', 90],
  ['tao.tao', '桃桃', 'female', '2001-01-17', 'TW', 86],
  ['umbrella.hsu', '許撐傘', 'male', '1987-06-18', 'TW', 80],
  ['wei.lane', '巷子裡的魏', 'male', '1979-11-11', 'TW', 74],
  ['yun.ching', '雲清', 'female', '1994-08-08', 'TW', 70],
  ['zhi.yin', '知音', 'male', '1983-04-04', 'MY', 66],
  ['amelia.frost', 'Amelia Frost', 'female', '1990-02-09', 'GB', 220],
  ['ben.okafor', 'Ben Okafor', 'male', '1988-07-21', 'GB', 190],
  ['clara.voss', 'Clara Voss', 'female', '1995-01-31', 'DE', 165],
  ['dario.m', 'Dario Mancini', 'male', '1982-10-02', 'IT', 145],
  ['elowen', 'Elowen Hart', 'transgender', '1998-06-14', 'AU', 105],
  ['finn.reyes', 'Finn Reyes', 'male', '1993-12-05', 'US', 92],
  ['greta.lind', 'Greta Lind', 'female', '1985-03-03', 'SE', 62],
]

const english = new Set(['GB', 'DE', 'IT', 'AU', 'US', 'SE'])

export const fans: readonly Fan[] = roll.map(([username, name, gender, birthDate, country, joinedDaysAgo], index) => ({
  username,
  name,
  email: username === 'xiaoman' ? at('fan') : at(username),
  gender,
  birthDate,
  country,
  locale: english.has(country) ? 'en-US' : 'zh-TW',
  avatar: { mark: looks[index % looks.length] ?? 'leaf', palette: colours[(index * 3) % colours.length] ?? 'rose' },
  joinedDaysAgo,
}))
