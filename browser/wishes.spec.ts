// A wish survives the door (issue 12): who presses as a visitor comes in on a sheet over the page, and has what they wanted. Presses and
// fields are counted, because each of them is where people give up.
import { type APIRequestContext, expect, type Page, test } from '@playwright/test'
import { comes, demoPassword, goes, isAlive, joins, passedTheDoor, type Person, signsIn, site } from './people.ts'

const password = 'long enough for a door'
let count = 0
const address = () => `newcomer${Date.now().toString(36)}${++count}@stagedoor.example`

/** Counts what a person does with their fingers, on every page that they come to: presses, and fields that they write in. */
async function counted({ page }: Person): Promise<{ presses: () => number; fields: () => number }> {
  let [presses, fields] = [0, 0]
  await page.exposeBinding('tellPress', () => presses++)
  await page.exposeBinding('tellField', () => fields++)
  await page.addInitScript(() => {
    const own = window as unknown as { tellPress: () => void; tellField: () => void }
    const written = new WeakSet<EventTarget>()
    document.addEventListener('pointerdown', () => own.tellPress(), { capture: true })
    document.addEventListener(
      'input',
      ({ target }) => {
        if (!target || written.has(target)) return
        written.add(target)
        own.tellField()
      },
      { capture: true },
    )
  })
  return { presses: () => presses, fields: () => fields }
}

const sheetOf = (page: Page) => page.getByRole('dialog')

async function registers(page: Page, email = address()): Promise<string> {
  await sheetOf(page).getByLabel('電子信箱').fill(email)
  await sheetOf(page).getByLabel(/^密碼/).fill(password)
  await page.getByRole('button', { name: '建立帳號，繼續' }).click()
  return email
}

async function isAdult(page: Page): Promise<void> {
  await sheetOf(page).getByLabel(/^年/).fill('1994')
  await sheetOf(page).getByLabel(/^月/).fill('8')
  await sheetOf(page).getByLabel(/^日/).fill('21')
  await page.getByRole('button', { name: '我滿18歲，繼續' }).click()
}

