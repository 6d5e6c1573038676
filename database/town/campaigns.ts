// What creators of the town say to many, what they keep of their fans, and what they have at hand. Ages are hours before "now".
import type { Occasion } from '#contract/talk/campaign-names.ts'

export interface TownCampaign {
  creator: string
  /** When it was written; and when it goes out, where that is later: below zero it is yet to come. */
  hoursAgo: number
  goesHoursAgo?: number
  text: string
  to: readonly ('followers' | 'subscribers' | 'expired')[]
  /** Leaves out those on this list. */
  without?: string
}

export const campaigns: readonly TownCampaign[] = [
  {
    creator: 'papertheatre',
    hoursAgo: 30,
    text: '{name}，今晚的月亮掛好了。九點關燈，看得見線的人，可以留到最後。',
    to: ['followers', 'subscribers'],
  },
  {
    creator: 'papertheatre',
    hoursAgo: 5,
    goesHoursAgo: -20,
    text: '{name}，海的那一幕明晚再演一次。這次船上會有兩個人。',
    to: ['subscribers'],
    without: '巡演的人',
  },
]

export interface TownList {
  creator: string
  name: string
  fans: readonly string[]
}

export const lists: readonly TownList[] = [
  { creator: 'papertheatre', name: '第一排', fans: ['xiaoman'] },
  { creator: 'papertheatre', name: '巡演的人', fans: [] },
]

export const notes: readonly { creator: string; fan: string; text: string }[] = [
  { creator: 'papertheatre', fan: 'xiaoman', text: '關燈才看。第二遍才看見船上的人，下次先告訴她站哪裡。' },
]

export const replies: readonly { creator: string; name: string; text: string }[] = [
  { creator: 'papertheatre', name: '開場時間', text: '{name}，每週五、六晚上九點開場，八點半開門。' },
  { creator: 'papertheatre', name: '謝謝', text: '謝謝你，{name}。這幾張紙會記得。' },
]

export const rules: readonly { creator: string; occasion: Occasion; text: string }[] = [
  { creator: 'papertheatre', occasion: 'tip', text: '謝謝你，{name}。今晚多剪一顆星星。' },
]
