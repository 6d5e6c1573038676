// What stories of live streams have in common: a creator with nothing on air, and a picture that moves.
import { type Browser, expect, type Page } from '@playwright/test'
import { comes, passedTheDoor, type Person, signsIn } from './people.ts'
import { asks } from './talking.ts'

/** How many pictures were drawn so far. */
const drawn = (page: Page) =>
  page.locator('video').evaluate((video) => (video as HTMLVideoElement).getVideoPlaybackQuality().totalVideoFrames)

export async function moves(page: Page): Promise<void> {
  await expect.poll(() => drawn(page), { timeout: 30_000 }).toBeGreaterThan(0)
  const before = await drawn(page)
  await expect.poll(() => drawn(page), { timeout: 20_000 }).toBeGreaterThan(before + 10)
}

/** The demo's creator, with nothing on air that another story left. */
export async function performs(browser: Browser): Promise<Person> {
  const lan = await comes(browser)
  await signsIn(lan, 'creator@stagedoor.example')
  await passedTheDoor(lan)
  const { data } = (await asks(lan.page, 'get', '/streaming/mine?status=live')) as { data: { _id: string }[] }
  for (const { _id } of data) await asks(lan.page, 'put', `/streaming/live/${_id}`, { status: 'ended' })
  return lan
}
