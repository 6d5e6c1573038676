import type { UiLocale } from '#web/ui/words.ts'

/** How a language sets what is put together out of parts; sentences stand in contract/words. */
interface Language {
  /** Between a figure and its unit, a day and its hour, one sentence and the next. Chinese and Japanese keep their distance by themselves. */
  space: '' | ' '
  /** Around the title of a work. */
  title: readonly [string, string]
  /** Counts in short: from how many on, in steps of how many, by which word. The largest first. */
  counts: readonly (readonly [from: number, step: number, word: string])[]
  now: string
  /** Behind a number of minutes, hours and days. */
  ago: readonly [minutes: string, hours: string, days: string, oneDay?: string]
  tonight: string
  today: string
  tomorrow: string
  day: (year: number | undefined, month: number, day: number) => string
}

const k: Language['counts'] = [
  [1e9, 1e9, 'B'],
  [1e6, 1e6, 'M'],
  [1e4, 1e3, 'K'],
]
const inMyriads = (myriad: string, of: string): Language['counts'] => [
  [1e8, 1e8, of],
  [1e4, 1e4, myriad],
]
const han = (year: number | undefined, month: number, day: number) => `${year ? `${year}年` : ''}${month}月${day}日`
const english = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')
const thai = 'ม.ค. ก.พ. มี.ค. เม.ย. พ.ค. มิ.ย. ก.ค. ส.ค. ก.ย. ต.ค. พ.ย. ธ.ค.'.split(' ')

/** Written by hand, because Node and the browsers carry different ICU versions, and a page that differs by a space is drawn anew. */
const languages: Readonly<Record<UiLocale, Language>> = {
  'zh-TW': {
    space: '',
    title: ['《', '》'],
    counts: inMyriads('萬', '億'),
    now: '剛剛',
    ago: ['分鐘前', '小時前', '天前'],
    tonight: '今晚',
    today: '今天',
    tomorrow: '明天',
    day: han,
  },
  'en-US': {
    space: ' ',
    title: ['“', '”'],
    counts: k,
    now: 'just now',
    ago: [' min ago', ' h ago', ' days ago', ' day ago'],
    tonight: 'tonight',
    today: 'today',
    tomorrow: 'tomorrow',
    day: (year, month, day) => `${english[month - 1]} ${day}${year ? `, ${year}` : ''}`,
  },
  'ja-JP': {
    space: '',
    title: ['「', '」'],
    counts: inMyriads('万', '億'),
    now: 'たった今',
    ago: ['分前', '時間前', '日前'],
    tonight: '今夜',
    today: '今日',
    tomorrow: '明日',
    day: han,
  },
  'ko-KR': {
    space: ' ',
    title: ['‘', '’'],
    counts: inMyriads('만', '억'),
    now: '방금',
    ago: ['분 전', '시간 전', '일 전'],
    tonight: '오늘 밤',
    today: '오늘',
    tomorrow: '내일',
    day: (year, month, day) => `${year ? `${year}년 ` : ''}${month}월 ${day}일`,
  },
  'zh-CN': {
    space: '',
    title: ['《', '》'],
    counts: inMyriads('万', '亿'),
    now: '刚刚',
    ago: ['分钟前', '小时前', '天前'],
    tonight: '今晚',
    today: '今天',
    tomorrow: '明天',
    day: han,
  },
  'th-TH': {
    space: ' ',
    title: ['“', '”'],
    counts: k,
    now: 'เมื่อสักครู่',
    ago: [' นาทีที่แล้ว', ' ชั่วโมงที่แล้ว', ' วันที่แล้ว'],
    tonight: 'คืนนี้',
    today: 'วันนี้',
    tomorrow: 'พรุ่งนี้',
    // By the calendar of statements and receipts, which has to be the same in all languages.
    day: (year, month, day) => `${day} ${thai[month - 1]}${year ? ` ${year}` : ''}`,
  },
}

export const languageOf = (locale: UiLocale): Language => languages[locale]
