// What is unread, as its reader meets it: in the list, in the thread, and where they want it to be unread again.
import { expect, type Page, test } from '@playwright/test'
import { goes } from './people.ts'
import { asks, couple } from './talking.ts'

const list = (page: Page) => page.getByRole('region', { name: '對話', exact: true })
const rows = (page: Page) => list(page).getByRole('listitem')
const filter = (page: Page, name: string) => page.getByRole('navigation', { name: '篩選對話' }).getByRole('link', { name })

test('the row that one opened among the unread stays until one leaves it, or them', async ({ browser }) => {
  const { fan, lan, id, address } = await couple(browser)
  await asks(lan.page, 'post', `/messages/conversations/${id}`, { text: '今晚開演' })
  await goes(fan.page, '/messages?list=unread')
  const row = rows(fan.page).filter({ hasText: '今晚開演' })
  await row.getByRole('link').click()
  await expect(fan.page).toHaveURL(`${address}?list=unread`)
  // Read, and asked for again.
  await expect(row.getByText('則未讀')).toHaveCount(0)
  await asks(lan.page, 'post', `/messages/conversations/${id}`, { text: '七點進場' })
  await expect(rows(fan.page).filter({ hasText: '七點進場' })).toHaveCount(1)
  await expect(rows(fan.page)).toHaveCount(1)
  await expect(rows(fan.page).getByText('則未讀')).toHaveCount(0)

  await test.step('and is gone once one chooses what is unread again, or leaves the thread', async () => {
    await filter(fan.page, '未讀').click()
    await expect(list(fan.page).getByText('都讀過了。')).toBeVisible()
    await filter(fan.page, '全部').click()
    await expect(rows(fan.page)).toHaveCount(1)
    await goes(fan.page, '/messages?list=unread')
    await asks(lan.page, 'post', `/messages/conversations/${id}`, { text: '別遲到' })
    await rows(fan.page).getByRole('link').click()
    await expect(rows(fan.page).getByText('則未讀')).toHaveCount(0)
    await fan.page.keyboard.press('Escape')
    await expect(fan.page).toHaveURL('/messages?list=unread')
    await expect(list(fan.page).getByText('都讀過了。')).toBeVisible()
  })
  for (const { complaints } of [fan, lan]) expect(complaints).toEqual([])
})
