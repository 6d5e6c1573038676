// What an operator asks of a site that is not there: it is said, and nothing is made to answer from.
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as backup from './backup.ts'
import * as keysChange from './keys-change.ts'
import * as ledgerDump from './ledger-dump.ts'
import * as ledgerVerify from './ledger-verify.ts'
import * as mediaAccept from './media-accept.ts'
import { cloneDatabase, emptyDatabase } from '#server/platform/testing/clone.ts'

let home: string
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'stagedoor-none-'))
  vi.stubEnv('NODE_ENV', 'production')
  vi.stubEnv('DATABASE_URL', undefined)
  vi.stubEnv('DATA_DIR', join(home, 'data'))
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await rm(home, { recursive: true, force: true })
})

const commands = {
  'ledger verify': () => ledgerVerify.run([]),
  'ledger dump': () => ledgerDump.run([join(home, 'ledger.sql')]),
  backup: () => backup.run([join(home, 'backup')]),
  'keys change': () => keysChange.run(['secret']),
  'media accept': () => mediaAccept.run(),
}

test.each(Object.entries(commands))('%s, where DATA_DIR has no database, says so and makes none', async (_, run) => {
  await expect(run()).rejects.toThrow(`DATA_DIR ${join(home, 'data')} has no database`)
  expect(await readdir(home)).toEqual([])
  await mkdir(join(home, 'data'))
  await expect(run()).rejects.toThrow('has no database')
  expect(await readdir(home, { recursive: true })).toEqual(['data'])
})

test.each(Object.entries(commands).filter(([name]) => name !== 'keys change' && name !== 'media accept'))(
  '%s does not speak of a database without a site in it, as a restore leaves it that did not come to its end',
  async (_, run) => {
    for (const place of [await cloneDatabase(), await emptyDatabase()]) {
      vi.stubEnv('DATABASE_URL', place.url)
      await expect(run()).rejects.toThrow('has no site in it')
      expect(await readdir(home)).toEqual([])
    }
  },
)
