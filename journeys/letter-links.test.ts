// Letters' links and codes over HTTP: what opening a link does (nothing), and what typing its code does.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { House } from '#journeys/house.ts'
import { openHouseWithPages } from '#journeys/with-pages.ts'
import { sql } from '#server/platform/db/db.ts'

let house: House
beforeAll(async () => {
  house = await openHouseWithPages()
}, 600_000)
afterAll(() => house.close())

async function newcomer() {
  const email = `mei.${Math.random().toString(36).slice(2, 10)}@stagedoor.example`
  const { termsVersion } = await house.visitor().settings.public({})
  const password = 'a long one of the story'
  const { token } = await house.visitor().accounts.register({ email, password, acceptedTermsVersion: termsVersion })
  await house.settle()
  return { email, password, token: token! }
}

async function newestLetter(email: string): Promise<{ path: string; code: string }> {
  return house.db.one<{ path: string; code: string }>(sql`
    select content -> 'action' ->> 'path' as path, content -> 'code' ->> 'digits' as code from mail.letters
    where recipient = ${email} and content -> 'action' is not null order by created_at desc, id desc limit 1`)
}

test('opening a letter’s link, twice, signed in or not, does nothing: no session begins, none is another, and the link is still good', async () => {
  const mei = await newcomer()
  const verifying = await newestLetter(mei.email)
  await house.visitor().accounts.forgot({ email: mei.email })
  await house.settle()
  const resetting = await newestLetter(mei.email)
  expect([verifying.path, resetting.path]).toEqual([
    expect.stringMatching(/^\/auth\/verify\?token=/),
    expect.stringMatching(/^\/auth\/reset\?token=/),
  ])
  const other = await newcomer()
  for (const { path } of [verifying, resetting])
    for (const cookie of ['', `token=${other.token}`, `token=${mei.token}`]) {
      const page = await fetch(house.address + path, { headers: { accept: 'text/html', cookie }, redirect: 'manual' })
      expect(page.status).toBe(200)
      expect(page.headers.getSetCookie().filter((each) => /^(token|device)=/.test(each))).toEqual([])
    }
  const used = await house.db.many(sql`select 1 from accounts.links where email = ${mei.email} and used_at is not null`)
  expect(used).toEqual([])
  const token = new URL(verifying.path, house.address).searchParams.get('token')!
  expect(await house.visitor().accounts.verifyEmail({ token })).toHaveProperty('message')
})

test('no call that a link could make opens or ends a session: what signs in is posted', async () => {
  const { contract } = await import('#contract/index.ts')
  const rows = Object.values(contract.accounts) as { method: string; path: string }[]
  const gets = rows.filter(({ method }) => method === 'GET').map(({ path }) => path)
  const mei = await newcomer()
  for (const path of gets) {
    const answer = await fetch(`${house.address}/api${path}`, { headers: { cookie: `token=${mei.token}` } })
    expect(answer.headers.getSetCookie(), path).toEqual([])
  }
})

test('whoever waits in another browser types the code: the address is confirmed, and whoever was in elsewhere is out', async () => {
  const mei = await newcomer()
  const { code } = await newestLetter(mei.email)
  await expect(
    house.visitor().accounts.verifyByCode({ email: mei.email, code: code === '000000' ? '000001' : '000000' }),
  ).rejects.toMatchObject({
    code: 'wrong_letter_code',
  })
  expect(await house.visitor().accounts.verifyByCode({ email: mei.email, code })).toHaveProperty('message')
  await expect(house.visitor().accounts.verifyByCode({ email: mei.email, code })).rejects.toMatchObject({ code: 'wrong_letter_code' })
  await expect(house.as(mei.token).me.user({})).rejects.toMatchObject({ code: 'sign_in_required' })
})

test('what is no code, no address or no password is refused by its field', async () => {
  for (const [body, field] of [
    [{ email: 'mei@stagedoor.example', code: '12345', password: 'long enough to do' }, 'code'],
    [{ email: 'mei', code: '123456', password: 'long enough to do' }, 'email'],
    [{ email: 'mei@stagedoor.example', code: '123456', password: 'x' }, 'password'],
  ] as const) {
    const { status, json } = await house.raw({
      method: 'POST',
      url: '/api/auth/users/reset/code',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    expect(status).toBe(422)
    expect(json['errors']).toEqual([expect.objectContaining({ field })])
  }
})

test('a new password by code signs in, and its link is spent; the code of somebody who is not here is merely wrong', async () => {
  const mei = await newcomer()
  await house.visitor().accounts.forgot({ email: mei.email })
  await house.settle()
  const { code, path } = await newestLetter(mei.email)
  const password = 'quite another long one'
  await expect(house.visitor().accounts.resetByCode({ email: 'nobody@stagedoor.example', code, password })).rejects.toMatchObject({
    code: 'wrong_letter_code',
  })
  await house.visitor().accounts.resetByCode({ email: mei.email, code, password })
  await expect(house.as(mei.token).me.user({})).rejects.toMatchObject({ code: 'sign_in_required' })
  expect(await house.visitor().accounts.login({ username: mei.email, password })).toHaveProperty('token')
  const token = new URL(path, house.address).searchParams.get('token')!
  await expect(house.visitor().accounts.reset({ token, password })).rejects.toMatchObject({ code: 'link_expired' })
})
