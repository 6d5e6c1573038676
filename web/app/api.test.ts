// What a page does when a call fails (specification.md section 8).
import { afterEach, expect, test, vi } from 'vitest'
import { Refused } from '#contract/client.ts'
import { say } from '#server/platform/words/words.ts'
import { browserApi, sentenceOf } from '#web/app/api.ts'

afterEach(() => vi.unstubAllGlobals())

/** A page at this address, whose calls are all answered so. */
function pageAt(address: string, status: number, body: unknown) {
  const { pathname, search } = new URL(address, 'http://stagedoor.example')
  const went: string[] = []
  const asked: RequestInit[] = []
  vi.stubGlobal('window', { location: { pathname, search, assign: (to: string) => void went.push(to) } })
  vi.stubGlobal('fetch', async (_url: string, request: RequestInit) => {
    asked.push(request)
    return new Response(JSON.stringify(body), { status })
  })
  return { api: browserApi({ apiBaseUrl: '', locale: 'zh-TW' }), went, asked }
}

test('whose session ended while they read is led to sign-in, with the way back to what they read', async () => {
  const ended = { statusCode: 401, code: 'sign_in_required', message: '請先登入。' }
  for (const [page, door] of [
    ['/wallet?from=tip', '/auth/login?redirect=%2Fwallet%3Ffrom%3Dtip'],
    ['/en-US/messages', '/en-US/auth/login?redirect=%2Fen-US%2Fmessages'],
  ] as const) {
    const { api, went } = pageAt(page, 401, ended)
    await expect(api.me.user({})).rejects.toMatchObject({ status: 401, message: '請先登入。' })
    expect(went).toEqual([door])
  }
})

test('at the door itself a 401 is an answer, and leads nowhere', async () => {
  const { api, went } = pageAt('/auth/callback/openid?code=old', 401, { code: 'sso_expired', message: '登入權限已過期' })
  await expect(api.me.user({})).rejects.toMatchObject({ code: 'sso_expired', message: '登入權限已過期' })
  expect(went).toEqual([])
})

test('a call that broke on the server leads to /500, from there nowhere, and is said as the server says it', async () => {
  const broken = { statusCode: 500, code: 'internal_error', message: '伺服器現在無法處理' }
  const { api, went } = pageAt('/en-US/wallet', 500, broken)
  await expect(api.me.user({})).rejects.toMatchObject({ status: 500, code: 'internal_error', message: '伺服器現在無法處理' })
  expect(went).toEqual(['/500'])
  const there = pageAt('/500', 500, broken)
  await expect(there.api.me.user({})).rejects.toMatchObject({ status: 500 })
  expect(there.went).toEqual([])
})

test('any other no reaches whoever asked, whole, once, and the page stays', async () => {
  const errors = [{ field: 'amount', code: 'amount_out_of_bounds', message: '10 到 10,000' }]
  const { api, went, asked } = pageAt('/wallet', 422, { statusCode: 422, code: 'invalid', message: '有欄位要改', errors, minimum: 10 })
  const no: unknown = await api.me.user({}).catch((error: unknown) => error)
  expect(no).toBeInstanceOf(Refused)
  expect(no).toMatchObject({ status: 422, code: 'invalid', message: '有欄位要改', errors, details: { minimum: 10 } })
  expect([went, asked.length]).toEqual([[], 1])
  expect(asked[0]?.headers).toMatchObject({ 'content-language': 'zh-TW' })
})

test('where a no has no words the usual ones are said, and what the server says comes before them', () => {
  for (const [key, usual] of [
    ['shell.tryLater', 'Error occurred, please try again later'],
    ['auth.incorrect', 'Incorrect credentials'],
  ] as const) {
    const told = (error: unknown) => sentenceOf(error, say('en-US', key))
    expect(told(new Refused(502, undefined))).toBe(usual)
    expect(told(new TypeError('Failed to fetch'))).toBe(usual)
    expect(told(new Refused(400, { code: 'incorrect_credentials', message: 'Not that one' }))).toBe('Not that one')
  }
})
