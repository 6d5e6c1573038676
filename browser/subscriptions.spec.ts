// Subscriptions in real browsers: tiers with a creator and a fan at once, and a gift with its giver and its receiver.
import { type APIRequestContext, expect, request, test } from '@playwright/test'
import { choosesGateway, comes, goes, joins, passedTheDoor, signsIn, site } from './people.ts'
import { asks, mine } from './talking.ts'

test('a creator makes two tiers; a fan takes one, sees what it brings, and goes over to the other', async ({ browser }) => {
  test.setTimeout(120_000)
  const [creator, fan] = [await comes(browser), await comes(browser, { phone: true, theme: 'dark' })]
  const mark = Date.now().toString(36).slice(-4)
  const [front, box] = [
    { name: `前排${mark}`, benefit: '新戲早一天看', price: '6.95' },
    { name: `包廂${mark}`, benefit: '謝幕後的合照', price: '12.95' },
  ]
  await passedTheDoor(creator)
  await signsIn(creator, 'creator@stagedoor.example')
  await joins(fan, '阿澄', { tokens: 400 })

  await test.step('the creator makes them; one that is cheaper than the plain subscription is refused on the spot', async () => {
    const { page } = creator
    const sheet = page.getByRole('dialog')
    await goes(page, '/creator/subscriptions-offer')
    for (const { name, benefit, price } of [front, box]) {
      await page.getByRole('button', { name: '新增等級' }).click()
      await sheet.getByLabel('名稱').fill(name)
      await sheet.getByLabel('包含的內容').fill(benefit)
      await sheet.getByLabel('一個月').fill('3')
      await sheet.getByRole('button', { name: '新增這個等級' }).click()
      await expect(sheet.getByText(/等級的月費要高於一般訂閱/)).toBeVisible()
      await sheet.getByLabel('一個月').fill(price)
      await sheet.getByRole('button', { name: '新增這個等級' }).click()
      await expect(page.getByRole('heading', { name })).toBeVisible()
    }
  })

  await test.step('the fan takes the front row with tokens, and has read what it brings', async () => {
    const { page } = fan
    const sheet = page.getByRole('dialog')
    await goes(page, '/papertheatre')
    await page.getByRole('button', { name: '開始1天免費試訂' }).click()
    await sheet.getByText('按月').first().click()
    await sheet.getByText(front.name).click()
    await expect(sheet.getByRole('list', { name: `${front.name}的內容` })).toContainText(front.benefit)
    await sheet.getByText('錢包代幣').click()
    await sheet.getByRole('button', { name: /^訂閱US/ }).click()
    await expect(page.getByText('已訂閱紙上劇場')).toBeVisible()
    await goes(page, '/subscriptions')
    await expect(page.getByText(front.name)).toBeVisible()
  })

  await test.step('and goes over to the box: it is dearer, so it begins now; the time not used comes back', async () => {
    const { page } = fan
    const sheet = page.getByRole('dialog')
    await page.getByRole('button', { name: '更改方案' }).click()
    await expect(sheet.getByRole('button', { name: '這是你目前的方案' })).toBeDisabled()
    await sheet.getByText(box.name).click()
    await expect(sheet.getByRole('list', { name: `${box.name}的內容` })).toContainText(box.benefit)
    await sheet.getByRole('button', { name: '立即更改US$12.95' }).click()
    await expect(page.getByText('已更改紙上劇場的訂閱方案')).toBeVisible()
    await expect(page.getByText(box.name)).toBeVisible()
    await expect(page.getByText(front.name)).toBeHidden()
    await goes(page, '/wallet')
    await expect(page.getByText('訂閱紙上劇場的代幣退回給你').first()).toBeVisible()
  })

  await test.step('the creator sees where the fan sits, and stops selling: whoever has it keeps it', async () => {
    const { page } = creator
    for (const { name } of [front, box]) {
      await page.getByRole('button', { name: `${name}的選單` }).click()
      await page.getByRole('menuitem', { name: '停售' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: '停售' }).click()
      await expect(page.getByText(`${name}已停售`)).toBeVisible()
    }
    await expect(page.getByRole('heading', { name: front.name, exact: true })).toBeHidden()
    await expect(page.getByRole('listitem').filter({ hasText: box.name })).toContainText('1位訂閱者 · 已停售')
  })
  expect([...creator.complaints, ...fan.complaints]).toEqual([])
})

