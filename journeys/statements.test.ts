// What a creator takes home of a month: three files, of which one convinces without the site.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as proofs from '#server/money/proofs/proofs.ts'
import { type House, openHouse, type Person } from '#journeys/house.ts'

let house: House
let lan: Person
let month: string
const folder = mkdtempSync(join(tmpdir(), 'stagedoor-files-'))
beforeAll(async () => {
  house = await openHouse()
  lan = await house.creator({ name: '霧川' })
  const fan = await house.fan({ balance: 500, name: '=小滿' })
  await fan.api.earnings.tip({ id: lan.id, amount: 30, message: '安可' })
  await fan.api.earnings.tip({ id: lan.id, amount: 12.5, anonymous: true })
  month = new Date(house.clock.now()).toISOString().slice(0, 7)
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await house.close()
})

const fileOf = (kind: string, token: string, of = month, locale = 'zh-TW') =>
  fetch(`${house.address}/api/performer/earning/statements/${of}/file.${kind}?locale=${locale}`, { headers: { authorization: token } })

test('before the month is over its files are refused with a sentence', async () => {
  await expect(lan.api.statements.statement({ month })).rejects.toMatchObject({ status: 409, code: 'not_closed_yet' })
  const answer = await fileOf('pdf', lan.token)
  expect(answer.status).toBe(409)
  expect(await answer.json()).toMatchObject({ code: 'not_closed_yet', message: expect.stringMatching(/.+/) as string })
})

test('after it the PDF, the spreadsheet and the proofs are saved, and the script passes the proofs until a figure is altered', async () => {
  house.clock.advance({ days: 32 })
  await proofs.seal(house.db)
  const { token } = await house.visitor().accounts.login({ username: lan.username, password: lan.password })
  const { data } = await house.as(token).statements.months({})
  expect(data).toEqual([{ month, count: 2, grossPrice: 42.5, commission: 8.5, netPrice: 34, isClosed: true }])

  const json = await fileOf('json', token)
  expect(json.headers.get('content-disposition')).toBe(`attachment; filename="${lan.username}-${month}.json"`)
  expect(json.headers.get('cache-control')).toBe('private, no-store')
  const saved = await json.text()
  const path = join(folder, 'statement.json')
  const check = () => execFileSync(process.execPath, ['web/public/ledger/check-statement.mjs', path], { encoding: 'utf8', stdio: 'pipe' })
  writeFileSync(path, saved)
  expect(check()).toContain('2 lines hold')
  expect(saved).toContain('12.5')
  writeFileSync(path, saved.replace('"grossPrice": 12.5', '"grossPrice": 12.4'))
  expect(check).toThrow('what it says is not what is proved')

  const pdf = Buffer.from(await (await fileOf('pdf', token)).arrayBuffer())
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
  const csv = await (await fileOf('csv', token)).text()
  expect(csv.split('\r\n')[0]).toContain('時間（UTC）,來源,項目,買家')
  expect(csv).toContain('合計,,,,42.5,,8.5,34,')
})

test('they are their creator’s: a fan is not admitted, a visitor must sign in, another creator has their own months', async () => {
  const [fan, other] = [await house.fan(), await house.creator()]
  expect((await fileOf('json', fan.token)).status).toBe(403)
  expect((await fileOf('json', '')).status).toBe(401)
  expect((await fileOf('json', other.token)).status).toBe(404)
  expect((await fileOf('json', other.token, '2026-13')).status).toBe(404)
  expect((await fileOf('exe', other.token)).status).toBe(404)
})
