import { expect, test } from 'vitest'
import { missingFor, ConfigError, readConfig } from '#server/platform/config/config.ts'

test('an empty environment is a working one', () => {
  expect(readConfig({})).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    environment: 'production',
    rateLimitFactor: 1,
    hashPwClient: false,
    trustedProxies: [],
    clientAddressHeaders: [],
  })
})

test('a bad environment names everything that is wrong at once, with the setting and what would be right', () => {
  const read = () =>
    readConfig({
      PORT: 'eighty',
      DATABASE_URL: 'mysql://x',
      TRUSTED_PROXIES: '10.0.0.0/8, nonsense',
      CLIENT_ADDRESS_HEADERS: 'x-real-ip, x-somebody-ip',
      SECRET_KEY: 'short',
      DEMO_PASSWORD: '123',
      LOG_LEVEL: 'loud',
    })
  expect(read).toThrow(ConfigError)
  for (const name of ['PORT', 'DATABASE_URL', 'TRUSTED_PROXIES', 'CLIENT_ADDRESS_HEADERS', 'SECRET_KEY', 'DEMO_PASSWORD', 'LOG_LEVEL'])
    expect(read).toThrow(new RegExp(`^${name} is `, 'm'))
})

test('a database may be named by its socket’s folder', () => {
  const socket = 'postgresql://stagedoor@/stagedoor?host=%2Frun%2Fpostgresql'
  expect(readConfig({ DATABASE_URL: socket }).databaseUrl).toBe(socket)
  expect(() => readConfig({ DATABASE_URL: 'postgresql://' })).toThrow(/^DATABASE_URL is /)
})

test('an address loses the slash at its end, so that paths can be put behind it', () => {
  expect(readConfig({ PUBLIC_URL: 'https://stage.example/' }).publicUrl).toBe('https://stage.example')
})

test('relays of live video are addresses of their own kind, and come with their secret; a secret is never said again', () => {
  const LIVE_TURN_SECRET = 'sixteen or more letters'
  const read = (LIVE_TURN_URLS: string) => readConfig({ LIVE_TURN_URLS, LIVE_TURN_SECRET }).liveTurnUrls
  const good = [
    'turn:turn.example.com',
    'turns:turn.example.com:443?transport=tcp',
    'turn:[2001:db8::1]:3478?transport=udp',
    'turn:192.0.2.1',
  ]
  expect(read(good.join(', '))).toEqual(good)
  for (const bad of [
    'https://turn.example.com',
    'stun:turn.example.com',
    'turn://turn.example.com',
    'turn:me@turn.example.com',
    'turn:a"b',
    'turn:a?transport=tls',
    'turn:',
  ])
    expect(() => read(bad), bad).toThrow(/^LIVE_TURN_URLS is /)
  expect(readConfig({ LIVE_STUN_URLS: 'stun:stun.example.com:3478' }).liveStunUrls).toEqual(['stun:stun.example.com:3478'])
  expect(() => readConfig({ LIVE_STUN_URLS: 'turn:stun.example.com' })).toThrow(/^LIVE_STUN_URLS is /)
  expect(() => readConfig({ LIVE_TURN_SECRET })).toThrow('LIVE_TURN_SECRET is set and LIVE_TURN_URLS is not')
  expect(() => readConfig({ LIVE_TURN_URLS: 'turn:turn.example.com' })).toThrow('LIVE_TURN_URLS is set and LIVE_TURN_SECRET is not')
  const refusal = () => readConfig({ LIVE_TURN_URLS: 'turn:turn.example.com', LIVE_TURN_SECRET: 'too short' })
  expect(refusal).toThrow('LIVE_TURN_SECRET is wrong; it must be at least 16 characters.')
  expect(refusal).not.toThrow('too short')
})

test('a process that is one of several says what it lacks of what they share; one alone lacks nothing', () => {
  const missing = (environment: Record<string, string>) => /needs (\w+)/.exec(missingFor(readConfig(environment)) ?? '')?.[1]
  const [DATABASE_URL, REDIS_URL, PUBLIC_URL] = ['postgresql:///site', 'redis://127.0.0.1:6379', 'https://stage.example']
  expect(missing({})).toBeUndefined()
  for (const ROLE of ['web', 'worker']) {
    expect(missing({ ROLE, REDIS_URL, PUBLIC_URL })).toBe('DATABASE_URL')
    expect(missing({ ROLE, DATABASE_URL, PUBLIC_URL })).toBe('REDIS_URL')
    expect(missing({ ROLE, DATABASE_URL, REDIS_URL, PUBLIC_URL })).toBeUndefined()
  }
  expect(missing({ ROLE: 'worker', DATABASE_URL, REDIS_URL })).toBe('PUBLIC_URL')
  expect(() => readConfig({ ROLE: 'both' })).toThrow('ROLE is "both"; it must be one of web, worker, all.')
})

test('LiveKit takes all three of its settings, Agora its certificate as it is given; what is wrong is not said again', () => {
  const whole = { LIVEKIT_URL: 'wss://live.example/', LIVEKIT_API_KEY: 'APIkey', LIVEKIT_API_SECRET: 's'.repeat(40) }
  expect(readConfig(whole)).toMatchObject({ livekitUrl: 'wss://live.example', livekitApiKey: 'APIkey' })
  for (const name of Object.keys(whole))
    expect(() => readConfig({ ...whole, [name]: '' })).toThrow(
      `${name} is not set: LiveKit takes all three of LIVEKIT_URL, LIVEKIT_API_KEY, LIVEKIT_API_SECRET.`,
    )
  expect(() => readConfig({ LIVEKIT_URL: 'wss://live.example' })).toThrow('LIVEKIT_API_KEY and LIVEKIT_API_SECRET are not set')
  expect(() => readConfig({ ...whole, LIVEKIT_URL: 'https://live.example' })).toThrow(/^LIVEKIT_URL is /)
  for (const [name, wrong] of [
    ['AGORA_APP_CERTIFICATE', 'not-hexadecimal-at-all'],
    ['AGORA_CUSTOMER', 'no-colon-in-it'],
    ['CCBILL_DATALINK', 'no-colon-either'],
  ] as const) {
    const read = () => readConfig({ [name]: wrong })
    expect(read).toThrow(new RegExp(`^${name} is wrong; it must be `))
    expect(read).not.toThrow(new RegExp(wrong))
  }
})
