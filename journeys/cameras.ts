// Real browsers with a camera that is drawn, on a page that can send and watch a stream by media tokens that its person asks for.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { chromium as playwright, type Page } from '@playwright/test'
import { chromium } from '../browser/chromium.ts'
import type { MediaRole } from '#contract/stage/live.ts'
import type { House, Person } from '#journeys/house.ts'

interface Answer {
  session: string
  sdp: string
}

export interface Cameras {
  /** An offer of somebody's, as their browser or encoder sends it. */
  offer: (token: string, path: string, sdp: string) => Promise<{ status: number; code?: string } & Answer>
  /** A page of this person's; what it can do stands in platform/forwarder/testing.ts. */
  tabOf: (person: Person, parts?: { sends?: MediaRole; watches?: MediaRole }) => Promise<Page>
  close(): Promise<void>
}

export async function openCameras({ address }: Pick<House, 'address'>): Promise<Cameras> {
  const launch = await chromium()
  const browser = await playwright.launch({ ...launch, args: [...launch.args, '--autoplay-policy=no-user-gesture-required'] })
  const page = readFileSync(join(import.meta.dirname, '../server/platform/forwarder/testing.html'))
  // Cameras are given to pages of a real origin only.
  const pages = createServer((_request, response) => response.setHeader('content-type', 'text/html').end(page)).listen(0, '127.0.0.1')
  await new Promise((listening) => pages.once('listening', listening))

  const offer: Cameras['offer'] = async (token, path, sdp) => {
    const answer = await fetch(`${address}/api/streaming/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/sdp' },
      body: sdp,
    })
    const text = await answer.text()
    const { status } = answer
    if (status !== 201) return { status, code: (JSON.parse(text) as { code: string }).code, session: '', sdp: '' }
    return { status, session: answer.headers.get('location') ?? '', sdp: text }
  }
  return {
    offer,
    async tabOf({ api }, { sends = 'host', watches = 'audience' } = {}) {
      const tab = await (await browser.newContext()).newPage()
      const by = (role: MediaRole, path: 'whip' | 'whep') => async (streamId: string, _label: string, sdp: string) => {
        const { token } = await api.live.grant({ streamId, role })
        return offer(token, `${path}/${streamId}`, sdp)
      }
      await tab.exposeFunction('publishAt', by(sends, 'whip'))
      await tab.exposeFunction('viewAt', by(watches, 'whep'))
      await tab.goto(`http://127.0.0.1:${(pages.address() as AddressInfo).port}/`)
      return tab
    },
    async close() {
      await browser.close()
      pages.close()
    },
  }
}
