import type { Reply } from '#contract/endpoint.ts'
import type { admin } from '#contract/office/admin.ts'
import type { Query } from '#web/app/query.ts'
import type { Api } from '#contract/client.ts'

type Table = typeof admin
type Asked<Row extends keyof Table> = Parameters<Api['admin'][Row]>[0]

export type Overview = Reply<Table['overview']>
export type Applications = Reply<Table['performers']>
export type Application = Applications['data'][number]
export type Works = Reply<Table['works']>
export type Transfers = Reply<Table['transfers']>
export type Transfer = Transfers['data'][number]
export type SettingRows = Reply<Table['settings']>
export type SettingRow = SettingRows[number]
export type Inbox = Reply<Table['inbox']>
/** A letter of a visitor. */
export type Visit = Inbox['data'][number]
export type Letters = Reply<Table['letters']>
export type Letter = Letters['data'][number]
export type Audit = Reply<Table['audit']>
export type Entry = Audit['data'][number]

export const overview: Query<Overview> = { key: ['admin.overview'], ask: (api) => api.admin.overview({}) }
export const performers = (input: Asked<'performers'>): Query<Applications> => ({
  key: ['admin.performers', input],
  ask: (api) => api.admin.performers(input),
})
export const works = (input: Asked<'works'>): Query<Works> => ({ key: ['admin.works', input], ask: (api) => api.admin.works(input) })
export type People = Reply<Table['people']>
export type FoundPerson = People['data'][number]
export const people = (input: Asked<'people'>): Query<People> => ({ key: ['admin.people', input], ask: (api) => api.admin.people(input) })
export type PersonWallet = Reply<Table['wallet']>
export const personWallet = (id: string): Query<PersonWallet> => ({ key: ['admin.wallet', id], ask: (api) => api.admin.wallet({ id }) })
export const transfers = (input: Asked<'transfers'>): Query<Transfers> => ({
  key: ['admin.transfers', input],
  ask: (api) => api.admin.transfers(input),
})
export type Payments = Reply<Table['payments']>
export type Payment = Payments['data'][number]
export const payments = (input: Asked<'payments'>): Query<Payments> => ({
  key: ['admin.payments', input],
  ask: (api) => api.admin.payments(input),
})
export const settings: Query<SettingRows> = { key: ['admin.settings'], ask: (api) => api.admin.settings({}) }
export const inbox = (input: Asked<'inbox'>): Query<Inbox> => ({ key: ['admin.inbox', input], ask: (api) => api.admin.inbox(input) })
export const letters = (input: Asked<'letters'>): Query<Letters> => ({
  key: ['admin.letters', input],
  ask: (api) => api.admin.letters(input),
})
export const audit = (input: Asked<'audit'>): Query<Audit> => ({ key: ['admin.audit', input], ask: (api) => api.admin.audit(input) })
