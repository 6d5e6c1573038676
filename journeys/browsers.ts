// A browser as far as the server knows one: it keeps cookies, and says where its page is from.
import type { House, Person } from '#journeys/house.ts'

export interface Browser {
  cookie(name: string): string | undefined
  /** Asks by POST, as a page of `origin`: our own where it is not said. */
  ask(path: string, body: object, origin?: string): Promise<{ status: number; json: Record<string, unknown>; set: string[] }>
  /** The username that pages are drawn for; undefined for a visitor. */
  who(): Promise<string | undefined>
}

/** One in which this person has just signed in. */
export async function browserOf(house: House, { username, password }: Pick<Person, 'username' | 'password'>): Promise<Browser> {
  const jar = new Map<string, string>()
  const carried = () => ({ cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') })
  const browser: Browser = {
    cookie: (name) => jar.get(name),
    async ask(path, body, origin = house.address) {
      const answer = await fetch(`${house.address}/api${path}`, {
        method: 'POST',
        headers: { ...carried(), origin, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      const set = answer.headers.getSetCookie()
      for (const each of set) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(each) ?? []
        if (value === '' || /Max-Age=0/i.test(each)) jar.delete(name)
        else jar.set(name, value)
      }
      return { status: answer.status, json: (await answer.json()) as Record<string, unknown>, set }
    },
    async who() {
      const answer = await fetch(`${house.address}/api/users/me`, { headers: carried() })
      return answer.ok ? ((await answer.json()) as { data: { username: string } }).data.username : undefined
    },
  }
  const { status } = await browser.ask('/auth/login', { username, password })
  if (status !== 200) throw new Error(`${username} cannot sign in`)
  return browser
}
