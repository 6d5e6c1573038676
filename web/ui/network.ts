// What is fetched to be drawn waits for the network instead of failing: the page that is there stays, with its place and what was typed
// into it, says that the connection is lost (web/app/shell/ConnectionLost.tsx), and goes on by itself. Writes are never asked twice.
import { type ComponentType, lazy as reactLazy, useSyncExternalStore } from 'react'

/** Asks, and while the network is away waits for it and asks again. What fails with the network there fails. On the server it only asks. */
export async function untilBack<T>(ask: () => Promise<T>): Promise<T> {
  for (;;) {
    await whileOffline()
    try {
      return await ask()
    } catch (error) {
      if (!isOfNetwork(error)) throw error
      // The network is there after all: a second failure is the thing's own.
      if (await noticedLoss()) return ask()
      await back()
    }
  }
}

/**
 * The same for a part of the program. A browser remembers that a part did not come, and does not fetch it again for as long as the page lives: so none is
 * asked for while the browser says itself that there is no network; and where one does not come although the network is there, because the loss was not
 * noticed in time or a newer release took it away, the page begins anew, or where its reader pressed something meanwhile, the page that they are on the way
 * to. In the middle of a form, a line above the page says so instead, and they begin anew when they like.
 */
export function partUntilBack<T>(load: () => Promise<T>): Promise<T> {
  return untilBack(() =>
    load().catch(async (error: unknown) => {
      if (isOfNetwork(error) && (await noticedLoss())) {
        if (isInAForm()) setLost('old')
        else if (mayBeginAnew()) beginAnew()
        else throw error
        await new Promise(() => {})
      }
      throw error
    }),
  )
}

function beginAnew(): void {
  const wayOn = pressed()
  if (wayOn) location.assign(wayOn)
  else location.reload()
}

/** Something was typed, or somebody is about to sign in. */
function isInAForm(): boolean {
  const fields = [...document.querySelectorAll<HTMLInputElement>('input,textarea')]
  // Of text, numbers of telephones, text areas and addresses.
  return fields.some(({ type, value }) => type === 'password' || (value && /^[te]/.test(type)))
}

let pressed: () => string | undefined = () => undefined

/** Once at start. @param asked the address that the reader is on the way to, where a press is not done yet */
export function knowWayOn(asked: () => string | undefined): void {
  pressed = asked
}

/** Once a minute at most: a page that begins anew for good would be worse than one that says what is wrong. */
function mayBeginAnew(): boolean {
  try {
    const before = Number(sessionStorage.getItem('anew'))
    sessionStorage.setItem('anew', String(Date.now()))
    return Date.now() - before > 60_000
  } catch {
    return false
  }
}

async function whileOffline(): Promise<void> {
  if (typeof window !== 'undefined' && (isLost === 'lost' || !navigator.onLine) && !(await noticedLoss())) await back()
}

/** React's `lazy`, for parts that wait for the network. */
export const lazy: typeof reactLazy = (load) => reactLazy(() => partUntilBack(load))

/**
 * `lazy` for what is shown when something is wrong: where its own file does not come although the network is there, because a newer release
 * took it away, `instead` stands in its place, which came with the page.
 */
export function lazyOr<Props>(load: () => Promise<ComponentType<Props>>, instead: ComponentType<Props>) {
  return reactLazy(() => partUntilBack(load).then(asModule, () => asModule(instead)))
}

const asModule = <Props>(part: ComponentType<Props>) => ({ default: part })

/** Something could not be fetched: looks whether it is the network, and says so until it is back. True when it is there. */
export async function noticedLoss(): Promise<boolean> {
  if (isLost === 'lost') return false
  if (await answers()) return true
  setLost('lost')
  void lookUntilBack()
  return false
}

/** While the connection is lost; `old` while this page is of a release whose parts are gone. */
export function useIsLost(): Lost | undefined {
  return useSyncExternalStore(
    subscribe,
    () => isLost,
    () => undefined,
  )
}

/** Looks again now instead of at the next turn. */
export function lookAgain(): void {
  if (isLost === 'old') beginAnew()
  else window.dispatchEvent(new Event('online'))
}

/** fetch and import() say TypeError when nothing came; so do faults of code, which is why the network is asked before it is blamed. */
function isOfNetwork(error: unknown): boolean {
  return typeof window !== 'undefined' && (error instanceof TypeError || !navigator.onLine)
}

type Lost = 'lost' | 'old'
let isLost: Lost | undefined
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  const offline = () => void noticedLoss()
  window.addEventListener('offline', offline)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('offline', offline)
  }
}

function setLost(value?: Lost): void {
  isLost = value
  for (const listener of listeners) listener()
}

function back(): Promise<void> {
  return new Promise((done) => {
    if (isLost !== 'lost') return done()
    const stop = subscribe(() => {
      if (isLost === 'lost') return
      stop()
      done()
    })
  })
}

/** Any answer will do, a refusal too: then there is somebody. */
async function answers(): Promise<boolean> {
  return fetch('/healthz', { method: 'HEAD', cache: 'no-store' }).then(
    () => true,
    () => false,
  )
}

async function lookUntilBack(): Promise<void> {
  for (let waitMs = 1000; ; waitMs = Math.min(waitMs * 2, 10_000)) {
    await new Promise<void>((done) => {
      const timer = setTimeout(done, waitMs)
      window.addEventListener('online', () => (clearTimeout(timer), done()), { once: true })
    })
    if (await answers()) return setLost()
  }
}
