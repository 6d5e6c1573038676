// A creator writes to many at once, and those it is for read it: each in a window of their own.
import { expect, test } from '@playwright/test'
import { comes, goes, joins, passedTheDoor, type Person, signsIn } from './people.ts'
import { asks, isClean, lines } from './talking.ts'

test('a mass message goes to those it is for: the subscriber reads it by name and stops them, the follower never hears of it', async ({
  browser,
}) => {
  const lan = await comes(browser)
  await signsIn(lan, 'creator@stagedoor.example')
  await passedTheDoor(lan)
  const { _id: performerId } = (await asks(lan.page, 'get', '/users/me')) as { _id: string }
  const [subscriber, follower] = [await comes(browser, { theme: 'dark' }), await comes(browser)]
  await joins(subscriber, '小燈', { tokens: 1000 })
  await joins(follower, '小路')
  await asks(subscriber.page, 'post', '/payment/subscribe/performers', { performerId, type: 'monthly', useWallet: true })
  await asks(follower.page, 'post', `/follows/${performerId}`)
  await goes(subscriber.page, '/messages')
  await goes(follower.page, '/messages')

  await test.step('the creator chooses whom, sees how many and what one of them reads, and sends it', async () => {
    await goes(lan.page, '/creator/campaigns')
    await lan.page.getByRole('link', { name: '新的群發訊息' }).first().click()
    const whom = lan.page.getByRole('group', { name: '寄給誰' })
    await whom.getByRole('checkbox', { name: '追蹤者' }).uncheck()
    await expect(lan.page.getByRole('button', { name: /^發送給.+位粉絲$/ })).toBeVisible()
    await lan.page.getByRole('textbox', { name: '訊息內容' }).fill('，今晚的燈留給你。')
    await lan.page.getByRole('textbox', { name: '訊息內容' }).press('Home')
    await lan.page.getByRole('button', { name: '加入粉絲名字' }).click()
    await expect(lan.page.getByRole('textbox', { name: '訊息內容' })).toHaveValue('【粉絲名字】，今晚的燈留給你。')
    await expect(lan.page.getByText('小美，今晚的燈留給你。')).toBeVisible()
    await isClean(lan.page)
    await lan.page.getByRole('button', { name: /^發送給.+位粉絲$/ }).click()
    await lan.page.waitForURL(/\/creator\/campaigns\/[0-9a-f-]{36}$/)
    await expect(lan.page.getByText('已送出')).toBeVisible()
    await isClean(lan.page)
  })

  await test.step('the subscriber reads it by name without loading a page, and what it is', async () => {
    const row = subscriber.page.getByRole('region', { name: '對話' }).getByRole('listitem').getByRole('link').first()
    await expect(row).toContainText('小燈，今晚的燈留給你。')
    await row.click()
    await expect(lines(subscriber.page)).toContainText('小燈，今晚的燈留給你。')
    await expect(lines(subscriber.page)).toContainText('群發訊息')
    await isClean(subscriber.page)
    const [leave, back] = ['不再接收', '恢復接收'].map((name) => lines(subscriber.page).getByRole('button', { name }).last())
    await leave!.click()
    await expect(back!).toBeVisible()
    // Pressed by mistake: it is taken back where it is said.
    await subscriber.page.getByRole('button', { name: '復原' }).click()
    await expect(leave!).toBeVisible()
    await leave!.click()
    await expect(back!).toBeVisible()
  })

  await test.step('the follower has none of it', async () => {
    const { total } = (await asks(follower.page, 'get', '/conversations')) as { total: number }
    expect(total).toBe(0)
  })

  await test.step('it was read, and it is taken back: who takes it back is told how many lose it', async () => {
    await expect(async () => {
      await lan.page.reload()
      await expect(lan.page.getByText('已讀')).toBeVisible()
      const { opened } = (await asks(lan.page, 'get', `/campaigns/${lan.page.url().split('/').at(-1)}`)) as { opened: number }
      expect(opened).toBeGreaterThan(0)
    }).toPass()
    await lan.page.getByRole('button', { name: '收回' }).click()
    await expect(lan.page.getByRole('alertdialog')).toContainText('位粉絲將看不到內容')
    await lan.page.getByRole('alertdialog').getByRole('button', { name: '收回' }).click()
    await expect(lines(subscriber.page)).toContainText('這則訊息已刪除')
    await expect(lines(subscriber.page)).not.toContainText('今晚的燈留給你')
    await expect(lan.page.getByText('已收回').first()).toBeVisible()
  })

  for (const { complaints, context } of [lan, subscriber, follower]) {
    expect(complaints).toEqual([])
    await context.close()
  }
})

