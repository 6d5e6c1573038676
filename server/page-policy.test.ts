// Where a page may connect: to whoever was configured to carry streams, and to nobody else.
import { expect, test } from 'vitest'
import { readConfig } from '#server/platform/config/config.ts'
import type { PublicSettings } from '#contract/site/settings.ts'
import { isCaptchaAt, policy } from '#server/page-policy.ts'
import { fallbacks } from '#server/site/settings/settings.ts'

const settings = fallbacks as unknown as Parameters<typeof policy>[2]['settings']
const connects = (environment: Record<string, string>) =>
  policy(
    { script: '', style: '' },
    readConfig(environment),
    { settings, analytics: 'none' },
    { isStripe: false, isCaptcha: false, isWidget: false },
  )
    .split('; ')
    .find((rule) => rule.startsWith('connect-src'))

const keys = { LIVEKIT_API_KEY: 'APIkey', LIVEKIT_API_SECRET: 'x'.repeat(32) }

const rulesFor = (captchaProvider: PublicSettings['captchaProvider'], path: string, prefix?: string) => {
  const chosen = { ...settings, captchaProvider }
  const isCaptcha = isCaptchaAt(path, prefix, chosen)
  return policy(
    { script: '', style: '' },
    readConfig({}),
    { settings: chosen, analytics: 'none' },
    { isStripe: false, isCaptcha, isWidget: true },
  )
}
const providers = {
  turnstile: ['challenges.cloudflare.com'],
  hcaptcha: ['hcaptcha.com'],
  recaptcha_v2: ['www.google.com/recaptcha/', 'www.gstatic.com/recaptcha/'],
  recaptcha_v3: ['www.google.com/recaptcha/', 'www.gstatic.com/recaptcha/'],
} as const

test.each(Object.entries(providers))('%s is let in where a form asks for it, alone, and nowhere else', (provider, hosts) => {
  const name = provider as keyof typeof providers
  const closed = rulesFor('none', '/auth/login')
  for (const path of ['/auth/login', '/auth/register', '/auth/register/performer', '/auth/forgot', '/contact']) {
    for (const host of hosts) expect(rulesFor(name, path)).toContain(host)
    expect(rulesFor(name, `/en-US${path}`, 'en-US')).toBe(rulesFor(name, path))
    expect(rulesFor('none', path)).toBe(closed)
    expect(rulesFor('altcha', path)).toBe(closed)
    for (const other of Object.values(providers).flat())
      if (!hosts.some((host) => host === other)) expect(rulesFor(name, path)).not.toContain(other)
  }
  for (const path of ['/', '/home', '/auth/reset', '/auth/login/more', '/settings', '/toString']) expect(rulesFor(name, path)).toBe(closed)
})

test('where nobody else carries streams, pages connect to the site alone', () => {
  expect(connects({})).toBe("connect-src 'self'")
})

test('LiveKit’s host is let in, and no other of its kind', () => {
  expect(connects({ ...keys, LIVEKIT_URL: 'wss://live.stage.example' })).toBe(
    "connect-src 'self' wss://live.stage.example https://live.stage.example",
  )
  expect(connects({ ...keys, LIVEKIT_URL: 'ws://127.0.0.1:7880' })).toBe("connect-src 'self' ws://127.0.0.1:7880 http://127.0.0.1:7880")
})

test('letters that would end the rule let nobody in', () => {
  for (const host of ["live';script-src *", 'live;x', 'live,x'])
    if (URL.canParse(`wss://${host}`)) expect(connects({ ...keys, LIVEKIT_URL: `wss://${host}` })).toBe("connect-src 'self'")
})

test('Agora’s domains are let in where its certificate is known', () => {
  const rule = connects({ AGORA_APP_CERTIFICATE: 'a'.repeat(32) })
  const domains = ['agora.io', 'sd-rtn.com', 'rtnsvc.com', 'rtesvc.com']
  expect(rule).toBe(`connect-src 'self'${domains.map((domain) => ` https://*.${domain}:* wss://*.${domain}:*`).join('')}`)
})

const withWidget = (url: string, isWidget = true) =>
  policy(
    { script: '', style: '' },
    readConfig({}),
    { settings: { ...settings, loginWidget: { url, applicationId: '', cookieName: '', mode: 'production' } }, analytics: 'none' },
    { isStripe: false, isCaptcha: false, isWidget },
  )

test('a login widget of somebody else is let in from its own origin alone, and from nowhere on pages of staff', () => {
  const closed = rulesFor('none', '/home')
  const open = withWidget('https://widget.example/v2/login.js?for=stage')
  const opened = open.split('; ').filter((rule) => !closed.split('; ').includes(rule))
  expect(opened.map((rule) => rule.split(' ')[0])).toEqual(['script-src', 'frame-src', 'style-src', 'img-src', 'connect-src'])
  for (const rule of opened) expect(rule).toMatch(/ https:\/\/widget\.example$/)
  expect(withWidget('https://widget.example/login.js', false)).toBe(closed)
  for (const url of ["https://widget';script-src *.example/", 'https://widget;x/', 'javascript:alert(1)'])
    expect(withWidget(url)).toBe(closed)
})
