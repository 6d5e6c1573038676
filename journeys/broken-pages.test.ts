// What a visitor sees of what is broken on the server (specification.md sections 2 and 8): pages are drawn from their sources.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type House, openHouse } from '#journeys/house.ts'
import { sql, type Sql } from '#server/platform/db/db.ts'
import { asOwner } from '#server/platform/testing/clone.ts'
import * as settings from '#server/site/settings/settings.ts'
import { servePages } from '#server/web.ts'

let house: House
/** What the operator reads. */
const logged: string[] = []
beforeAll(async () => {
  house = await openHouse(
    {},
    {
      mount: (config) => async (http, around) => {
        http.addHook('onRequest', async (request) => {
          request.log.error = (...said: unknown[]) => void logged.push(String(said[1]))
        })
        servePages(http, around, config, { entry: () => import('#web/entry-server.tsx') as never, head: () => '' })
      },
    },
  )
})
afterAll(() => house.close())

/** @param broken renames what a page reads, @param mended gives it its name back */
async function whileBroken<T>(broken: Sql, mended: Sql, look: () => Promise<T>): Promise<T> {
  await asOwner(house.db, broken)
  settings.forget()
  try {
    return await look()
  } finally {
    await asOwner(house.db, mended)
    settings.forget()
  }
}

test('where the settings cannot be loaded the operator reads it, and the browser is sent to /error.html', async () => {
  const away = sql`alter table settings.settings rename to elsewhere`
  const page = await whileBroken(away, sql`alter table settings.elsewhere rename to settings`, () => house.app.http.inject('/contact'))
  expect([page.statusCode, page.headers.location, page.body]).toEqual([302, '/error.html', ''])
  expect(logged).toContain('the settings could not be loaded')
  expect((await house.app.http.inject('/contact')).statusCode).toBe(200)
})

test('a page that cannot be drawn says 系統發生錯誤 with its status, and offers to reload, to go home and to try again', async () => {
  const away = sql`alter table proofs.roots rename to elsewhere`
  const [drawn, broken] = [
    await whileBroken(away, sql`alter table proofs.elsewhere rename to roots`, () => house.app.http.inject('/ledger')),
    await house.app.http.inject('/500'),
  ]
  expect(drawn.statusCode).toBe(500)
  for (const { body } of [drawn, broken]) {
    expect(body).toMatch(/<h1[^>]*>[\s\S]*?系統發生錯誤/)
    for (const act of ['重新整理', '回首頁', '再試一次']) expect(body).toMatch(new RegExp(`>${act}</`))
    expect(body).toContain('href="/home"')
  }
  expect(drawn.body).toContain('應用程式遇到未預期的錯誤')
  expect(broken.body).toContain('伺服器現在無法處理')
})
