import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { prove } from './proof.ts'
import { compare, type Ledger } from './ledger.ts'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'ledger-proof-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

test('3,000 random operations by 24 clients at once, with retries and kill -9 of the server and of PostgreSQL, leave exactly what was acknowledged', async () => {
  const seed = Number(process.env['PROOF_SEED'] ?? Date.now() % 1_000_000)
  const report = await prove({ dataDir, operations: 3000, actors: 24, fans: 40, creators: 5, seed, kills: ['house', 'postgres'] })
  expect(report.disagreements.slice(0, 10), `seed ${seed}`).toEqual([])
  // A run that lost nothing on the way, refused nothing or repeated nothing would have proved little.
  expect(report.lost).toBeGreaterThan(0)
  expect(report.refused).toBeGreaterThan(0)
  expect(report.askedAgain).toBeGreaterThan(100)
  expect(report.transfers).toBeGreaterThan(1000)
}, 600_000)

test('the same run sees it when PostgreSQL acknowledges before a commit is on disk', async () => {
  const plan = { dataDir, operations: 1500, actors: 24, fans: 40, creators: 5, seed: 1, kills: ['postgres'] } as const
  const { disagreements } = await prove({ ...plan, durability: 'off' })
  expect(disagreements.some((line) => line.startsWith('acknowledged and lost'))).toBe(true)
}, 600_000)

test('the comparison itself sees a lost, a doubled and a changed transfer', () => {
  const [fan, creator] = ['f', 'c']
  const asked = new Map([
    ['1', { operation: { kind: 'top_up', fan, amount: 1000, key: '1' } as const, told: { transferId: 'a', amount: 1000 } }],
    ['2', { operation: { kind: 'tip', fan, creator, amount: 100, key: '2' } as const, told: { transferId: 'b', amount: 100 } }],
  ])
  const a = { id: 'a', sign: 1, payer: 'gateway', payee: 'f wallet', amount: 1000, commission: 0, reverses: null }
  const b = { id: 'b', sign: 1, payer: 'f wallet', payee: 'c earnings', amount: 100, commission: 20, reverses: null }
  const balances = new Map([
    ['gateway', -1000],
    ['f wallet', 900],
    ['c earnings', 80],
    ['commission', 20],
  ])
  const ledger = (transfers: Ledger['transfers'], more: Partial<Ledger> = {}): Ledger => ({
    transfers,
    balances,
    disagreements: [],
    ...more,
  })
  expect(compare(asked, ledger([a, b]))).toEqual([])
  expect(compare(asked, ledger([a]))).toEqual(['acknowledged and lost: b'])
  expect(compare(asked, ledger([a, b, { ...b, id: 'b2' }]))).toEqual(['happened without being acknowledged, or twice: b2'])
  expect(compare(asked, ledger([a, { ...b, commission: 19 }]))[0]).toContain('b was acknowledged as')
  expect(compare(asked, ledger([a, b], { balances: new Map([...balances, ['f wallet', 899]]) }))).toEqual([
    'f wallet should have 900 and has 899',
  ])
  expect(compare(asked, ledger([a, b], { disagreements: [{ what: 'below', id: '7' }] }))).toEqual(['below: 7'])
})