const paysInSandbox = async (page: Page) => {
  await page.waitForURL(/\/checkout\/sandbox\//)
  await isAlive(page)
  await page.getByRole('button', { name: /^付/ }).click()
}

async function linesOf(request: APIRequestContext, type: string): Promise<{ amount: number; title: string }[]> {
  const reply = await request.get(`${site}/api/wallet/charges/search?limit=50`)
  const { data } = (await reply.json()) as { data: { data: { type: string; amount: number; title: string }[] } }
  return data.data.filter((line) => line.type === type)
}

test('a new fan subscribes from a profile: at most seven presses and five fields, and the wish is in sight all the way', async ({
  browser,
}) => {
  const fan = await comes(browser, { phone: true })
  const { page } = fan
  const fingers = await counted(fan)
  await goes(page, '/linmu')
  await page.getByRole('button', { name: '訂閱US$5.95／月' }).first().click()
  await expect(sheetOf(page).getByText('今天')).toBeVisible()
  await sheetOf(page).getByRole('button', { name: '訂閱US$5.95／月' }).click()
  await expect(sheetOf(page).getByText('先給你一個位子')).toBeVisible()
  await expect(sheetOf(page).getByText('US$5.95／月')).toBeVisible()
  await registers(page)
  await expect(sheetOf(page).getByText('US$5.95／月')).toBeVisible()
  // The name was drawn, and is shown; nothing of the address is in it.
  await expect(sheetOf(page).getByText(/@[a-z]+\.[a-z]+\d{4}/)).toBeVisible()
  await expect(sheetOf(page).getByText(/生日存在你的帳號裡/)).toBeVisible()
  await isAdult(page)
  expect(new URL(page.url()).pathname).toBe('/linmu')
  await sheetOf(page).getByRole('button', { name: '訂閱US$5.95／月' }).click()
  await paysInSandbox(page)
  await expect(sheetOf(page).getByText('訂閱中')).toBeVisible({ timeout: 30_000 })
  await expect(sheetOf(page).getByText('剛剛為你打開')).toBeVisible()
  expect(fingers.presses()).toBeLessThanOrEqual(7)
  expect(fingers.fields()).toBeLessThanOrEqual(5)
  await expect(page).toHaveURL(/\/linmu$/)
  const first = sheetOf(page)
    .getByRole('button', { name: '開始看' })
    .or(sheetOf(page).getByRole('link', { name: '開始看' }))
  await first.click()
  await page.waitForURL(/\/posts\//)
  expect(fan.complaints).toEqual([])
})

test('a trial takes no payment: it runs on the page where it was pressed', async ({ browser }) => {
  const fan = await comes(browser, { theme: 'dark' })
  const { page } = fan
  await goes(page, '/spot.three')
  await page.getByRole('button', { name: '開始1天免費試訂' }).first().click()
  await expect(sheetOf(page).getByText(/到期前取消/)).toBeVisible()
  await sheetOf(page).getByRole('button', { name: '開始1天免費試訂' }).click()
  await registers(page)
  await isAdult(page)
  await sheetOf(page).getByRole('button', { name: '開始1天免費試訂' }).click()
  await expect(sheetOf(page).getByText('訂閱中')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(sheetOf(page)).toBeHidden()
  await expect(page.getByText(/^你訂閱了/)).toBeVisible()
  expect(fan.complaints).toEqual([])
})

test('a tip that had to come in and to top up goes by itself with its words, once, over a reload and in two tabs', async ({
  browser,
  request: creator,
}) => {
  const fan = await comes(browser, { phone: true })
  const { page, context } = fan
  const words = `謝謝你的夏天${Date.now().toString(36)}`
  await goes(page, '/papertheatre')
  await page.getByRole('button', { name: '紙上劇場的選單' }).first().click()
  await page.getByRole('menuitem', { name: '打賞' }).click()
  await sheetOf(page).getByLabel('金額', { exact: true }).fill('70')
  await sheetOf(page).getByLabel('想說的話').fill(words)
  await page.getByRole('button', { name: '打賞70代幣' }).click()
  await expect(sheetOf(page).getByText('先給你一個位子')).toBeVisible()

  await page.reload()
  await isAlive(page)
  await expect(sheetOf(page).getByText('70代幣')).toBeVisible()
  await registers(page)
  await expect(sheetOf(page).getByText('你滿18歲了嗎？')).toBeVisible()
  // Again, at the age step: they are in by now, and the sheet asks for what is left.
  await page.reload()
  await isAlive(page)
  await isAdult(page)
  await expect(sheetOf(page).getByLabel('金額', { exact: true })).toHaveValue('70')
  await expect(sheetOf(page).getByLabel('想說的話')).toHaveValue(words)

  await page.getByRole('button', { name: '付US$7.00並打賞' }).click()
  await page.waitForURL(/\/checkout\/sandbox\//)
  await isAlive(page)
  await page.getByRole('button', { name: /^付/ }).click()
  await page.waitForURL((url) => url.pathname === '/papertheatre', { timeout: 30_000 })
  await expect(page.getByText(/已打賞/)).toBeVisible()
  await expect.poll(() => linesOf(page.request, 'tip')).toHaveLength(1)
  // Neither the address of the way back, nor a copy of the tab, gives it again.
  await goes(page, '/papertheatre?finish=tip')
  const other = await context.newPage()
  await goes(other, '/papertheatre?finish=tip')
  await expect(other).toHaveURL(`${site}/papertheatre`)
  expect(await linesOf(page.request, 'tip')).toHaveLength(1)

  // Its creator has it with its words, and has it once.
  const headers = { origin: site }
  await creator.post(`${site}/api/auth/login`, { data: { username: 'creator@stagedoor.example', password: demoPassword }, headers })
  const earned = await (await creator.get(`${site}/api/performer/earning/search?limit=50`)).text()
  expect(earned.split(words).length - 1, earned.slice(0, 2000)).toBe(1)
  expect(fan.complaints).toEqual([])
})

test('an empty wallet’s subscription tops up and begins by itself; a payment that is left is no subscription', async ({ browser }) => {
  const fan = await comes(browser)
  const { page } = fan
  await joins(fan, '小滿')
  await goes(page, '/harborlight')
  await page.getByRole('button', { name: '訂閱US$8.00／月' }).first().click()
  await sheetOf(page).getByText('錢包代幣').click()
  await sheetOf(page)
    .getByRole('button', { name: /^付.+並訂閱$/ })
    .click()
  await page.waitForURL(/\/checkout\/sandbox\//)
  await isAlive(page)
  await page.getByRole('button', { name: /^不付了/ }).click()
  // The sheet is there again at once with what was chosen, says that nothing was charged, and asks.
  await expect(sheetOf(page).getByText('這次沒有扣款')).toBeVisible({ timeout: 30_000 })
  await sheetOf(page)
    .getByRole('button', { name: /^付.+並訂閱$/ })
    .click()
  await paysInSandbox(page)
  await expect(sheetOf(page).getByText('訂閱中')).toBeVisible({ timeout: 30_000 })
  expect(new URL(page.url()).pathname).toBe('/harborlight')
  await expect.poll(() => linesOf(page.request, 'subscription')).toHaveLength(1)
  expect(fan.complaints).toEqual([])
})

test('an empty wallet’s unlock is three presses', async ({ browser }) => {
  const fan = await comes(browser, { phone: true })
  await joins(fan, '阿橋')
  const fingers = await counted(fan)
  const { page } = fan
  await goes(page, '/papertheatre?view=list')
  await page
    .getByRole('button', { name: /^解鎖\d+代幣$/ })
    .first()
    .click()
  await sheetOf(page)
    .getByRole('button', { name: /^付.+並解鎖$/ })
    .click()
  await paysInSandbox(page)
  await expect(page.getByText(/解鎖完成/)).toBeVisible({ timeout: 30_000 })
  expect(fingers.presses()).toBe(3)
})

test('who was here before signs in on the sheet, and the heart is theirs; the page stays where it is', async ({ browser }) => {
  const fan = await comes(browser, { phone: true })
  const member = await comes(browser)
  const { page } = fan
  const name = await joins(member, '小滿')
  await passedTheDoor(fan)
  await goes(page, '/papertheatre?view=list')
  const heart = page.getByRole('button', { name: /喜歡/ }).first()
  await heart.scrollIntoViewIfNeeded()
  const y = await page.evaluate(() => window.scrollY)
  await heart.click()
  await expect(sheetOf(page).getByText(/喜歡.+的作品/)).toBeVisible()
  await page.getByRole('button', { name: '登入', exact: true }).click()
  await sheetOf(page).getByLabel('電子信箱或使用者名稱').fill(name)
  await sheetOf(page).getByLabel(/^密碼/).fill('not this one')
  await page.getByRole('button', { name: '登入，繼續' }).click()
  await expect(sheetOf(page).getByRole('alert')).toBeVisible()
  await sheetOf(page).getByLabel(/^密碼/).fill(demoPassword)
  await page.getByRole('button', { name: '登入，繼續' }).click()
  await expect(sheetOf(page)).toBeHidden()
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
  expect(Math.abs((await page.evaluate(() => window.scrollY)) - y)).toBeLessThan(40)
  await page.reload()
  await expect(page.getByRole('button', { name: /喜歡/ }).first()).toHaveAttribute('aria-pressed', 'true')
  expect(fan.complaints).toEqual([])
})

test('who presses before the page is alive has the sheet once it is', async ({ browser }) => {
  const { page, complaints } = await comes(browser, { phone: true })
  // No script arrives before the press, however long the press takes on a busy machine.
  const pressed = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await pressed.promise
    await route.continue()
  })
  await page.goto('/linmu', { waitUntil: 'commit' })
  await page.getByRole('button', { name: '訂閱US$5.95／月' }).first().click()
  expect(await page.locator('html[data-alive]').count()).toBe(0)
  pressed.resolve()
  await expect(sheetOf(page).getByText('今天')).toBeVisible()
  expect(complaints).toEqual([])
})

test('who leaves the sheet, or goes Back, wants nothing any more; focus returns to what was pressed', async ({ browser }) => {
  const { page, complaints } = await comes(browser)
  await goes(page, '/explore')
  await goes(page, '/papertheatre')
  const follow = page.getByRole('button', { name: /^追蹤/ }).first()
  await follow.click()
  await expect(sheetOf(page).getByLabel('電子信箱')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(sheetOf(page)).toBeHidden()
  await expect(follow).toBeFocused()
  await page.reload()
  await isAlive(page)
  await expect(sheetOf(page)).toHaveCount(0)
  await follow.click()
  await expect(sheetOf(page)).toBeVisible()
  await page.goBack()
  await isAlive(page)
  await expect(page).toHaveURL(`${site}/explore`)
  await expect(sheetOf(page)).toHaveCount(0)
  expect(complaints).toEqual([])
})

test('where a letter comes first, a new address and a member’s see the same, and the wish waits in this tab for the other', async ({
  browser,
}) => {
  const [fan, stranger, office] = [await comes(browser), await comes(browser), await comes(browser)]
  await passedTheDoor(office)
  await signsIn(office, 'admin@stagedoor.example')
  const verified = async (requireEmailVerification: boolean) => {
    const reply = await office.page.request.put('/api/admin/settings', {
      data: { values: { requireEmailVerification } },
      headers: { origin: site },
    })
    expect(reply.status(), await reply.text()).toBe(200)
  }
  await verified(true)
  try {
    const seen = async ({ page }: Person, email: string) => {
      await goes(page, '/papertheatre')
      await page.getByRole('button', { name: /^追蹤/ }).first().click()
      await registers(page, email)
      await expect(sheetOf(page).getByText('請看一下信箱')).toBeVisible()
      return (await sheetOf(page).innerText()).replaceAll(email, '…')
    }
    const email = address()
    const words = await seen(fan, email)
    expect(words).toContain('想要的都還留在這裡')
    expect(await seen(stranger, 'fan@stagedoor.example')).toBe(words)
    // Neither is let in by pressing on, and both are told the same.
    await stranger.page.getByRole('button', { name: '完成了，繼續' }).click()
    await fan.page.getByRole('button', { name: '完成了，繼續' }).click()
    for (const { page } of [stranger, fan]) await expect(sheetOf(page).getByRole('alert')).toHaveText(/^還進不去/)
    // Whoever mistyped their address goes back to it; whoever has an account signs in to it, and has what they wanted.
    await stranger.page.getByRole('button', { name: '換一個信箱' }).click()
    await expect(sheetOf(stranger.page).getByLabel('電子信箱')).toHaveValue('fan@stagedoor.example')
    await stranger.page.getByRole('button', { name: '建立帳號，繼續' }).click()
    await expect(sheetOf(stranger.page).getByText('請看一下信箱')).toBeVisible()
    await sheetOf(stranger.page).getByRole('button', { name: '登入', exact: true }).click()
    await expect(sheetOf(stranger.page).getByLabel('電子信箱或使用者名稱')).toHaveValue('fan@stagedoor.example')
    await sheetOf(stranger.page).getByLabel(/^密碼/).fill(demoPassword)
    await stranger.page.getByRole('button', { name: '登入，繼續' }).click()
    await expect(sheetOf(stranger.page).getByText('你滿18歲了嗎？')).toBeVisible()

    const letters = await office.page.request.get(`/api/admin/letters?recipient=${encodeURIComponent(email)}&limit=5`)
    const link = /\/auth\/verify\?token=[\w-]{43}/.exec(await letters.text())?.[0]
    expect(link, await letters.text()).toBeTruthy()
    const beside = await fan.context.newPage()
    await goes(beside, link!)
    await beside.getByRole('button', { name: '確認我的信箱' }).click()
    await expect(beside.getByText('信箱已驗證')).toBeVisible()
    await fan.page.getByRole('button', { name: '完成了，繼續' }).click()
    await isAdult(fan.page)
    await expect(fan.page.getByRole('button', { name: /^追蹤中/ }).first()).toBeVisible()
  } finally {
    await verified(false)
  }
  expect(fan.complaints).toEqual([])
})
