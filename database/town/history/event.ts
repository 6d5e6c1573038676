// What can happen in the demo town. `hoursAgo` is counted back from "now"; tokens and dollars are decimals, as on the wire.
import type { RequestState } from '#contract/talk/request-names.ts'

export type PackageKey = 'first' | 'evening' | 'season' | 'patron'

export interface TokenPackage {
  key: PackageKey
  name: { 'zh-TW': string; 'en-US': string }
  /** US dollars. */
  price: number
  tokens: number
  bonusTokens: number
}

/** Four packages, none outside the top-up bounds of the settings (2.95 to 300 US dollars). */
export const packages: readonly TokenPackage[] = [
  { key: 'first', name: { 'zh-TW': '入場', 'en-US': 'First night' }, price: 10, tokens: 100, bonusTokens: 0 },
  { key: 'evening', name: { 'zh-TW': '一晚', 'en-US': 'An evening' }, price: 30, tokens: 300, bonusTokens: 15 },
  { key: 'season', name: { 'zh-TW': '一季', 'en-US': 'A season' }, price: 98, tokens: 1000, bonusTokens: 0 },
  { key: 'patron', name: { 'zh-TW': '贊助人', 'en-US': 'Patron' }, price: 288, tokens: 3000, bonusTokens: 0 },
]

/** US dollars for one token, the default of the settings. */
const tokenRate = 0.1

/** What a subscription costs from the wallet: rounded up to a hundredth of a token. */
export const inTokens = (dollars: number): number => Math.ceil(Math.round(dollars * 1e6) / 1e4 / tokenRate - 1e-9) / 100

export type Period = 'monthly' | 'yearly'
export type PaidBy = 'wallet' | 'card' | 'trial'

export type RequestStep = Exclude<RequestState, 'refunded'>

type Happening =
  | { kind: 'follow'; fan: string; creator: string }
  | { kind: 'topUp'; fan: string; package: PackageKey; keepsCard?: true; coupon?: string }
  | { kind: 'declined'; fan: string; package: PackageKey }
  | { kind: 'subscribe'; fan: string; creator: string; period: Period; by: PaidBy }
  | { kind: 'renew'; fan: string; creator: string; period: Period; by: 'wallet' | 'card' }
  | { kind: 'cancel'; fan: string; creator: string }
  | { kind: 'lapse'; fan: string; creator: string }
  | { kind: 'unlock'; fan: string; post: string }
  | { kind: 'refund'; fan: string; post: string; reason: string }
  /** What a wallet paid for the running period of a subscription is given back by staff, and ends it. */
  | { kind: 'refundPeriod'; fan: string; creator: string; period: 'monthly'; reason: string }
  /** The bank of the card asks back what it paid for the newest top-up, which was this package; later it says who was right. */
  | { kind: 'disputed'; fan: string; package: PackageKey }
  | { kind: 'disputeLost'; fan: string }
  /** The gateway gave a part of the newest top-up back, and its report was lost on the way: the site finds out when the books are compared. */
  | { kind: 'gaveBack'; fan: string; package: PackageKey; dollars: number }
  /** To a creator, for a post, or while a show went on. */
  | { kind: 'tip'; fan: string; creator: string; tokens: number; message: string; post?: string; show?: string }
  /** Asked for, accepted, paid by the minute, and left by who paid. */
  | { kind: 'privateShow'; fan: string; creator: string; minutes: number; note: string }
  | { kind: 'like'; fan: string; post: string }
  | { kind: 'bookmark'; fan: string; post: string }
  | { kind: 'order'; fan: string; product: string; quantity: number; note?: string }
  | {
      kind: 'orderStep'
      fan: string
      product: string
      quantity: number
      status: 'processing' | 'shipping' | 'delivered' | 'cancelled'
      by: 'seller' | 'buyer'
    }
  | { kind: 'request'; fan: string; creator: string; request: string; step: RequestStep }
  | { kind: 'blockFan'; creator: string; fan: string; reason: string }
  | { kind: 'blockCountry'; creator: string; country: string }

export type Event = Happening & { hoursAgo: number }
export const days = (count: number): number => count * 24
export const hoursBefore = (now: Date, hours: number): Date => new Date(Math.round(now.getTime() - hours * 3_600_000))
