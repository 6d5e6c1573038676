// A line is answered, and reacted to, on two screens at once.
import { expect, type Locator, type Page, test } from '@playwright/test'
import { goes, site } from './people.ts'
import { asks, couple, isClean, lines, pressesOn } from './talking.ts'

const field = (page: Page) => page.getByRole('textbox', { name: /^寫給/ })
const lineOf = (page: Page, text: string): Locator => lines(page).getByRole('listitem').filter({ hasText: text })

async function named(page: Page, id: string, text: string): Promise<string | undefined> {
  const { data } = (await asks(page, 'get', `/messages/conversations/${id}?limit=100`)) as { data: { _id: string; text: string }[] }
  return data.find((each) => each.text === text)?._id
}

async function says(page: Page, text: string): Promise<void> {
  await field(page).fill(text)
  await page.getByRole('button', { name: /^送出/ }).click()
  await expect(field(page)).toHaveValue('')
}

test('who answers says to what, both see it, a press goes there, and what is deleted shows nothing of itself', async ({ browser }) => {
  const { fan, lan, address, id } = await couple(browser)
  await asks(fan.page, 'post', `/messages/conversations/${id}`, { text: '第三幕的月亮是真的嗎？' })
  for (let count = 1; count <= 60; count++) await asks(fan.page, 'post', `/messages/conversations/${id}`, { text: `接著第${count}句` })
  await goes(fan.page, address)
  await goes(lan.page, `/messages/${id}`)

  await test.step('the composer says whom one answers, Esc leaves it, and a reload keeps it', async () => {
    const last = lineOf(lan.page, '接著第60句')
    await pressesOn(last, '回覆')
    await expect(field(lan.page)).toBeFocused()
    await expect(lan.page.getByText('回覆小滿')).toBeVisible()
    await lan.page.keyboard.press('Escape')
    await expect(lan.page.getByText('回覆小滿')).toBeHidden()
    await expect(lan.page).toHaveURL(new RegExp(id))
    await pressesOn(last, '回覆')
    await field(lan.page).fill('先記著')
    await goes(lan.page, `/messages/${id}`)
    await expect(lan.page.getByText('回覆小滿')).toBeVisible()
    await says(lan.page, '第60句我聽到了')
    await expect(lan.page.getByText('回覆小滿')).toBeHidden()
    await expect(lineOf(fan.page, '第60句我聽到了').getByRole('button', { name: '回覆你自己：接著第60句' })).toBeVisible()
  })

  await test.step('an answer to what was said long ago goes there, through all pages between', async () => {
    const first = await named(lan.page, id, '第三幕的月亮是真的嗎？')
    await asks(lan.page, 'post', `/messages/conversations/${id}`, { text: '是紙做的', replyTo: first })
    const quote = lineOf(fan.page, '是紙做的').getByRole('button', { name: '回覆你自己：第三幕的月亮是真的嗎？' })
    await quote.click()
    await expect(lines(fan.page).getByText('第三幕的月亮是真的嗎？', { exact: true }).last()).toBeInViewport()
    await expect(lineOf(fan.page, '第三幕的月亮是真的嗎？').locator('[tabindex="-1"]').first()).toBeFocused()
    await fan.page.getByRole('button', { name: '到最新的訊息' }).click()
    await asks(fan.page, 'post', `/messages/conversations/${id}`, { text: '我再想想' })
    const reply = await fan.page.request.delete(`/api/messages/${first}`, { headers: { origin: site } })
    expect(reply.ok()).toBe(true)
    for (const { page } of [fan, lan]) {
      // Whoever reads further up is brought down first.
      await expect(async () => {
        const newest = page.getByRole('button', { name: '到最新的訊息' })
        if (await newest.isVisible()) await newest.click({ timeout: 2000 })
        await expect(lineOf(page, '是紙做的').getByRole('button', { name: /：這則訊息已刪除$/ })).toBeVisible({ timeout: 2000 })
      }).toPass()
      await expect(lines(page)).not.toContainText('第三幕的月亮')
    }
    await lineOf(lan.page, '是紙做的')
      .getByRole('button', { name: /：這則訊息已刪除$/ })
      .click()
    await expect(lan.page.getByText('原本的訊息已經不在了')).toBeVisible()
  })
})

