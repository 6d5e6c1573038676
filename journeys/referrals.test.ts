// Creators' links over HTTP: a visitor comes by one, registers, and the creator sees it in figures.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type House, openHouse, type Person } from '#journeys/house.ts'

let house: House
let lan: Person
let mei: Person
let termsVersion: string
beforeAll(async () => {
  house = await openHouse()
  ;[lan, mei] = [await house.creator({ name: 'Lan' }), await house.creator({ name: 'Mei' })]
  termsVersion = (await house.visitor().settings.public({})).termsVersion
}, 600_000)
afterAll(() => house.close())

/** A browser without a session: its cookies come along. */
function browser(first: Record<string, string> = {}) {
  const cookies = new Map(Object.entries(first))
  const send = async (path: string, method: string, body: object, headers: Record<string, string> = {}) => {
    const answer = await fetch(`${house.address}/api${path}`, {
      method,
      headers: {
        'content-type': 'application/json',
        origin: house.address,
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...headers,
      },
      ...(method !== 'GET' && { body: JSON.stringify(body) }),
    })
    for (const each of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(each) ?? []
      if (value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
    return { status: answer.status, set: answer.headers.getSetCookie(), ...((await answer.json()) as { data?: Record<string, unknown> }) }
  }
  return {
    cookies,
    comes: (code: string, more: { again?: boolean } = {}, headers?: Record<string, string>) =>
      send('/referrals/arrivals', 'POST', { code, ...more }, headers),
    forgets: () => send('/referrals/arrivals', 'DELETE', {}),
    registers: (more: object = {}) => {
      const name = `newcomer${++count}`
      return send('/auth/users/register', 'POST', {
        username: name,
        email: `${name}@stagedoor.example`,
        password: 'a good long password',
        dateOfBirth: '1990-05-17',
        acceptedTermsVersion: termsVersion,
        ...more,
      })
    },
  }
}
let count = 0
const codeOf = async (creator: Person) => (await creator.api.referrals.link({})).code
const figures = async (creator: Person) => {
  const { series: _days, ...sums } = await creator.api.referrals.stats({})
  return sums
}
const referrerOf = async (username: string) => {
  const office = await house.staff()
  const { data } = await office.api.admin.people({ q: username })
  return (await office.api.admin.person({ id: data[0]?._id ?? '' })).referrer
}

test('a visitor comes by a link, registers days later, and the creator reads one visit and one newcomer; the office reads by whose link', async () => {
  const code = await codeOf(lan)
  const before = await figures(lan)
  const someone = browser()
  const came = await someone.comes(code)
  expect(came.data).toEqual({ remembered: true })
  expect(came.set[0]).toMatch(/^ref=[a-z0-9]{8}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/)
  // The same link again is the same visitor.
  await someone.comes(code)
  expect(await figures(lan)).toMatchObject({ visits: before.visits + 1, registrations: before.registrations })
  expect((await someone.registers()).status).toBe(200)
  expect(await figures(lan)).toMatchObject({ visits: before.visits + 1, registrations: before.registrations + 1 })
  expect(someone.cookies.has('ref')).toBe(false)
  expect(await referrerOf(`newcomer${count}`)).toMatchObject({ code, performer: { username: lan.username } })
})

test('the last link counts; what is sent with the form goes before what the browser remembers', async () => {
  const [first, last] = [await codeOf(lan), await codeOf(mei)]
  const someone = browser()
  await someone.comes(first)
  await someone.comes(last)
  await someone.registers()
  expect((await referrerOf(`newcomer${count}`))?.performer.username).toBe(mei.username)
  const other = browser()
  await other.comes(first)
  await other.registers({ referralCode: last.toUpperCase() })
  expect((await referrerOf(`newcomer${count}`))?.performer.username).toBe(mei.username)
})

test('members, the creator themselves, programs and codes that nobody has count nothing, and nobody is told', async () => {
  const code = await codeOf(lan)
  const before = await figures(lan)
  const fan = await house.fan()
  for (const visitor of [browser({ token: fan.token }), browser({ token: lan.token })]) {
    const { data, set } = await visitor.comes(code)
    expect({ data, set }).toEqual({ data: { remembered: false }, set: [] })
  }
  await browser().comes(code, {}, { 'user-agent': 'Mozilla/5.0 (compatible; Somebot/2.1)' })
  for (const nonsense of ['nobody-has-this', '', '//evil.example', '/../../', '💡'.repeat(20)]) {
    const someone = browser({ ref: nonsense === '' ? 'x' : encodeURIComponent(nonsense) })
    expect(await someone.comes(nonsense)).toMatchObject({ status: 200, data: { remembered: false } })
    expect(await someone.registers({ referralCode: nonsense })).toMatchObject({ status: 200 })
    expect(await referrerOf(`newcomer${count}`)).toBeUndefined()
  }
  expect(await figures(lan)).toEqual(before)
  expect((await browser().comes('x'.repeat(101))).status).toBe(422)
})

test('where the site asks before it counts, a link is remembered after a yes alone; the page may still send what it knows', async () => {
  const office = await house.staff()
  await office.api.admin.saveSettings({ values: { gaCode: 'G-12345678' } })
  const code = await codeOf(lan)
  for (const said of [{}, { analytics: 'no' }]) {
    const someone = browser({ ...said, ref: code })
    expect((await someone.comes(code, { again: true })).data).toEqual({ remembered: false })
    // Remembered before it was asked: gone.
    expect(someone.cookies.has('ref')).toBe(false)
    await browser({ ...said, ref: code }).registers()
    expect(await referrerOf(`newcomer${count}`)).toBeUndefined()
    await someone.registers({ referralCode: code })
    expect((await referrerOf(`newcomer${count}`))?.code).toBe(code)
  }
  const willing = browser({ analytics: 'yes' })
  expect((await willing.comes(code)).data).toEqual({ remembered: true })
  await willing.forgets()
  expect(willing.cookies.has('ref')).toBe(false)
  await office.api.admin.saveSettings({ values: { gaCode: '' } })
})

test('wrong days, wrong codes and other people are refused by name', async () => {
  await expect(lan.api.referrals.stats({ fromDate: '2026-02-02', toDate: '2026-02-01' })).rejects.toMatchObject({
    status: 422,
    code: 'invalid',
  })
  await expect(lan.api.referrals.stats({ fromDate: '2020-01-01', toDate: '2026-02-01' })).rejects.toMatchObject({
    status: 422,
    code: 'invalid',
  })
  await expect(lan.api.referrals.stats({ timeZone: 'Nowhere/At.all' })).rejects.toMatchObject({ status: 422 })
  const theirs = await codeOf(mei)
  await expect(lan.api.referrals.changeLink({ code: theirs })).rejects.toMatchObject({ status: 409, code: 'referral_code_taken' })
  for (const code of ['abc', '-abcd', 'abcd-', 'ab cd', 'Abcd', 'x'.repeat(25), '../admin'])
    await expect(lan.api.referrals.changeLink({ code }), code).rejects.toMatchObject({ status: 422 })
  await expect(lan.api.referrals.changeLink({ code: 'payouts' })).rejects.toMatchObject({ status: 422, code: 'referral_code_reserved' })
  for (const nobody of [await house.fan(), await house.staff()]) {
    await expect(nobody.api.referrals.stats({})).rejects.toMatchObject({ status: 403 })
    await expect(nobody.api.referrals.link({})).rejects.toMatchObject({ status: 403 })
  }
})

test('what somebody spends who was here before is in no sum, and no sum has a name', async () => {
  const creator = await house.creator({ name: 'Yun' })
  const fan = await house.fan({ balance: 100 })
  await browser({ token: fan.token }).comes(await codeOf(creator))
  expect(await figures(creator)).toMatchObject({ buyers: 0, tokens: 0 })
  await fan.api.earnings.tip({ id: creator.id, amount: 20 })
  expect(await figures(creator)).toMatchObject({ buyers: 0, tokens: 0 })
  const answer = await creator.api.referrals.stats({})
  expect(JSON.stringify(answer)).not.toContain(fan.username)
})
