// A fan becomes a creator behind their own sign-in: one address, one password, two accounts, and one person.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { applicationFor, opensPapers, performsBehind } from '#journeys/becoming.ts'
import { browserOf } from '#journeys/browsers.ts'
import { type House, openHouse, type Person, picture } from '#journeys/house.ts'
import * as accounts from '#server/people/accounts/accounts.ts'
import { sql } from '#server/platform/db/db.ts'

let house: House
let staff: Person
beforeAll(async () => {
  house = await openHouse()
  staff = await house.staff()
  await staff.api.admin.saveSettings({ values: { reviewDefault: 'after' } })
})
afterAll(() => house.close())

const applicationOf = (username: string, more: { name?: string } = {}) => applicationFor(house, username, more)
const openPapers = (id: string) => opensPapers(staff, id)
const performs = (fan: Person, username: string) => performsBehind(house, staff, fan, username)

const lettersTo = async (id: string) => {
  const { email } = (await accounts.find(house.db, id))!
  await house.settle()
  return (await staff.api.admin.letters({ limit: 50 })).data.filter(({ recipient }) => recipient === email)
}

test('a fan applies without another address, sees each step, is approved, told, and goes on as a creator by one press', async () => {
  const fan = await house.fan({ balance: 50, name: '小美' })
  expect(await fan.api.identity.becoming({})).toEqual({ state: 'none', documents: [], hasAgreed: false, hasPayout: false, hasPost: false })
  const { _id: id } = await fan.api.identity.apply(await applicationOf('summer.night'))
  expect(await fan.api.identity.becoming({})).toMatchObject({
    state: 'pending',
    account: { _id: id, username: 'summer.night', isOpen: false },
    hasAgreed: true,
    documents: [{ type: 'idVerification' }, { type: 'documentVerification' }],
  })
  await expect(fan.api.switching.go({ accountId: id })).rejects.toMatchObject({ code: 'performer_pending' })
  expect(await fan.api.switching.accounts({})).toHaveLength(1)

  // A paper that was not clear is sent again, from the fan's account, and is what staff look at.
  await fan.api.identity.uploadDocument({ type: 'idVerification', file: await picture(600, 400, 3) })
  await openPapers(id)
  await staff.api.admin.approvePerformer({ id })
  expect((await lettersTo(fan.id)).map(({ subject }) => subject).join()).toContain('approved')
  expect((await fan.api.notifications.list({})).data.map(({ kind }) => kind)).toContain('review')

  expect(await fan.api.switching.accounts({})).toMatchObject([
    { _id: fan.id, role: 'user', relation: 'self' },
    { _id: id, role: 'performer', relation: 'own' },
  ])
  const creator = house.as((await fan.api.switching.go({ accountId: id })).token)
  expect(await creator.me.user({})).toMatchObject({ _id: id, isPerformer: true, balance: 0 })
  expect((await creator.me.user({})).impersonatedBy).toBeUndefined()
  await creator.feeds.create({ type: 'text', text: '第一則' })
  expect(await creator.identity.becoming({})).toMatchObject({ state: 'approved', hasPost: true })
  // The fan's account keeps what is theirs.
  expect(await fan.api.me.user({})).toMatchObject({ _id: fan.id, isPerformer: false, balance: 50 })
  expect(await creator.switching.accounts({})).toMatchObject([
    { _id: id, relation: 'self' },
    { _id: fan.id, relation: 'own' },
  ])
  expect(await staff.api.admin.person({ id })).toMatchObject({ other: { _id: fan.id } })
  expect(await staff.api.admin.person({ id: fan.id })).toMatchObject({ other: { _id: id } })
})

test('whoever is refused reads why on their page, mends it and sends it again; a second account is not to be had', async () => {
  const fan = await house.fan()
  const { _id: id } = await fan.api.identity.apply(await applicationOf('first.try'))
  await expect(fan.api.identity.apply(await applicationOf('second.try'))).rejects.toMatchObject({ code: 'performs_already' })
  await staff.api.admin.rejectPerformer({ id, reason: '證件看不清楚' })
  expect(await fan.api.identity.becoming({})).toMatchObject({
    state: 'rejected',
    reason: '證件看不清楚',
    sent: { phone: '+886 900 000 000' },
  })
  await expect(fan.api.switching.go({ accountId: id })).rejects.toMatchObject({ code: 'performer_rejected' })
  const again = await fan.api.identity.apply(await applicationOf('first.try', { name: '夏夜二' }))
  expect(again).toEqual({ _id: id, state: 'pending' })
  await openPapers(id)
  await staff.api.admin.approvePerformer({ id })
  expect(await fan.api.identity.becoming({})).toMatchObject({ state: 'approved', account: { name: '夏夜二', isOpen: true } })
  // Neither those who perform on their own nor staff apply so, and without an account there is nothing to send papers for.
  const creator = await house.creator()
  for (const who of [creator, staff])
    await expect(who.api.identity.apply(await applicationOf('third.try'))).rejects.toMatchObject({ code: 'not_allowed' })
  await expect((await house.fan()).api.identity.uploadDocument({ type: 'w9', file: await picture(60, 40, 3) })).rejects.toMatchObject({
    code: 'not_allowed',
  })
})

