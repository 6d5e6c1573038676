// Where a table is stands in its address (specification.md section 2): page, size, order and filter survive a reload, and the way back.
import { expect, type Page, test } from '@playwright/test'
import { comes, goes, isAlive, passedTheDoor, signsIn, site } from './people.ts'

/** What the studio sends when one writes: drafts, to have more than a page of them. */
async function drafts(page: Page, word: string, count: number): Promise<void> {
  for (let n = 1; n <= count; n++) {
    const reply = await page.request.post('/api/performer/feeds', {
      data: { type: 'text', text: `${word} ${String(n).padStart(2, '0')}`, status: 'inactive' },
      headers: { origin: site },
    })
    expect(reply.status()).toBe(200)
  }
}

test('a creator’s table: page, order and size are in the address, through reload and back; drafts are published together', async ({
  browser,
}) => {
  const creator = await comes(browser)
  const { page } = creator
  await passedTheDoor(creator)
  await signsIn(creator, 'creator@stagedoor.example')
  const word = `tram${Date.now().toString(36)}`
  await drafts(page, word, 22)
  const rows = page.getByRole('row').filter({ hasText: word })
  const says = (wanted: Record<string, string>) =>
    expect.poll(() => Object.fromEntries([...new URL(page.url()).searchParams].filter(([name]) => name in wanted))).toEqual(wanted)

  await test.step('the second page is an address', async () => {
    await goes(page, `/creator/posts?q=${word}`)
    await expect(rows).toHaveCount(20)
    await page.getByRole('link', { name: '2', exact: true }).click()
    await says({ current: '2', q: word })
    await expect(rows).toHaveCount(2)
    await page.reload()
    await isAlive(page)
    await expect(rows).toHaveCount(2)
  })

  await test.step('another order begins at its first page, is kept by a reload, and left by the way back', async () => {
    await page.getByRole('columnheader', { name: /日期/ }).getByRole('button').click()
    await says({ current: '1', sortBy: 'createdAt', sort: 'asc', q: word })
    await expect(rows.first()).toContainText(`${word} 01`)
    await page.reload()
    await isAlive(page)
    await expect(rows.first()).toContainText(`${word} 01`)
    await expect(page.getByRole('columnheader', { name: /日期/ })).toHaveAttribute('aria-sort', 'ascending')
    await page.goBack()
    await says({ current: '2', q: word })
    await expect(rows).toHaveCount(2)
    await expect(rows.first()).toContainText(`${word} 02`)
  })

  await test.step('so is how many stand on a page; nonsense falls back', async () => {
    await goes(page, `/creator/posts?q=${word}&pageSize=50&sortBy=createdAt&sort=asc`)
    await expect(rows).toHaveCount(22)
    await goes(page, `/creator/posts?q=${word}&pageSize=7&current=-3&sortBy=secret&sort=up`)
    await expect(rows).toHaveCount(20)
    await expect(rows.first()).toContainText(`${word} 22`)
  })

  await test.step('two drafts are published at once; the others stay', async () => {
    for (const n of [0, 1]) await rows.nth(n).getByRole('checkbox').check()
    await page.getByRole('button', { name: '發表', exact: true }).click()
    await expect(page.getByText('已發表2件作品')).toBeVisible()
    await expect(rows.nth(0)).toContainText('已公開')
    await expect(rows.nth(1)).toContainText('已公開')
    await expect(rows.nth(2)).toContainText('草稿')
  })

  await test.step('the orders of a shop, oldest first', async () => {
    await goes(page, '/creator/orders')
    const order = async () => (await page.getByRole('row').getByText(/^#\d+/).allInnerTexts()).map((text) => Number(/\d+/.exec(text)?.[0]))
    await expect.poll(async () => (await order()).length).toBeGreaterThan(1)
    const newest = await order()
    expect(newest).toEqual(newest.toSorted((a, b) => b - a))
    await page.getByRole('columnheader', { name: /時間/ }).getByRole('button').click()
    await says({ sortBy: 'date', sort: 'asc' })
    const oldestFirst = async () => {
      const now = await order()
      return now.length === newest.length && now.every((number, n) => n === 0 || number > (now[n - 1] ?? 0))
    }
    await expect.poll(oldestFirst).toBe(true)
    await page.reload()
    await isAlive(page)
    expect(await oldestFirst()).toBe(true)
  })

  // The house stays: it keeps none of this.
  const own = await page.request.get(`/api/performer/feeds?q=${word}&limit=100`)
  const { data } = (await own.json()) as { data: { data: { _id: string }[] } }
  for (const { _id } of data.data) await page.request.delete(`/api/performer/feeds/${_id}`, { headers: { origin: site } })
  expect(creator.complaints).toEqual([])
})

for (const phone of [false, true])
  test(`Back finds a table where it was left, ${phone ? 'on a phone' : 'at a desk'}: its page, its filter, and how far one had read`, async ({
    browser,
  }) => {
    const creator = await comes(browser, { phone })
    await passedTheDoor(creator)
    await signsIn(creator, 'creator@stagedoor.example')
    const word = `bus${Date.now().toString(36)}`
    await drafts(creator.page, word, 44)
    const staff = await comes(browser, { phone })
    await passedTheDoor(staff)
    await signsIn(staff, 'admin@stagedoor.example')

    const tables = [
      { page: creator.page, at: `/creator/posts?q=${word}`, row: word, link: 'a[href*="/creator/posts/"]' },
      { page: staff.page, at: '/admin/people?role=user', row: '@', link: 'a[href*="/admin/people/"]' },
    ]
    for (const { page, at, row, link } of tables) {
      const rows = page.getByRole('row').filter({ hasText: row })
      const name = rows.locator(link).first()
      const place = () => page.evaluate(() => Math.round(window.scrollY))
      const isWhereItWas = async (before: { y: number; first: string; address: string }) => {
        await page.waitForURL(before.address)
        await expect(name).toHaveText(before.first)
        await expect.poll(place).toBeGreaterThan(before.y - 50)
        expect(await place()).toBeLessThan(before.y + 50)
        await expect(page.getByRole('searchbox').first()).toHaveValue(row === word ? word : '')
      }
      await goes(page, at)
      const one = (await name.textContent()) ?? ''
      await page.getByRole('navigation', { name: /第1頁/ }).getByRole('link', { name: '下一頁' }).click()
      await expect(name).not.toHaveText(one)
      await expect.poll(() => new URL(page.url()).searchParams.get('current')).toBe('2')
      // Slow enough to show shapes instead of rows meanwhile.
      await page.route('**/api/**', (route) => setTimeout(() => void route.continue(), 500))
      await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
      await expect.poll(place).toBeGreaterThan(100)
      const before = { y: await place(), first: (await name.textContent()) ?? '', address: page.url() }

      await test.step(`${at}, within the site`, async () => {
        await rows.last().locator(link).first().click()
        await page.waitForURL((url) => url.href !== before.address)
        await expect(rows).toHaveCount(0)
        await page.goBack()
        await isWhereItWas(before)
      })
      await test.step(`${at}, from the page before it`, async () => {
        await page.getByRole('link', { name: '上一頁' }).click()
        await expect(name).toHaveText(one)
        await page.goBack()
        await isWhereItWas(before)
      })
      await test.step(`${at}, after another page was loaded`, async () => {
        await page.goto('/error.html')
        await page.goBack()
        await isAlive(page)
        await isWhereItWas(before)
      })
      await test.step(`${at}, after a reload`, async () => {
        await page.reload()
        await isAlive(page)
        await isWhereItWas(before)
      })
    }
    await creator.context.close()
    await staff.context.close()
  })