test('what no payment brings at once is topped up for in turn: what is still missing is said, and nobody is told that something went wrong', async ({
  browser,
}) => {
  test.setTimeout(120_000)
  const [creator, fan] = [await comes(browser), await comes(browser, { phone: true })]
  await signsIn(creator, 'creator@stagedoor.example')
  await passedTheDoor(creator)
  // Nine thousand tokens, of which one payment brings some three or four thousand.
  const tier = (await asks(creator.page, 'post', '/subscription-tiers', {
    name: `包廂${crypto.randomUUID().slice(0, 4)}`,
    monthlyPrice: 200,
    sixMonthPrice: 900,
  })) as { _id: string }
  await joins(fan, '阿遠', { tokens: 100 })
  const { page } = fan
  const sheet = page.getByRole('dialog', { name: /^訂閱/ })
  const first = sheet.getByRole('button', { name: /^先儲值/ })
  const last = sheet.getByRole('button', { name: /^付.+並訂閱$/ })
  await goes(page, `/papertheatre?subscribe=six_months&tier=${tier._id}`)
  await sheet.getByText('錢包代幣').click()
  let rounds = 0
  for (; ; rounds++) {
    const { balance } = await mine(page)
    const missing = 9000 - balance
    await expect(sheet.getByText(`還差${missing.toLocaleString('en-US')}代幣`)).toBeVisible()
    await expect(sheet.getByText('這次沒有扣款')).toBeHidden()
    await expect(first.or(last)).toBeVisible()
    if (await last.isVisible()) break
    await first.click()
    await expect.poll(async () => (await mine(page)).balance).toBeGreaterThan(balance)
  }
  expect(rounds).toBeGreaterThan(1)
  await last.click()
  await expect(
    page
      .getByText(/^已訂閱/)
      .or(page.getByText('看所有訂閱限定的作品'))
      .first(),
  ).toBeVisible()
  await goes(page, '/subscriptions')
  await expect(page.getByText('紙上劇場').first()).toBeVisible()
  await creator.page.request.delete(`/api/subscription-tiers/${tier._id}`, { headers: { origin: site } })
  expect(fan.complaints).toEqual([])
})

test('one fan gives a subscription, and the page that the other has open lets them in', async ({ browser }) => {
  test.setTimeout(90_000)
  const [giver, friend, office] = [await comes(browser), await comes(browser, { phone: true, theme: 'dark' }), await comes(browser)]
  await joins(giver, '雲清', { tokens: 200 })
  const name = await joins(friend, '小滿')

  await test.step('the friend looks at a creator, and is asked to subscribe', async () => {
    await goes(friend.page, '/linmu')
    await expect(friend.page.getByRole('button', { name: /^訂閱/ }).last()).toBeVisible()
  })

  await test.step('nobody by that name: nothing is paid', async () => {
    await goes(giver.page, '/linmu')
    await giver.page.getByRole('button', { name: '送訂閱給朋友' }).click()
    const sheet = giver.page.getByRole('dialog')
    await sheet.getByRole('button', { name: /^送出US/ }).click()
    await expect(sheet.getByText('請填寫對方的帳號。')).toBeVisible()
    await sheet.getByLabel('送給誰（帳號）').fill('nobody.at.all')
    await sheet.getByRole('button', { name: /^送出US/ }).click()
    await expect(sheet.getByText('這次沒有扣款')).toBeVisible()
  })

  await test.step('given: the friend’s open page lets them in by itself', async () => {
    const sheet = giver.page.getByRole('dialog')
    await sheet.getByLabel('送給誰（帳號）').fill(`@${name}`)
    await sheet.getByLabel('想說的話').fill('生日快樂')
    await sheet.getByText('錢包代幣').click()
    await sheet.getByRole('button', { name: /^送出US/ }).click()
    await expect(giver.page.getByText(/禮物已送達/)).toBeVisible()
    await expect(friend.page.getByRole('heading', { name: '你訂閱了林暮' })).toBeVisible()
    await expect(friend.page.getByRole('button', { name: /^訂閱/ })).toHaveCount(0)
  })

  await test.step('the friend reads from whom, the giver that it arrived, and a letter went out', async () => {
    await goes(friend.page, '/subscriptions')
    await expect(friend.page.getByText(/^雲清送你/)).toBeVisible()
    await expect(friend.page.getByText('生日快樂')).toBeVisible()
    await goes(giver.page, '/subscriptions')
    await expect(giver.page.getByText(/^你送了小滿/)).toBeVisible()
    await signsIn(office, 'admin@stagedoor.example')
    await expect(async () => {
      await goes(office.page, `/admin/letters?recipient=${name}@stagedoor.example`)
      await expect(office.page.getByText('雲清送你林暮的訂閱').first()).toBeVisible({ timeout: 1000 })
    }).toPass()
  })
  for (const person of [giver, friend, office]) expect(person.complaints).toEqual([])
})

