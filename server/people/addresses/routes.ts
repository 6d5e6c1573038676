import { addresses as table, type Address } from '#contract/people/addresses.ts'
import * as addresses from '#server/people/addresses/addresses.ts'
import type { Call, Handlers } from '#server/platform/http/handlers.ts'
import type { Member } from '#server/platform/http/viewer.ts'
import { refuse } from '#server/platform/refusals/refusal.ts'

export const handlers: Handlers<typeof table> = {
  async create(call, postal) {
    const id = await call.db.transaction((tx) => addresses.create(tx, call.viewer.accountId, postal))
    return one(call, id)
  },
  async update(call, { id, ...postal }) {
    await call.db.transaction((tx) => addresses.update(tx, call.viewer.accountId, id, postal))
    return one(call, id)
  },
  async search(call, paging) {
    const { rows, total } = await addresses.list(call.db, call.viewer.accountId, paging)
    return { data: rows.map(formOf), total }
  },
  async remove(call, { id }) {
    await call.db.transaction((tx) => addresses.remove(tx, call.viewer.accountId, id))
    return { deleted: true }
  },
}

async function one({ db, viewer }: Call<Member>, id: string): Promise<Address> {
  return formOf((await addresses.find(db, viewer.accountId, id)) ?? refuse('not_found'))
}

function formOf({ id, country, postal, createdAt, updatedAt }: addresses.Address): Address {
  const words = postal ?? { name: '', country, city: '', streetAddress: '', zipCode: '', needsAgain: true }
  return { ...words, _id: id, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() }
}
