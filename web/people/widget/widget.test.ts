// The login widget without a page: what is asked of one, and what follows from what somebody else's tells (specification.md sections 4, 8 and 9).
import { expect, test, vi } from 'vitest'
import { isForReader } from '#contract/site/login-widget.ts'
import { askWidget, loginWidget, type LoginWidget, stand } from '#web/app/widget.ts'
import { buttonColour } from '#web/app/widget-window.tsx'
import { begun } from '#web/people/widget/bringing.ts'
import { follow, type Hands } from '#web/people/widget/following.ts'

/** A widget of somebody else's, and the way to make it tell something. */
function widgetOfOthers() {
  const heard: Partial<Record<'token' | 'failed' | 'out', (token: string) => unknown>> = {}
  const asked: string[] = []
  const widget: LoginWidget = {
    openLogin: () => asked.push('login'),
    openRegister: () => asked.push('register'),
    openProfile: () => asked.push('profile'),
    openProducts: () => asked.push('products'),
    close: () => asked.push('close'),
    logout: () => asked.push('logout'),
    onAccessToken: (hear) => ((heard.token = hear), () => delete heard.token),
    onAccessTokenFailed: (hear) => ((heard.failed = hear), () => delete heard.failed),
    onProductLogout: (hear) => ((heard.out = hear), () => delete heard.out),
  }
  return { widget, heard, asked }
}

/** A site that is entered by tokens, and what was done in it, in order. */
function siteOf() {
  const done: string[] = []
  let entered: string | undefined
  const hands: Hands = {
    isSettled: async (token) => entered === token,
    async letIn(token) {
      done.push(`in by ${token}`)
      entered = token
    },
    hasEntered: () => entered !== undefined,
    beforeLogout: () => done.push('before logout'),
    async removeToken() {
      done.push('token removed')
      entered = undefined
    },
  }
  return { hands, done }
}

const soon = () => new Promise((done) => setTimeout(done))

test('a new access token that differs lets its owner in; the same one is skipped', async () => {
  const { widget, heard } = widgetOfOthers()
  const { hands, done } = siteOf()
  follow(widget, hands)
  heard.token?.('one')
  heard.token?.('one')
  await soon()
  expect(done).toEqual(['in by one'])
  heard.token?.('two')
  heard.token?.('two')
  await soon()
  expect(done).toEqual(['in by one', 'in by two'])
  // Another page of theirs: the widget begins anew, and they are in by that very token.
  const next = widgetOfOthers()
  follow(next.widget, hands)
  next.heard.token?.('two')
  await soon()
  expect(done).toHaveLength(2)
})

test.each([
  ['an access token that failed', 'failed'],
  ['a sign-out in another product', 'out'],
] as const)('%s ends the session: the handler before logout runs first, then the token is removed', async (_what, news) => {
  const { widget, heard } = widgetOfOthers()
  const { hands, done } = siteOf()
  follow(widget, hands)
  heard.token?.('one')
  heard[news]?.('')
  await soon()
  expect(done).toEqual(['in by one', 'before logout', 'token removed'])
  // With nothing to remove nothing happens; and the same token is new again.
  heard[news]?.('')
  heard.token?.('one')
  await soon()
  expect(done.slice(3)).toEqual(['in by one'])
})

test('whoever is in by a password stays, whatever the widget has lost', async () => {
  const { widget, heard } = widgetOfOthers()
  const { hands, done } = siteOf()
  follow(widget, hands)
  heard.failed?.('')
  heard.out?.('')
  await soon()
  expect(done).toEqual([])
})

test('news that comes to nothing is logged, and does not stop what comes after it', async () => {
  const { widget, heard } = widgetOfOthers()
  const { hands, done } = siteOf()
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  const following = follow(widget, { ...hands, isSettled: () => Promise.reject(new Error('no')) })
  heard.token?.('one')
  heard.failed?.('')
  await soon()
  expect(log).toHaveBeenCalledOnce()
  expect(done).toEqual([])
  following.end()
  expect(heard).toEqual({})
  log.mockRestore()
})

test('a widget that is not initialised throws an error in Chinese; what a press asked of it is logged only', async () => {
  expect(() => loginWidget()).toThrow('登入元件尚未初始化')
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  expect(await askWidget((widget) => widget.openLogin())).toBe(false)
  expect(log).toHaveBeenCalledOnce()
  const { widget, asked } = widgetOfOthers()
  const leave = stand({ widget, isOutside: true, entries: [] })
  expect(await askWidget((there) => there.openProducts())).toBe(true)
  expect(asked).toEqual(['products'])
  expect(await askWidget(() => Promise.reject(new Error('its card does not open')))).toBe(false)
  expect(log).toHaveBeenCalledTimes(2)
  leave()
  expect(() => loginWidget()).toThrow('登入元件尚未初始化')
  log.mockRestore()
})

test('somebody else’s is begun with button colour #AA0D31, its mode, and messaging, payment, points and login loading on', async () => {
  const { widget } = widgetOfOthers()
  const init = vi.fn(() => widget)
  const own = { applicationId: 'stage', cookieName: 'pass', mode: 'beta', contactUrl: 'https://stage.example/contact' } as const
  expect(await begun({ init }, own)).toBe(widget)
  expect(init).toHaveBeenCalledWith({ ...own, buttonColour: '#AA0D31', messaging: true, payment: true, points: true, loginLoading: true })
  expect(buttonColour).toBe('#AA0D31')
  await expect(begun(undefined, own)).rejects.toThrow('找不到登入元件')
  const half = { ...widget, onProductLogout: undefined } as unknown as LoginWidget
  await expect(begun({ init: () => half }, own)).rejects.toThrow('登入元件尚未初始化')
})

test('no staff, and nobody who acts for another, reads a page with somebody else’s script on it', () => {
  expect(isForReader(null)).toBe(true)
  expect(isForReader({ roles: [] })).toBe(true)
  expect(isForReader({ roles: ['staff'] })).toBe(false)
  expect(isForReader({ roles: [], impersonatedBy: '1' })).toBe(false)
})