test('a photo of the library goes to the subscribers, sold: one buys it in the thread, and keeps it when it is taken back', async ({
  browser,
}) => {
  const lan = await comes(browser)
  await signsIn(lan, 'creator@stagedoor.example')
  await passedTheDoor(lan)
  const { _id: performerId } = (await asks(lan.page, 'get', '/users/me')) as { _id: string }
  const [buyer, other] = [await comes(browser, { phone: true, theme: 'dark' }), await comes(browser)]
  for (const [fan, name] of [
    [buyer, '小舟'],
    [other, '小岸'],
  ] as const) {
    await joins(fan, name, { tokens: 1000 })
    await asks(fan.page, 'post', '/payment/subscribe/performers', { performerId, type: 'monthly', useWallet: true })
  }
  const threadOf = async ({ page }: Person) => {
    const { _id } = (await asks(page, 'post', '/conversations', { source: 'performer', sourceId: performerId })) as { _id: string }
    await goes(page, `/messages/${_id}`)
    return lines(page).getByRole('listitem').filter({ hasText: '收在抽屜裡的一張' })
  }

  await test.step('chosen in the library, priced, sent', async () => {
    await goes(lan.page, '/creator/campaigns/new')
    await lan.page.getByRole('group', { name: '寄給誰' }).getByRole('checkbox', { name: '追蹤者' }).uncheck()
    await lan.page.getByRole('textbox', { name: '訊息內容' }).fill('收在抽屜裡的一張')
    await lan.page.getByRole('button', { name: '從我的素材庫' }).click()
    await lan.page.getByRole('dialog').getByRole('listitem').first().getByRole('button').click()
    await lan.page
      .getByRole('dialog')
      .getByRole('button', { name: /加入|選/ })
      .last()
      .click()
    await lan.page.getByRole('checkbox', { name: '設定售價' }).check()
    await lan.page.getByRole('textbox', { name: '售價' }).fill('30')
    // What one of them will see: locked, and what opens it.
    const seen = lan.page.getByRole('region', { name: '粉絲看到的樣子' })
    await expect(seen).toContainText('1張照片')
    await expect(seen).toContainText('售價30代幣')
    // Several mean any of them; what a choice asks stands under it.
    const whom = lan.page.getByRole('group', { name: '寄給誰' })
    await expect(whom).toContainText('符合任何一項的人都會收到')
    const spenders = whom.getByRole('checkbox', { name: '消費達一定金額' })
    await spenders.check()
    const [tick, least] = [await spenders.boundingBox(), await whom.getByLabel('至少').boundingBox()]
    expect((least?.y ?? 0) - (tick?.y ?? 0)).toBeLessThan(90)
    await spenders.uncheck()
    await isClean(lan.page)
    // Somebody looks at something else meanwhile, and the page is loaded anew.
    await goes(lan.page, '/creator/fans')
    await goes(lan.page, '/creator/campaigns/new')
    await expect(lan.page.getByText('這是你上次寫到一半的訊息。')).toBeVisible()
    await expect(lan.page.getByRole('textbox', { name: '訊息內容' })).toHaveValue('收在抽屜裡的一張')
    await expect(lan.page.getByRole('group', { name: '寄給誰' }).getByRole('checkbox', { name: '追蹤者' })).not.toBeChecked()
    await expect(lan.page.getByRole('textbox', { name: '售價' })).toHaveValue('30')
    await lan.page.getByRole('button', { name: /^發送給.+位粉絲$/ }).click()
    await lan.page.waitForURL(/\/creator\/campaigns\/[0-9a-f-]{36}$/)
    await expect(lan.page.getByText('已送出')).toBeVisible()
    await isClean(lan.page)
  })

  const [bought, locked] = [await threadOf(buyer), await threadOf(other)]
  await test.step('locked for both; one of them buys it where it stands', async () => {
    await expect(locked.getByRole('button', { name: /解鎖/ })).toContainText('30')
    await bought.getByRole('button', { name: /解鎖/ }).click()
    await buyer.page.getByRole('dialog').getByRole('button', { name: /解鎖/ }).click()
    await expect(bought.getByRole('button', { name: /^第1張/ })).toBeVisible()
    await lan.page.reload()
    await expect(lan.page.getByText('已售出')).toBeVisible()
  })

  await test.step('taken back, it is gone for the other one and stays with who paid', async () => {
    await lan.page.getByRole('button', { name: '收回' }).click()
    await lan.page.getByRole('alertdialog').getByRole('button', { name: '收回' }).click()
    await expect(lines(other.page)).toContainText('這則訊息已刪除')
    await expect(lines(other.page)).not.toContainText('收在抽屜裡的一張')
    await buyer.page.reload()
    await expect(bought.getByRole('button', { name: /^第1張/ })).toBeVisible()
  })
  for (const { complaints, context } of [lan, buyer, other]) {
    expect(complaints).toEqual([])
    await context.close()
  }
})
