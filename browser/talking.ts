// What stories of conversations begin with, look at, and end with.
import { type Browser, expect, type Locator, type Page } from '@playwright/test'
import { violationsOn } from './axe.ts'
import { comes, joins, passedTheDoor, type Person, signsIn, site } from './people.ts'

/** A call that the page would make, as whoever is signed in there. */
export async function asks(page: Page, method: 'put' | 'post' | 'get', path: string, data?: object): Promise<unknown> {
  const reply = await page.request[method](`/api${path}`, { ...(data && { data }), headers: { origin: site } })
  expect(reply.ok(), `${path}: ${await reply.text()}`).toBe(true)
  return ((await reply.json()) as { data: unknown }).data
}

export const mine = async (page: Page) => (await asks(page, 'get', '/users/me')) as { balance: number; unread: { messages: number } }

/** What stands in the thread that is open. */
export const lines = (page: Page) => page.getByRole('group', { name: '訊息內容' })

/** Presses what a line shows while one points at it. What comes meanwhile moves the line away from under the pointer: then one points again. */
export async function pressesOn(line: Locator, name: string): Promise<void> {
  await expect(async () => {
    await line.hover({ timeout: 2000 })
    await line.getByRole('button', { name, exact: true }).click({ timeout: 2000 })
  }).toPass()
}

/** A fan of today who subscribes to the demo's creator, and the conversation of the two. */
export async function couple(browser: Browser, { phone = false } = {}): Promise<{ fan: Person; lan: Person; id: string; address: string }> {
  const lan = await comes(browser)
  await signsIn(lan, 'creator@stagedoor.example')
  await passedTheDoor(lan)
  const fan = await comes(browser, { phone })
  await joins(fan, '小滿', { tokens: 1000 })
  const { _id: performerId } = (await asks(lan.page, 'get', '/users/me')) as { _id: string }
  await asks(fan.page, 'post', '/payment/subscribe/performers', { performerId, type: 'monthly', useWallet: true })
  const { _id: id } = (await asks(fan.page, 'post', '/conversations', { source: 'performer', sourceId: performerId })) as { _id: string }
  return { fan, lan, id, address: `/messages/${id}` }
}

export async function isClean(page: Page): Promise<void> {
  expect((await violationsOn(page)).map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
}
