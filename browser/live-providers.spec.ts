// Shows that LiveKit or Agora carries, as far as a real browser gets without either of them: the library that a grant names is fetched, and by no page before;
// it goes to whom it should with the token that it was given; and as nobody lets it in, the page says so and asks again. No media flows here.
// It needs a server that was started with the stand-ins of playwright.config.ts.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page, request, test } from '@playwright/test'
import { agoraKeys, openedBy, startAgora } from '../server/stage/live/testing-agora.ts'
import { startLiveKit } from '../server/stage/live/testing-livekit.ts'
import { performs } from './on-stage.ts'
import { choosesGateway, comes, goes, joins, type Person, site } from './people.ts'
import { asks } from './talking.ts'

const port = Number(new URL(site).port)
const carriedBy = async (values: Record<string, string | boolean>) => choosesGateway(await request.newContext(), values)

// The stand-ins stay until all stories are told: what is over is asked about until no token is left that could open it.

type Grant = { token: string; channel: string; uid: number }

/** The files of the build that watching and sending by somebody else's library bring. */
function filesOf(source: 'by-livekit' | 'by-agora'): string {
  const manifest = JSON.parse(readFileSync(join(import.meta.dirname, '../dist/client/.vite/manifest.json'), 'utf8')) as Record<
    string,
    { file: string }
  >
  return manifest[`web/stage/live/${source}.ts`]?.file ?? ''
}

/** What a page fetches of both libraries, and the grants that it asks for. */
function listensTo(page: Page) {
  const heard = { libraries: new Set<string>(), grants: [] as string[], outside: new Set<string>() }
  const [liveKits, agoras] = [filesOf('by-livekit'), filesOf('by-agora')]
  page.on('request', (asked) => {
    const { hostname, pathname } = new URL(asked.url())
    if (pathname.endsWith(liveKits)) heard.libraries.add('LiveKit')
    if (pathname.endsWith(agoras)) heard.libraries.add('Agora')
    if (pathname.endsWith('/streaming/agora/token')) heard.grants.push((asked.postDataJSON() as { role: string }).role)
    if (hostname !== '127.0.0.1') heard.outside.add(hostname)
  })
  return heard
}

/** A show of the creator's, and what she would send it by. */
async function begins(lan: Person, title: string): Promise<{ id: string; host: Grant }> {
  const { _id: id } = (await asks(lan.page, 'post', '/streaming/live', { title, type: 'public' })) as { _id: string }
  return { id, host: (await asks(lan.page, 'post', '/streaming/agora/token', { streamId: id, role: 'host' })) as Grant }
}

const lost = (page: Page) => page.getByRole('status').getByText('連線中斷，正在重新連線')

test('LiveKit carries, and lets nobody in: its library comes to whoever watches and sends, goes there with their token, and they are told and tried again', async ({
  browser,
}) => {
  const liveKit = await startLiveKit(port + 2)
  try {
    const lan = await performs(browser)
    const fan = await comes(browser)
    await joins(fan, '小滿')
    await carriedBy({ liveProvider: 'livekit' })
    const heard = listensTo(fan.page)
    await goes(fan.page, '/live')
    const { id, host } = await begins(lan, '在別人的臺上')
    await test.step('before its picture is there the page of the show has brought nothing', async () => {
      await goes(fan.page, `/live/${id}`)
      await expect(fan.page.getByText('畫面就要來了')).toBeVisible()
      expect([...heard.libraries]).toEqual([])
      expect(heard.grants).toEqual([])
    })
    await test.step('once LiveKit shows it, the fan’s page goes there, is not let in, says so, and asks anew', async () => {
      liveKit.join(host.token)
      liveKit.publish(host.token)
      await expect(lost(fan.page)).toBeVisible({ timeout: 60_000 })
      expect([...heard.libraries]).toEqual(['LiveKit'])
      await expect.poll(() => heard.grants.length, { timeout: 30_000 }).toBeGreaterThan(1)
      expect(new Set(heard.grants)).toEqual(new Set(['audience']))
      const [came] = liveKit.came
      expect(came?.video).toMatchObject({ roomJoin: true, room: id, canPublish: false, canSubscribe: true, hidden: true })
      // By a name that says nothing of who they are.
      expect(came?.sub).toMatch(/^[\w-]{16}$/)
    })
    await test.step('the creator’s studio goes there to send, and is told the same', async () => {
      const hers = listensTo(lan.page)
      await goes(lan.page, '/creator/live')
      await lan.page.getByRole('button', { name: '用這個裝置直播' }).click()
      await expect(lost(lan.page)).toBeVisible({ timeout: 60_000 })
      expect([...hers.libraries]).toEqual(['LiveKit'])
      await expect.poll(() => liveKit.came.some(({ video }) => video?.canPublish === true && video.room === id)).toBe(true)
    })
    await asks(lan.page, 'put', `/streaming/live/${id}`, { status: 'ended' })
    await expect(fan.page.getByRole('heading', { name: '直播已經結束' })).toBeVisible({ timeout: 30_000 })
  } finally {
    await carriedBy({ liveProvider: 'embedded' })
  }
})

test('Agora carries, and cannot be reached: its library comes to whoever watches, asks for Agora’s own hosts alone, and they are told and tried again', async ({
  browser,
}) => {
  const agora = await startAgora(port + 3)
  try {
    const lan = await performs(browser)
    const fan = await comes(browser)
    await joins(fan, '青苔')
    await carriedBy({ agoraEnable: true, agoraAppId: agoraKeys.appId, liveProvider: 'agora' })
    await fan.context.route(/^(https?|wss?):\/\/(?!127\.0\.0\.1[:/])/, (route) => route.abort())
    const heard = listensTo(fan.page)
    const { id, host } = await begins(lan, '在海的另一邊')
    await goes(fan.page, `/live/${id}`)
    await expect(fan.page.getByText('畫面就要來了')).toBeVisible()
    expect([...heard.libraries]).toEqual([])
    agora.join(host.token, 'broadcaster')
    const given = fan.page.waitForResponse((answer) => answer.url().endsWith('/streaming/agora/token'), { timeout: 60_000 })
    const { data: grant } = (await (await given).json()) as { data: Grant & { appId: string; senderUid: number } }
    expect(openedBy(grant.token)).toMatchObject({ channel: id, uid: String(grant.uid) })
    expect(grant).toMatchObject({ appId: agoraKeys.appId, senderUid: host.uid })
    await expect.poll(() => [...heard.libraries], { timeout: 30_000 }).toEqual(['Agora'])
    await expect(fan.page.getByRole('status').getByText(/^連線中/)).toBeVisible({ timeout: 60_000 })
    await expect.poll(() => heard.outside.size, { timeout: 60_000 }).toBeGreaterThan(0)
    for (const host of heard.outside) expect(host).toMatch(/\.(agora\.io|sd-rtn\.com|agoraio\.cn|edge\.agora\.io)$/)
    // Agora's library would knock for ever.
    await expect(lost(fan.page)).toBeVisible({ timeout: 60_000 })
    await expect.poll(() => heard.grants.length, { timeout: 60_000 }).toBeGreaterThan(1)
    await asks(lan.page, 'put', `/streaming/live/${id}`, { status: 'ended' })
  } finally {
    await carriedBy({ liveProvider: 'embedded' })
  }
})
