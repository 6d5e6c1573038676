// What stories of live streams have in common: a creator with nothing on air, and a picture that moves.
import { type Browser, expect, type Page } from '@playwright/test'
import { comes, passedTheDoor, type Person, signsIn } from './people.ts'
import { asks } from './talking.ts'

/** How many pictures were drawn so far. */
const drawn = (page: Page) =>
  page.locator('video').evaluate((video) => (video as HTMLVideoElement).getVideoPlaybackQuality().totalVideoFrames)

export async function moves(page: Page): Promise<void> {
  // Another picture in the same place is counted from nothing.
  let [last, moved] = [Infinity, 0]
  await expect
    .poll(
      async () => {
        const now = await drawn(page)
        moved += Math.max(0, now - last)
        last = now
        return moved
      },
      { timeout: 40_000 },
    )
    .toBeGreaterThan(10)
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