test('a reaction stands on both screens, a press takes it back, and a no puts it back as it was', async ({ browser }) => {
  const { fan, lan, address, id } = await couple(browser)
  await goes(fan.page, address)
  await goes(lan.page, `/messages/${id}`)
  await says(fan.page, '今晚的燈很好看')
  const line = lineOf(lan.page, '今晚的燈很好看')
  await pressesOn(line, '加上回應')
  await lan.page.getByRole('menuitemcheckbox', { name: '愛心' }).click()
  await expect(line.getByRole('button', { name: /^你的回應：愛心/ })).toBeVisible()
  await expect(lineOf(fan.page, '今晚的燈很好看').getByRole('img', { name: /的回應：愛心$/ })).toBeVisible()

  await test.step('by the keyboard alone another one takes its place', async () => {
    await line.getByRole('button', { name: '加上回應' }).focus()
    await lan.page.keyboard.press('Enter')
    await expect(lan.page.getByRole('menuitemcheckbox', { name: '愛心' })).toBeChecked()
    await lan.page.keyboard.press('ArrowDown')
    await lan.page.keyboard.press('Enter')
    await expect(lineOf(fan.page, '今晚的燈很好看').getByRole('img', { name: /的回應：鼓掌$/ })).toBeVisible()
  })
  for (const { page } of [fan, lan]) await isClean(page)

  await test.step('a press on it takes it back on both', async () => {
    await line.getByRole('button', { name: /^你的回應：鼓掌/ }).click()
    await expect(lineOf(fan.page, '今晚的燈很好看').getByRole('img')).toHaveCount(0)
    await expect(line.getByRole('button', { name: /^你的回應/ })).toHaveCount(0)
  })

  await test.step('refused, it is taken away again, and it is said why', async () => {
    await lan.page.route('**/api/messages/*/reaction', (route) =>
      route.fulfill({ status: 403, json: { code: 'messages_blocked', message: '你們之間已無法再傳訊息。' } }),
    )
    await pressesOn(line, '加上回應')
    await lan.page.getByRole('menuitemcheckbox', { name: '火' }).click()
    await expect(lan.page.getByRole('alert').getByText('你們之間已無法再傳訊息。')).toBeVisible()
    await expect(line.getByRole('button', { name: /^你的回應/ })).toHaveCount(0)
  })
})

test('on a phone the menu of a line has both', async ({ browser }) => {
  const { fan, lan, address, id } = await couple(browser, { phone: true })
  await asks(lan.page, 'post', `/messages/conversations/${id}`, { text: '晚安，路上小心' })
  await goes(fan.page, address)
  const line = lineOf(fan.page, '晚安，路上小心')
  await line.getByText('晚安，路上小心').tap()
  await line.getByRole('button', { name: '這則訊息的選單' }).tap()
  await fan.page.getByRole('menuitemcheckbox', { name: '流淚' }).tap()
  await expect(line.getByRole('button', { name: /^你的回應：流淚/ })).toBeVisible()
  await line.getByText('晚安，路上小心').tap()
  await line.getByRole('button', { name: '這則訊息的選單' }).tap()
  await fan.page.getByRole('menuitem', { name: '回覆' }).tap()
  await expect(fan.page.getByText('回覆紙上劇場')).toBeVisible()
  await says(fan.page, '到家了')
  await expect(lineOf(fan.page, '到家了').getByRole('button', { name: /^回覆紙上劇場：晚安，路上小心/ })).toBeVisible()
  await isClean(fan.page)
})
