// Another e-mail address over HTTP: the second factor, the pages that links lead to, whoever is not its owner.
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { House, Person } from '#journeys/house.ts'
import { openHouseWithPages } from '#journeys/with-pages.ts'
import { openSession } from '#server/people/accounts/accounts.ts'
import { sql } from '#server/platform/db/db.ts'

let house: House
beforeAll(async () => {
  house = await openHouseWithPages()
}, 600_000)
afterAll(() => house.close())

const fresh = () => `new.${Math.random().toString(36).slice(2, 10)}@stagedoor.example`
async function newestLetter(email: string) {
  return house.db.one<{ path: string; code: string | null }>(sql`
    select content -> 'action' ->> 'path' as path, content -> 'code' ->> 'digits' as code from mail.letters
    where recipient = ${email} and content -> 'action' is not null order by created_at desc, id desc limit 1`)
}
const tokenIn = (path: string) => [...new URL(path, house.address).searchParams.values()][0]!

async function asks({ api, password }: Person, email: string, more: { code?: string } = {}) {
  await api.accounts.changeEmail({ email, currentPassword: password, ...more })
  await house.settle()
  return newestLetter(email)
}

test('a fan types the code of the letter: the address is another, this session stays, and the old one can undo it from its own letter', async () => {
  const mei = await house.fan({ name: 'Mei' })
  const { email: old } = await mei.api.me.user({})
  await house.db.transaction((tx) => tx.run(sql`update accounts.accounts set email_verified_at = now() where id = ${mei.id}`))
  const next = fresh()
  const { code } = await asks(mei, next)
  await expect(
    mei.api.accounts.confirmEmailByCode({ email: next, code: code === '000000' ? '1'.repeat(6) : '000000' }),
  ).rejects.toMatchObject({
    status: 422,
    code: 'wrong_letter_code',
  })
  await mei.api.accounts.confirmEmailByCode({ email: next, code: code! })
  expect(await mei.api.me.user({})).toMatchObject({ email: next, emailVerified: true })
  const { path } = await newestLetter(old)
  expect(path).toMatch(/^\/auth\/reset\?undo=/)
  const page = await fetch(house.address + path, { headers: { accept: 'text/html' } })
  expect(page.status).toBe(200)
  expect(await mei.api.me.user({}), 'opening it does nothing').toMatchObject({ email: next })
  const password = 'mine again, and long enough'
  await house.visitor().accounts.undoEmail({ token: tokenIn(path), password })
  await expect(mei.api.me.user({})).rejects.toMatchObject({ status: 401 })
  const { token } = await house.visitor().accounts.login({ username: old, password })
  expect(await house.as(token).me.user({})).toMatchObject({ email: old })
  await expect(house.visitor().accounts.undoEmail({ token: tokenIn(path), password })).rejects.toMatchObject({ code: 'link_expired' })
})

test('a link is confirmed by a press on its page, by whoever reads the letter, and signs nobody in', async () => {
  const mei = await house.fan({ name: 'Mei' })
  const next = fresh()
  const { path } = await asks(mei, next)
  const page = await fetch(house.address + path, { headers: { accept: 'text/html' } })
  expect([page.status, page.headers.getSetCookie().filter((each) => each.startsWith('token='))]).toEqual([200, []])
  expect(await mei.api.me.user({})).not.toMatchObject({ email: next })
  const { status, json, headers } = await house.raw({
    method: 'POST',
    url: '/api/auth/email-change/confirm',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token: tokenIn(path) }),
  })
  expect([status, json['code'], headers.getSetCookie()]).toEqual([200, undefined, []])
  const { token } = await house.visitor().accounts.login({ username: next, password: mei.password })
  expect(await house.as(token).me.user({})).toMatchObject({ email: next })
})

test('whoever has a second factor is asked for a code as well', async () => {
  const mei = await house.fan({ name: 'Mei' })
  const { secret } = await mei.api.accounts.beginTwoFactor({ currentPassword: mei.password })
  const codeOf = () => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: house.clock.now().getTime() })
  await mei.api.accounts.confirmTwoFactor({ code: codeOf() })
  house.clock.advance({ seconds: 31 })
  const next = fresh()
  for (const more of [{}, { code: '000000' }])
    await expect(mei.api.accounts.changeEmail({ email: next, currentPassword: mei.password, ...more })).rejects.toMatchObject({
      code: 'wrong_code',
      errors: [{ field: 'code' }],
    })
  expect(await asks(mei, next, { code: codeOf() })).toMatchObject({ code: expect.stringMatching(/^\d{6}$/) })
})

test('without the password, with somebody’s address, or for another, nothing is told and nothing changes', async () => {
  const [mei, jun] = [await house.fan({ name: 'Mei' }), await house.fan({ name: 'Jun' })]
  const { email: juns } = await jun.api.me.user({})
  await expect(mei.api.accounts.changeEmail({ email: fresh() })).rejects.toMatchObject({
    code: 'wrong_password',
    errors: [{ field: 'currentPassword' }],
  })
  const sent = await Promise.all([juns, fresh()].map((email) => mei.api.accounts.changeEmail({ email, currentPassword: mei.password })))
  expect(sent[0]).toEqual(sent[1])
  const { email: own } = await mei.api.me.user({})
  await expect(mei.api.accounts.changeEmail({ email: own, currentPassword: mei.password })).rejects.toMatchObject({
    code: 'email_is_yours',
    errors: [{ field: 'email' }],
  })
  const office = await house.staff()
  const { token } = await house.db.transaction((tx) => openSession(tx, mei.id, { actorId: office.id }))
  await expect(house.as(token).accounts.changeEmail({ email: fresh(), currentPassword: mei.password })).rejects.toMatchObject({
    status: 403,
    code: 'not_while_acting',
  })
})
