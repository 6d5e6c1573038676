// What a page asks our own API for while it is drawn: counted once, with the page, and asked by one person, who is looked up once.
// No request can say that it comes from a page: only this process knows, by where the call was made.
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Member } from '#server/platform/http/viewer.ts'

interface Page {
  /** By their token. */
  members: Map<string, Promise<Member | undefined>>
}

const pages = new AsyncLocalStorage<Page>()

export function withinPage<T>(work: () => T): T {
  return pages.run({ members: new Map() }, work)
}

export function isWithinPage(): boolean {
  return pages.getStore() !== undefined
}

/** Who this token belongs to: asked anew by every call from outside, and once by all calls of a page. */
export function oncePerPage(token: string, identify: () => Promise<Member | undefined>): Promise<Member | undefined> {
  const members = pages.getStore()?.members
  if (!members) return identify()
  const before = members.get(token)
  if (before) return before
  const asked = identify()
  members.set(token, asked)
  return asked
}
