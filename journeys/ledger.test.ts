// The ledger from outside: keys that count once however often they are pressed, totals that sum, and proofs of one's own lines.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type House, openHouse, type Person } from '#journeys/house.ts'
import * as proofs from '#server/money/proofs/proofs.ts'

let house: House
let lan: Person
beforeAll(async () => {
  house = await openHouse()
  lan = await house.creator({ name: 'Lan' })
})
afterAll(() => house.close())

interface Answer {
  status: number
  text: string
}

async function tip(fan: Person, key: string, body: object): Promise<Answer> {
  const answer = await fetch(`${house.address}/api/wallet/charges/tip/${lan.id}`, {
    method: 'POST',
    headers: { authorization: fan.token, 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify(body),
  })
  return { status: answer.status, text: await answer.text() }
}

test('200 keys, each pressed 50 times at once, are 200 tips and 200 answers; a key with another body is refused (calls.md, Idempotency-Key)', async () => {
  const keys = Array.from({ length: 200 }, () => randomUUID())
  const fans = await Promise.all(Array.from({ length: 10 }, () => house.fan({ balance: 250 })))
  const fanOf = (place: number) => fans[place % fans.length]!
  // Ten keys of ten fans in the same moment: 500 requests under way.
  const answers: Answer[][] = []
  for (let from = 0; from < keys.length; from += fans.length)
    answers.push(
      ...(await Promise.all(
        keys
          .slice(from, from + fans.length)
          .map((key, place) => Promise.all(Array.from({ length: 50 }, () => tip(fanOf(place), key, { amount: 12 })))),
      )),
    )
  const first = answers.map(([answer]) => answer!)
  expect(new Set(answers.flat().map(({ status }) => status))).toEqual(new Set([200]))
  expect(answers.every((same) => new Set(same.map(({ text }) => text)).size === 1)).toBe(true)
  expect(new Set(first.map(({ text }) => (JSON.parse(text) as { data: { transaction: { _id: string } } }).data.transaction._id)).size).toBe(
    200,
  )
  expect(await Promise.all(fans.map((fan) => fan.balance()))).toEqual(fans.map(() => 250 - 20 * 12))
  expect((await lan.api.earnings.lines({ limit: 1 })).total).toBe(200)

  const other = await tip(fanOf(0), keys[0]!, { amount: 13 })
  expect(other.status).toBe(422)
  expect(JSON.parse(other.text)).toMatchObject({ code: 'idempotency_key_reused' })
  expect(await fans[0]!.balance()).toBe(10)
}, 600_000)

test('anyone reads that what was issued is held, spent or went back, and the digests of closed days', async () => {
  const fan = await house.fan({ balance: 100 })
  const { transaction } = await fan.api.earnings.tip({ id: lan.id, amount: 30 })
  const totals = await house.visitor().proofs.totals({})
  expect(totals).toMatchObject({ isEqual: true, reversed: 0 })
  expect(totals.issued).toBe(totals.held + totals.spent)

  await proofs.seal(house.db)
  await expect(lan.api.proofs.proof({ id: transaction._id })).rejects.toMatchObject({ status: 409, code: 'not_closed_yet' })
  house.clock.advance({ days: 1 })
  await proofs.seal(house.db)
  const { data } = await house.visitor().proofs.days({})
  expect(data[0]?.digest).toMatch(/^[0-9a-f]{64}$/)

  // Their sessions were for a day.
  const again = async ({ username, password }: Person) => house.as((await house.visitor().accounts.login({ username, password })).token)
  for (const api of [await again(fan), await again(lan)]) {
    const { proof, days } = await api.proofs.proof({ id: transaction._id })
    expect(proof.shown[0]).toBe(transaction._id)
    expect(days.at(-1)?.digest).toBe(data[0]?.digest)
  }
  const stranger = await house.fan()
  await expect(stranger.api.proofs.proof({ id: transaction._id })).rejects.toMatchObject({ status: 404 })
  await expect(house.visitor().proofs.proof({ id: transaction._id })).rejects.toMatchObject({ status: 401 })
})