test('a creator sets prices in one place, is told which is out of order, and finds a planned promotion by its state', async ({
  browser,
}) => {
  const creator = await comes(browser)
  const { page } = creator
  await passedTheDoor(creator)
  await signsIn(creator, 'creator@stagedoor.example')

  await test.step('the settings lead to the prices', async () => {
    await goes(page, '/creator/account')
    await expect(page.getByLabel('一個月')).toBeHidden()
    await page.getByRole('link', { name: '設定價格' }).click()
    await expect(page).toHaveURL(/\/creator\/subscriptions-offer$/)
  })

  await test.step('a year that costs less than half a year is told at its field, and nothing is saved', async () => {
    const prices = page.locator('form').filter({ has: page.getByRole('button', { name: '儲存價格' }) })
    await prices.getByLabel('6個月').fill('41.61')
    await prices.getByRole('button', { name: '儲存價格' }).click()
    await expect(prices.getByText('訂得久不能比訂得短便宜，至少要US$41.61。')).toBeVisible()
    await page.reload()
    await expect(prices.getByLabel('6個月')).toHaveValue('22.20')
  })

  await test.step('promotions by their state, in the address', async () => {
    const states = page.getByRole('navigation', { name: '優惠的狀態' })
    await states.getByRole('link', { name: '尚未開始' }).click()
    await expect(page).toHaveURL(/state=planned/)
    await expect(page.getByText('首期省25%')).toBeVisible()
    await states.getByRole('link', { name: '名額已滿' }).click()
    await expect(page.getByText('目前沒有這個狀態的優惠。')).toBeVisible()
    await page.getByRole('link', { name: '看全部' }).click()
    await expect(page).not.toHaveURL(/state=/)
  })

  await test.step('one for a later day is planned, and not running', async () => {
    await page.getByRole('button', { name: '新增優惠' }).click()
    const sheet = page.getByRole('dialog')
    await sheet.getByLabel('折扣').fill('35')
    await sheet.getByRole('button', { name: '開始日期' }).click()
    const calendar = page.getByRole('dialog', { name: '開始日期' })
    await calendar.getByRole('button', { name: '下個月' }).click()
    await calendar.getByRole('button', { name: /月15日/ }).click()
    await expect(sheet.getByRole('button', { name: '開始日期' })).toContainText('15日')
    await sheet.getByRole('button', { name: '排定優惠' }).click()
    await expect(page.getByText('優惠已排定')).toBeVisible()
    await goes(page, '/creator/subscriptions-offer?state=planned')
    await expect(page.getByText('首期省35%')).toBeVisible()
  })
  expect(creator.complaints).toEqual([])
})

