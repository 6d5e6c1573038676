import { query } from '#web/app/query.ts'
import type { ReplyTo, SentTo } from '#contract/client.ts'

export type Overview = ReplyTo<'admin.overview'>
type Applications = ReplyTo<'admin.performers'>
export type Application = Applications['data'][number]
export type Works = ReplyTo<'admin.works'>
type Transfers = ReplyTo<'admin.transfers'>
export type Transfer = Transfers['data'][number]
type SettingRows = ReplyTo<'admin.settings'>
export type SettingRow = SettingRows[number]
type Inbox = ReplyTo<'admin.inbox'>
/** A letter of a visitor. */
export type Visit = Inbox['data'][number]
type Letters = ReplyTo<'admin.letters'>
export type Letter = Letters['data'][number]
type Audit = ReplyTo<'admin.audit'>
export type Entry = Audit['data'][number]

export const overview = query('admin.overview')
export const performers = (input: SentTo<'admin.performers'>) => query('admin.performers', input)
export const works = (input: SentTo<'admin.works'>) => query('admin.works', input)
type People = ReplyTo<'admin.people'>
export type FoundPerson = People['data'][number]
export const people = (input: SentTo<'admin.people'>) => query('admin.people', input)
export type PersonWallet = ReplyTo<'admin.wallet'>
export const personWallet = (id: string) => query('admin.wallet', { id })
export type Person = ReplyTo<'admin.person'>
export const person = (id: string) => query('admin.person', { id })
export const transfers = (input: SentTo<'admin.transfers'>) => query('admin.transfers', input)
type Payments = ReplyTo<'admin.payments'>
export type Payment = Payments['data'][number]
export const payments = (input: SentTo<'admin.payments'>) => query('admin.payments', input)
export const paymentSums = (input: SentTo<'admin.paymentSums'>) => query('admin.paymentSums', input)
export type PaymentSums = ReplyTo<'admin.paymentSums'>
export const payment = (id: string) => query('admin.payment', { id })
export type WholePayment = ReplyTo<'admin.payment'>
export const settings = query('admin.settings')
export const inbox = (input: SentTo<'admin.inbox'>) => query('admin.inbox', input)
export const letters = (input: SentTo<'admin.letters'>) => query('admin.letters', input)
export const audit = (input: SentTo<'admin.audit'>) => query('admin.audit', input)
