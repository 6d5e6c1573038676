import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { bank } from './bank.ts'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'bank-proof-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

// The whole is `npm run prove`: three kills of each, three runs of forgetfulness.
test('16 clients over HTTP, with kill -9 of the house and of PostgreSQL: nothing acknowledged is lost, doubled or misread, and it comes back', async () => {
  const seed = Number(process.env['PROOF_SEED'] ?? Date.now() % 1_000_000)
  const report = await bank({ dataDir, clients: 16, actions: 600, seed, kills: ['house', 'postgres'] })
  expect(report.surprises.slice(0, 10), `seed ${seed}`).toEqual([])
  // A run in which nobody lost an answer, read or paid would have proved little.
  expect(report.lost).toBeGreaterThan(0)
  expect(report.transfers).toBeGreaterThan(200)
  expect(report.reads).toBeGreaterThan(50)
  expect(report.awayMs).toHaveLength(2)
}, 600_000)