test('where CCBill renews by itself, a fan reads before paying by card what it cannot do, and the wallet has no such limit', async ({
  browser,
}) => {
  test.setTimeout(90_000)
  const fan = await comes(browser, { phone: true })
  const chooses = async (paymentGateway: string) => choosesGateway(await request.newContext(), { paymentGateway })
  await joins(fan, '小滿', { tokens: 100 })
  await chooses('ccbill')
  try {
    const { page } = fan
    const sheet = page.getByRole('dialog')
    await goes(page, '/papertheatre')
    await page.getByRole('button', { name: '開始1天免費試訂' }).click()
    await sheet.getByText('按月').first().click()
    await sheet.getByText('信用卡', { exact: true }).click()
    await expect(sheet.getByText('優惠價只限一期，期滿就結束', { exact: false })).toBeVisible()
    await expect(sheet.getByText('只限一期，不續訂')).toBeVisible()
    await sheet.getByText('3個月').first().click()
    await expect(sheet.getByText('刷卡會依原方案續訂', { exact: false })).toBeVisible()
    await sheet.getByText('錢包代幣').click()
    await expect(sheet.getByText('隨時可以取消，看到期滿為止', { exact: true })).toBeVisible()
    await sheet.getByText('按月').first().click()
    await expect(sheet.getByText('優惠價只限第一期', { exact: false })).toBeVisible()
  } finally {
    await chooses('sandbox')
  }
  expect(fan.complaints).toEqual([])
})

test('a creator whose prices are of another currency finds that first in the studio; a fan is told that nobody can subscribe', async ({
  browser,
}) => {
  const [creator, fan] = [await comes(browser), await comes(browser, { phone: true, theme: 'dark' })]
  await passedTheDoor(creator)
  await signsIn(creator, 'ache.piano@stagedoor.example')
  await goes(creator.page, '/creator')
  const toDo = creator.page.getByRole('link', { name: /重新設定訂閱價格/ })
  await expect(toDo).toBeVisible()
  await expect(creator.page.getByText('設定年訂價格')).toBeHidden()
  await toDo.click()
  await expect(creator.page.getByText('你的價格已暫停')).toBeVisible()
  await expect(creator.page.getByText(/你的價格仍是EUR/)).toBeVisible()

  await passedTheDoor(fan)
  await goes(fan.page, '/ache.piano')
  await expect(fan.page.getByText('阿澈的琴房目前沒有開放訂閱。')).toBeVisible()
  await expect(fan.page.getByText('隨時可以取消')).toBeHidden()
  await expect(fan.page.getByRole('button', { name: '送訂閱給朋友' })).toBeHidden()

  await test.step('nor does anything else offer it: a locked post, and the ways to the sheets, say the same', async () => {
    const { page } = fan
    const rests = page.getByText('阿澈的琴房目前沒有開放訂閱。')
    await joins(fan, '小舟')
    const { _id } = await asked<{ _id: string }>(page.request, '/performers/ache.piano')
    const { data: posts } = await asked<{ data: { _id: string; isSale: string }[] }>(page.request, `/user/feeds?performerId=${_id}`)
    await goes(page, `/posts/${posts.find(({ isSale }) => isSale === 'subscription')!._id}`)
    await expect(rests).toBeVisible()
    await expect(page.getByRole('button', { name: /^訂閱/ })).toHaveCount(0)
    for (const way of ['subscribe', 'give']) {
      await goes(page, `/ache.piano?${way}=monthly`)
      await expect(page.getByRole('dialog').getByText('阿澈的琴房目前沒有開放訂閱。')).toBeVisible()
      await expect(page.getByRole('dialog').getByRole('button', { name: /訂閱|送出|US\$/ })).toHaveCount(0)
    }
  })
  expect([...creator.complaints, ...fan.complaints]).toEqual([])
})

async function asked<Answer>(by: APIRequestContext, path: string): Promise<Answer> {
  return ((await (await by.get(`/api${path}`)).json()) as { data: Answer }).data
}