test('the password, the second step and the address are the holder’s, whichever username is typed', async () => {
  const fan = await house.fan()
  const { id, api } = await performs(fan, 'one.door')
  const login = async (username: string, password: string) => house.as((await house.visitor().accounts.login({ username, password })).token)
  expect(await (await login('one.door', fan.password)).me.user({})).toMatchObject({ _id: id })
  const { email } = await fan.api.me.user({})
  expect(await (await login(email, fan.password)).me.user({})).toMatchObject({ _id: fan.id })
  await expect(login('one.door', 'not the password')).rejects.toMatchObject({ code: 'incorrect_credentials' })

  // Changed in the one, it is changed for both, and the other sessions of both end.
  await api.accounts.changePassword({ currentPassword: fan.password, password: 'another long sentence' })
  await expect(fan.api.me.user({})).rejects.toMatchObject({ code: 'sign_in_required' })
  expect(await api.me.user({})).toMatchObject({ _id: id })
  expect(await (await login('one.door', 'another long sentence')).me.user({})).toMatchObject({ _id: id })

  // The database keeps the address in step, and knows no way in of the held one's own.
  await house.db.transaction((tx) => tx.run(sql`update accounts.accounts set email = 'moved@stagedoor.example' where id = ${fan.id}`))
  expect((await accounts.find(house.db, id))?.email).toBe('moved@stagedoor.example')
  const plainly = (statement: ReturnType<typeof sql>) => house.db.transaction((tx) => tx.run(statement))
  for (const wrong of [
    sql`update accounts.accounts set password_hash = 'x' where id = ${id}`,
    sql`update accounts.accounts set holder_id = null where id = ${id}`,
    sql`update accounts.accounts set role = 'performer' where id = ${fan.id}`,
    sql`insert into accounts.two_factor (account_id, sealed, begun_at) values (${id}, '\\x00', now())`,
    sql`insert into accounts.accounts (role, name, username, email, holder_id, created_at) values ('performer', 'Two', 'number.two', 'x@stagedoor.example', ${fan.id}, now())`,
    sql`insert into accounts.accounts (role, name, username, email, holder_id, created_at) values ('performer', 'Two', 'number.two', 'x@stagedoor.example', ${staff.id}, now())`,
  ])
    await expect(plainly(wrong)).rejects.toThrow()
})

test('one person pays, follows, likes and writes to themselves in neither of their accounts', async () => {
  const fan = await house.fan({ balance: 500 })
  const { id, api } = await performs(fan, 'same.person')
  const { _id: fileId } = await api.feeds.uploadPhoto({ file: await picture(300, 200, 4) })
  const post = await api.feeds.create({ type: 'photo', text: '要付費', fileIds: [fileId], isSale: 'ppv', price: 10 })
  const open = await api.feeds.create({ type: 'text', text: '免費' })
  const tries = [
    () => fan.api.earnings.tip({ id, amount: 20 }),
    () => fan.api.subscriptions.subscribe({ performerId: id, type: 'monthly', useWallet: true }),
    () => fan.api.subscriptions.subscribe({ performerId: id, type: 'free' }),
    () => fan.api.follows.follow({ id }),
    () => fan.api.messaging.begin({ source: 'performer', sourceId: id }),
    () => api.messaging.begin({ source: 'user', sourceId: fan.id }),
    () => fan.api.reactions.react({ objectId: open._id, objectType: 'feed', action: 'like' }),
    () => fan.api.feeds.charge({ id: post._id }),
  ]
  for (const attempt of tries) await expect(attempt()).rejects.toMatchObject({ code: 'own_account' })
  expect(await fan.balance()).toBe(500)
})

test('the browser goes to and fro with two sessions, another’s account is not to be had, and signing out ends both', async () => {
  const fan = await house.fan()
  const { id } = await performs(fan, 'to.and.fro')
  const browser = await browserOf(house, fan)
  const first = browser.cookie('token')
  expect((await browser.ask('/users/authByAccount', { accountId: id })).status).toBe(200)
  const second = browser.cookie('token')
  expect([await browser.who(), browser.cookie('originalToken')]).toEqual(['to.and.fro', first])
  await browser.ask('/users/authByAccount', { accountId: fan.id })
  expect([browser.cookie('token'), browser.cookie('originalToken')]).toEqual([first, second])
  await browser.ask('/users/authByAccount', { accountId: id })
  expect([browser.cookie('token'), browser.cookie('originalToken')]).toEqual([second, first])
  const stranger = await house.fan()
  expect(await browser.ask('/users/authByAccount', { accountId: stranger.id })).toMatchObject({ json: { code: 'account_not_yours' } })
  await browser.ask('/auth/logout', {})
  for (const token of [first, second]) await expect(house.as(token!).me.user({})).rejects.toMatchObject({ code: 'sign_in_required' })
})

test('whose fan account is closed performs no more; who may not perform any more stays a fan', async () => {
  const [one, other] = [await house.fan(), await house.fan()]
  const [first, second] = [await performs(one, 'shut.both'), await performs(other, 'shut.one')]
  const close = (id: string) => house.db.transaction((tx) => accounts.setState(tx, id, 'closed'))
  await close(one.id)
  await expect(first.api.me.user({})).rejects.toMatchObject({ code: 'sign_in_required' })
  expect((await accounts.find(house.db, first.id))?.state).toBe('closed')
  await close(second.id)
  await expect(second.api.me.user({})).rejects.toMatchObject({ code: 'sign_in_required' })
  expect(await other.api.me.user({})).toMatchObject({ _id: other.id })
  await expect(other.api.switching.go({ accountId: second.id })).rejects.toMatchObject({ code: 'account_not_yours' })
})
