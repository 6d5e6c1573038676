// What creators of the town offer besides a month and a year: bundles, tiers, promotions; and who gave a subscription to whom.
/** US dollars, within the bounds of the settings times the months. */
export const bundles: Readonly<Record<string, { threeMonthPrice: number; sixMonthPrice?: number }>> = {
  papertheatre: { threeMonthPrice: 11.75, sixMonthPrice: 22.2 },
  linmu: { threeMonthPrice: 16.05, sixMonthPrice: 29.95 },
  harborlight: { threeMonthPrice: 13.5 },
}

/** Said while the site was trying out another currency, and not said again since: nobody can subscribe until they are. */
export const resting = { creator: 'ache.piano', currency: 'EUR', monthlyPrice: 4.2, hoursAgo: 6 } as const

interface Tier {
  creator: string
  name: string
  description: string
  benefits: readonly string[]
  freeMessages?: true
  monthlyPrice: number
  yearlyPrice?: number
}

export const tiers: readonly Tier[] = [
  {
    creator: 'papertheatre',
    name: '第一排',
    description: '離舞臺最近的位子，也聽得見翻紙的聲音。',
    benefits: ['每月一張手作明信片的電子檔', '新戲提前三天看', '片尾有你的名字'],
    freeMessages: true,
    monthlyPrice: 9.35,
    yearlyPrice: 93.5,
  },
  {
    creator: 'papertheatre',
    name: '後臺',
    description: '跟著一齣戲從第一張草圖走到謝幕。',
    benefits: ['第一排的全部內容', '每齣戲的完整分鏡', '每季一次線上排練，可以提問'],
    freeMessages: true,
    monthlyPrice: 19.35,
  },
  {
    creator: 'marlowe.cuts',
    name: 'Cutting room',
    description: 'For those who want to see how it is made.',
    benefits: ['Project files of every short', 'Early cuts, a week before the others'],
    monthlyPrice: 14.95,
    yearlyPrice: 149,
  },
]

interface Promotion {
  creator: string
  percentOff: number
  appliesTo: 'new' | 'returning' | 'all'
  types: readonly ('monthly' | 'three_months' | 'six_months' | 'yearly')[]
  maxUses?: number
  /** Made on that day, and running from it unless it waits for a later one. */
  startedDaysAgo: number
  startsInDays?: number
  days: number
}

export const promotions: readonly Promotion[] = [
  { creator: 'papertheatre', percentOff: 40, appliesTo: 'new', types: ['monthly'], maxUses: 20, startedDaysAgo: 5, days: 30 },
  { creator: 'papertheatre', percentOff: 20, appliesTo: 'returning', types: ['monthly', 'three_months'], startedDaysAgo: 45, days: 14 },
  { creator: 'papertheatre', percentOff: 25, appliesTo: 'all', types: ['yearly'], startedDaysAgo: 1, startsInDays: 12, days: 10 },
  { creator: 'lantern.lane', percentOff: 30, appliesTo: 'all', types: ['monthly', 'yearly'], startedDaysAgo: 3, days: 21 },
]

/** Given by card; the words are the giver's. */
export const gifts = [
  {
    giver: 'yun.ching',
    recipient: 'xiaoman',
    creator: 'linmu',
    type: 'three_months',
    daysAgo: 12,
    message: '生日快樂！她週六都會唱，記得聽。',
  },
] as const
