// The socket of a page (specification.md sections 4, 8 and 9), with a client in the place of the library's that says what it is told.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { connect } from '#web/app/realtime.ts'

const { made } = vi.hoisted(() => {
  const on = () => new Map<string, (...said: unknown[]) => void>()
  return {
    made: { to: '', options: {} as Record<string, unknown>, heard: on(), heardOfTries: on(), sent: [] as unknown[][], isOpen: true },
  }
})
vi.mock('socket.io-client', () => ({
  io: (to: string, options: Record<string, unknown>) => {
    Object.assign(made, { to, options, isOpen: true })
    return {
      on: (name: string, listener: () => void) => void made.heard.set(name, listener),
      io: { on: (name: string, listener: () => void) => void made.heardOfTries.set(name, listener) },
      emit: (...said: unknown[]) => void made.sent.push(said),
      close: () => void (made.isOpen = false),
    }
  },
}))
vi.mock('#web/app/worker.ts', () => ({ registerWorker: async () => {} }))
vi.mock('swr', async (original) => ({ ...(await original<object>()), mutate: async () => undefined }))

const page = { documentElement: { dataset: {} as Record<string, string> } }
beforeEach(() => {
  made.sent = []
  vi.stubGlobal('document', page)
  vi.stubGlobal('window', Object.assign(new EventTarget(), { location: { origin: 'https://stagedoor.example' } }))
})
afterEach(() => vi.unstubAllGlobals())

const isSaid = () => page.documentElement.dataset['socket']
const happens = (name: string) => made.heard.get(name)?.()

test('a page says how its socket stands: initialized, connected, disconnect, failed, reconnecting', () => {
  const close = connect('')
  expect(isSaid()).toBe('initialized')
  happens('connect')
  expect(isSaid()).toBe('connected')
  happens('disconnect')
  expect(isSaid()).toBe('disconnect')
  happens('connect_error')
  expect(isSaid()).toBe('failed')
  made.heardOfTries.get('reconnect_attempt')?.()
  expect(isSaid()).toBe('reconnecting')
  close()
})

test('it signs in whenever it connects, again after every loss', () => {
  const close = connect('')
  const signIns = () => made.sent.filter(([name]) => name === 'auth/login').length
  expect(signIns()).toBe(0)
  happens('connect')
  happens('disconnect')
  happens('connect')
  expect(signIns()).toBe(2)
  close()
})

test('it tries without end, after 1 s at first and after 10 s at most, by WebSocket before polling, at the API’s own host', () => {
  connect('')()
  expect(made.to).toBe('https://stagedoor.example')
  expect(made.options).toMatchObject({
    reconnection: true,
    reconnectionAttempts: Number.POSITIVE_INFINITY,
    reconnectionDelay: 1000,
    reconnectionDelayMax: 10_000,
    transports: ['websocket', 'polling'],
  })
  connect('https://api.stagedoor.example/v1')()
  expect(made.to).toBe('https://api.stagedoor.example')
})

test('whoever leaves closes it', () => {
  const close = connect('')
  happens('connect')
  close()
  expect([made.isOpen, isSaid()]).toEqual([false, 'disconnect'])
})
