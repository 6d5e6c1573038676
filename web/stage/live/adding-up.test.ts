import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Receipt, Tick } from '#contract/stage/metering.ts'
import { tickText } from '#contract/stage/tick-text.ts'
import { addUp } from '#web/stage/live/adding-up.ts'

const { privateKey, publicKey } = generateKeyPairSync('ed25519')

const raw = publicKey.export({ format: 'der', type: 'spki' }).subarray(12).toString('base64')

function receiptOf(amounts: readonly number[]): Receipt {
  const person = { _id: crypto.randomUUID(), name: '阿光', username: 'light' }
  const meter = crypto.randomUUID()
  let before = ''
  const ticks = amounts.map((amount, place): Tick => {
    const minute = {
      number: place + 1,
      amount,
      servedMs: place * 60_000,
      at: new Date(Date.UTC(2026, 0, 1, 12, place)).toISOString(),
      transferId: crypto.randomUUID(),
    }
    const digest = createHash('sha256')
      .update(tickText(meter, minute, before))
      .digest()
    before = digest.toString('hex')
    return { ...minute, digest: before, signature: sign(null, digest, privateKey).toString('base64'), publicKey: raw }
  })
  return {
    _id: meter,
    streamId: crypto.randomUUID(),
    role: 'guest',
    payer: person,
    performer: person,
    minutePrice: 12.34,
    openedAt: '2026-01-01T12:00:00.000Z',
    servedMs: amounts.length * 60_000,
    minutes: amounts.length,
    total: Math.round(amounts.reduce((sum, each) => sum + each, 0) * 100) / 100,
    ticks,
  }
}

test('a receipt as the site signs it adds up for whoever reads it', async () => {
  expect(await addUp(receiptOf([12.34, 12.34, 12.34]))).toBe('right')
  expect(await addUp(receiptOf([]))).toBe('right')
})

test('another total, another amount, another time or a minute that was left out is found', async () => {
  const receipt = receiptOf([10, 10, 10])
  const [first, second, third] = receipt.ticks as [Tick, Tick, Tick]
  const wrong = [
    { ...receipt, total: 40 },
    { ...receipt, total: 35, ticks: [first, { ...second, amount: 15 }, third] },
    { ...receipt, ticks: [first, { ...second, at: third.at }, third] },
    { ...receipt, minutes: 2, total: 20, ticks: [first, third] },
    { ...receipt, ticks: [first, second, { ...third, signature: first.signature }] },
  ]
  for (const each of wrong) expect(await addUp(each)).toBe('wrong')
})

test('a minute that went back is counted among the minutes and not in the sum', async () => {
  const receipt = receiptOf([10, 10])
  const [first, second] = receipt.ticks as [Tick, Tick]
  expect(await addUp({ ...receipt, total: 10, ticks: [first, { ...second, returnedAt: second.at }] })).toBe('right')
})
