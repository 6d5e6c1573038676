// Who of the town is paid out, where to, and how far it has come. Nobody's account: the names are invented, the numbers of no bank.
import { days } from './history/event.ts'

interface Holder {
  firstName: string
  lastName: string
  bankName: string
  bankAccount: string
  address: string
  city: string
  country: string
  /** Details that are older than their hold; those of today are not. */
  savedHoursAgo: number
}

/** By username. Whoever is here has this legal name on their papers. */
export const holders: Readonly<Record<string, Holder>> = {
  papertheatre: inTaiwan('若潮', '陳', '潮間銀行　河岸分行', '0000 1180 2046', days(200)),
  nightradio: inTaiwan('子航', '周', '零點銀行　山城分行', '0000 2271 9003', 20),
  linmu: inTaiwan('暮', '林', '潮間銀行　老街分行', '0000 1180 7730', days(180)),
  inkworks: inTaiwan('硯青', '許', '松煙銀行　總行', '0000 4402 1159', days(150)),
  'velvet.curtain': inTaiwan('思帷', '何', '松煙銀行　劇場路分行', '0000 4402 8816', days(150)),
  mistriver: inTaiwan('川', '吳', '零點銀行　河谷分行', '0000 2271 4478', days(90)),
  harborlight: {
    firstName: 'Nora',
    lastName: 'Quill',
    bankName: 'Lantern Savings Bank, Pier 4',
    bankAccount: 'XX00 LANT 0000 0042 17',
    address: '4 Gull Street',
    city: 'Port Ellery',
    country: 'GB',
    savedHoursAgo: days(120),
  },
}

function inTaiwan(firstName: string, lastName: string, bankName: string, bankAccount: string, savedHoursAgo: number): Holder {
  return { firstName, lastName, bankName, bankAccount, address: '潮間巷7弄3號', city: '臺北市', country: 'TW', savedHoursAgo }
}

/** As the papers say it: 陳若潮, but Nora Quill. */
export const legalNameOf = ({ firstName, lastName, country }: Holder): string =>
  country === 'TW' ? lastName + firstName : `${firstName} ${lastName}`

/** Whose money may go by PayPal or another way, too, and since when. */
export const payoutAccounts = [
  { creator: 'papertheatre', type: 'paypal', account: 'papertheatre@pay.stagedoor.example', savedHoursAgo: days(50) },
  { creator: 'papertheatre', type: 'other', account: '街口支付0900 118 204', savedHoursAgo: 20 },
] as const

export type PayoutStep =
  | { creator: string; hoursAgo: number; step: 'asks'; tokens: number; note?: string }
  | { creator: string; hoursAgo: number; step: 'approved' | 'processing' | 'done' }
  | { creator: string; hoursAgo: number; step: 'rejected' | 'returned'; reason: string }
  /** Says yes to the bank account that one came back from. */
  | { creator: string; hoursAgo: number; step: 'confirms' }

const steps = (creator: string, ...told: (Omit<PayoutStep, 'creator'> & Record<string, unknown>)[]) =>
  told.map((step) => ({ creator, ...step }) as PayoutStep)

export const payoutSteps: readonly PayoutStep[] = [
  ...steps(
    'papertheatre',
    { hoursAgo: days(20), step: 'asks', tokens: 1300, note: '十月的三場' },
    { hoursAgo: days(19.2), step: 'approved' },
    { hoursAgo: days(19), step: 'processing' },
    { hoursAgo: days(17), step: 'done' },
  ),
  ...steps(
    'velvet.curtain',
    { hoursAgo: days(6), step: 'asks', tokens: 600 },
    { hoursAgo: days(5), step: 'rejected', reason: '銀行說分行名稱不完整，請補上之後再申請一次。' },
  ),
  ...steps(
    'harborlight',
    { hoursAgo: days(4), step: 'asks', tokens: 850, note: 'For the new lamp' },
    { hoursAgo: days(3), step: 'approved' },
    { hoursAgo: days(2), step: 'processing' },
  ),
  ...steps('inkworks', { hoursAgo: days(2), step: 'asks', tokens: 1200 }, { hoursAgo: 22, step: 'approved' }),
  ...steps(
    'linmu',
    { hoursAgo: days(16), step: 'asks', tokens: 600, note: '器材' },
    { hoursAgo: days(15), step: 'approved' },
    { hoursAgo: days(14.8), step: 'processing' },
    { hoursAgo: days(13), step: 'done' },
    { hoursAgo: days(10), step: 'returned', reason: '銀行說戶名少了一個字，退匯了。請核對後再申請一次。' },
    { hoursAgo: days(9.5), step: 'confirms' },
  ),
  ...steps('linmu', { hoursAgo: 9, step: 'asks', tokens: 2000, note: '巡演的訂金' }),
  ...steps('mistriver', { hoursAgo: 3, step: 'asks', tokens: 600 }),
]
