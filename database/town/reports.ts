// What people tell the office, and what it made of it. Ages are hours before "now". Nobody here is real, and what they link to is on the example domain.
import type { DecisionName, ReportReason } from '#contract/office/report-names.ts'
import { days } from './history/event.ts'

/** Works by their post's key, people by their username; a comment and a line are found by their words. */
type About =
  | { post: string }
  | { creator: string }
  | { fan: string }
  | { comment: string; under: string }
  | { line: string; between: { fan: string; creator: string } }

interface TownReport {
  hoursAgo: number
  /** Whoever says it; without, somebody who has no account. */
  by?: string
  reason: ReportReason
  words: string
  evidence?: readonly string[]
  contact?: string
  signature?: string
}

export interface TownCase {
  about: About
  reports: readonly TownReport[]
  /** When somebody in the office took it. */
  takenHoursAgo?: number
  decided?: { hoursAgo: number; what: DecisionName; reason: string }
}

export const cases: readonly TownCase[] = [
  {
    about: { post: 'radio-letter' },
    reports: [
      {
        hoursAgo: 18,
        reason: 'depicted',
        words: '信裡的走廊是我上班的醫院。名字拿掉了，日期和班別沒有改，同事一聽就知道是我。我沒有同意念出來。',
        contact: 'night.ward@people.example',
        signature: '走廊上的人',
      },
    ],
  },
  {
    about: { post: 'lantern-night' },
    reports: [
      { hoursAgo: 52, by: 'wei.lane', reason: 'illegal', words: '那一晚是強風特報，整條巷子禁止點火。屋頂那幾盞是真的火，不是燈泡。' },
    ],
    takenHoursAgo: 30,
  },
  {
    about: { line: 'You did not answer again.', between: { fan: 'rainy.zhou', creator: 'harborlight' } },
    reports: [
      {
        hoursAgo: 9,
        by: 'harborlight',
        reason: 'threat',
        words: 'Third time this month. He names the loading door and the hour. I have not answered him and will not.',
      },
    ],
  },
  {
    about: { fan: 'lan.boat' },
    reports: [
      { hoursAgo: 40, by: 'linmu', reason: 'impersonation', words: '他自稱是我的助理，跟聽眾收訂金。我沒有助理，也不收訂金。' },
      { hoursAgo: 26, by: 'xiaoman', reason: 'scam', words: '說可以代買林暮的前排，要先匯一半。我沒有匯，截圖可以給你們。' },
    ],
  },
  {
    about: { post: 'cuts-boat' },
    reports: [
      {
        hoursAgo: days(3),
        by: 'inkworks',
        reason: 'copyright',
        words: '浪的那一刀是我2019年的〈未定〉，翻了面，多了一艘船。',
        evidence: ['https://inkworks.example/2019/undecided'],
        signature: '墨色工房',
      },
    ],
  },
  {
    about: { comment: '想快點被看見的加我，三天五百個追蹤，先付一半。', under: 'mist-river' },
    reports: [{ hoursAgo: 4, by: 'mistriver', reason: 'scam', words: '同一句話在三個人的作品下面都有。' }],
  },
  {
    about: { line: '我直接轉帳給你好嗎？', between: { fan: 'tao.tao', creator: 'papertheatre' } },
    reports: [{ hoursAgo: days(3), by: 'papertheatre', reason: 'scam', words: '第二次要我在站外收錢。我說過不行了。' }],
    takenHoursAgo: days(2.6),
    decided: { hoursAgo: days(2.5), what: 'removed', reason: '不可以邀人到站外付款。這次移除訊息，再一次會停用傳訊。' },
  },
  {
    about: { creator: 'velvet.curtain' },
    reports: [{ hoursAgo: days(10), by: 'xiaoman', reason: 'other', words: '那晚晚了四十分鐘才開始，沒有人說一聲。' }],
    decided: { hoursAgo: days(7), what: 'kept', reason: '晚開場不違反守則，所以內容保留。我們請絨幕以後在開場前公告。' },
  },
  {
    about: { fan: 'dario.m' },
    reports: [
      {
        hoursAgo: days(6) - 0.3,
        by: 'harborlight',
        reason: 'non_consensual',
        words: 'He keeps asking me to record other people in the house without telling them, and offers more each time.',
      },
    ],
    takenHoursAgo: days(5.8),
    decided: {
      hoursAgo: days(5.5),
      what: 'acted',
      reason:
        'We wrote to this account: asking for recordings of people who do not know of it ends an account here. You blocked them already; we keep watching.',
    },
  },
]
