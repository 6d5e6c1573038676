// Where one is signed in, over HTTP: what the list says, and what ends with a session.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type House, listens, openHouse, type Person } from '#journeys/house.ts'
import { openSession } from '#server/people/accounts/accounts.ts'

let house: House
let mei: Person
beforeAll(async () => {
  house = await openHouse()
  mei = await house.fan({ name: 'Mei' })
}, 600_000)
afterAll(() => house.close())

const onPhone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1'
/** Somewhere else: from an address of its own. */
async function elsewhere(person: Person, ip = '1.160.0.1') {
  return house.db.transaction((tx) => openSession(tx, person.id, { remember: true, userAgent: onPhone, ip }))
}
const out = { status: 401, code: 'sign_in_required' }

test('whoever asks where they are signed in reads of each device what it is, where and when, and which one is theirs', async () => {
  const phone = await elsewhere(mei)
  const { sessions } = await mei.api.accounts.sessions({})
  expect(sessions.filter(({ isThis }) => isThis)).toHaveLength(1)
  const other = sessions.find(({ _id }) => _id === phone.sessionId)
  expect(other).toEqual({
    _id: phone.sessionId,
    userAgent: onPhone,
    country: 'TW',
    createdAt: expect.any(String),
    seenAt: expect.any(String),
    isThis: false,
    byStaff: false,
  })
  // Nobody learns an address, their own either; this machine is of no country.
  expect(JSON.stringify(sessions)).not.toContain('1.160.0.1')
  expect(sessions.find(({ isThis }) => isThis)).not.toHaveProperty('country')
})

test('a session that is ended is out at its next call and loses its live connection; the one that asked stays', async () => {
  const phone = await elsewhere(mei)
  const { socket } = await listens(house, { ...mei, token: phone.token }, 'balance/updated')
  const gone = new Promise((disconnected) => socket.on('disconnect', disconnected))
  expect(await mei.api.accounts.endSession({ id: phone.sessionId })).toEqual({ ended: 1 })
  await house.settle()
  await gone
  socket.close()
  await expect(house.as(phone.token).me.user({})).rejects.toMatchObject(out)
  expect(await mei.api.me.user({})).toMatchObject({ _id: mei.id })
  await expect(mei.api.accounts.endSession({ id: phone.sessionId })).rejects.toMatchObject({ status: 404, code: 'not_found' })
})

test('nobody ends another’s session, nor the one that they ask with', async () => {
  const jun = await house.fan({ name: 'Jun' })
  const phone = await elsewhere(mei)
  await expect(jun.api.accounts.endSession({ id: phone.sessionId })).rejects.toMatchObject({ status: 404, code: 'not_found' })
  expect(await house.as(phone.token).me.user({})).toMatchObject({ _id: mei.id })
  const own = (await jun.api.accounts.sessions({})).sessions.find(({ isThis }) => isThis)!
  await expect(jun.api.accounts.endSession({ id: own._id })).rejects.toMatchObject({ status: 403, code: 'not_allowed' })
})

test('signing out everywhere else leaves one, says how many went, and is harmless twice', async () => {
  const [one, other] = [await elsewhere(mei), await elsewhere(mei, '2001:b000::1')]
  const { sessions } = await mei.api.accounts.sessions({})
  expect(await mei.api.accounts.endOtherSessions({})).toEqual({ ended: sessions.length - 1 })
  for (const { token } of [one, other]) await expect(house.as(token).me.user({})).rejects.toMatchObject(out)
  expect((await mei.api.accounts.sessions({})).sessions).toEqual([expect.objectContaining({ isThis: true })])
  expect(await mei.api.accounts.endOtherSessions({})).toEqual({ ended: 0 })
})

test('staff who act for somebody are seen by them, without their device, can be sent away, and end nothing themselves', async () => {
  const office = await house.staff()
  const { token } = await house.db.transaction((tx) => openSession(tx, mei.id, { actorId: office.id, userAgent: onPhone, ip: '1.160.0.1' }))
  const asMei = house.as(token)
  await expect(asMei.accounts.endOtherSessions({})).rejects.toMatchObject({ status: 403, code: 'not_while_acting' })
  const { sessions } = await mei.api.accounts.sessions({})
  const theirs = sessions.find(({ byStaff }) => byStaff)!
  expect(theirs).toMatchObject({ userAgent: '', isThis: false })
  expect(theirs).not.toHaveProperty('country')
  await mei.api.accounts.endSession({ id: theirs._id })
  await expect(asMei.me.user({})).rejects.toMatchObject(out)
})

test('a dead token’s cookie goes with the 401; one that lives stays, and so does one beside a header (specification.md section 8)', async () => {
  const phone = await elsewhere(mei)
  const asks = (headers: Record<string, string>) => fetch(`${house.address}/api/users/me`, { headers })
  const alive = await asks({ cookie: `token=${phone.token}` })
  expect([alive.status, alive.headers.getSetCookie()]).toEqual([200, []])
  await mei.api.accounts.endSession({ id: phone.sessionId })
  const dead = await asks({ cookie: `token=${phone.token}` })
  expect(dead.status).toBe(401)
  expect(dead.headers.getSetCookie()).toEqual([expect.stringMatching(/^token=; (?=.*Path=\/)(?=.*Expires=Thu, 01 Jan 1970)/)])
  const beside = await asks({ cookie: `token=${phone.token}`, authorization: phone.token })
  expect([beside.status, beside.headers.getSetCookie()]).toEqual([401, []])
})
