import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { chromium } from './browser/chromium.ts'
import { captchaSecret } from './server/platform/captchas/testing-siteverify.ts'
import { stripeKeys } from './server/money/payments/gateways/testing-stripe.ts'
import { openIdKeys } from './server/people/federation/testing-openid.ts'
import { agoraKeys } from './server/stage/live/testing-agora.ts'
import { liveKitKeys } from './server/stage/live/testing-livekit.ts'

/**
 * `npm test` runs the stories in two halves at once, each at a site of its own (BROWSER_HALF, scripts/test.ts). This is the first
 * half, chosen so that both take as long; the other one is every story that is not here.
 */
const firstHalf = ['campaigns', 'looks', 'message-media', 'notifications', 'posts', 'reports', 'shop', 'tables', 'wishes', 'words']
const half = process.env['BROWSER_HALF']
const files = firstHalf.map((name) => `${name}.spec.ts`)

/** BROWSER_PORT names a server that is up already: stories are written against one that stays, and that was started with the settings below. */
const isUp = process.env['BROWSER_PORT'] !== undefined
const port = Number(process.env['BROWSER_PORT'] ?? (half === '2' ? 4790 : 4780))
const folder = half ? `test-results/browser-${half}` : 'test-results/browser'
// The stories read both where they run (browser/people.ts, browser/interruptions.spec.ts).
process.env['BROWSER_SITE_PORT'] = String(port)
if (!isUp) process.env['BROWSER_DATA_DIR'] = join(import.meta.dirname, folder, 'data')

export default defineConfig({
  testDir: 'browser',
  ...(half && { [half === '1' ? 'testMatch' : 'testIgnore']: files }),
  globalSetup: './browser/pays-in-sandbox.ts',
  outputDir: join(folder, 'results'),
  workers: 1,
  // Two browsers and two sites on two cores: a story that fails is told once more, and is named as such in the last line (scripts/tally.ts).
  retries: 1,
  // Generous: both halves share two cores.
  timeout: 240_000,
  expect: { timeout: 15_000 },
  reporter: 'list',
  use: {
    baseURL: `http://127.0.0.1:${port}`,
    locale: 'zh-TW',
    timezoneId: 'Asia/Taipei',
    screenshot: 'only-on-failure',
    // Recording costs every story a third of its time, so that only the second try is recorded.
    trace: 'on-first-retry',
    launchOptions: await chromium(),
  },
  webServer: {
    command: `exec "${process.execPath}" scripts/browser-server.ts`,
    env: {
      HOST: '127.0.0.1',
      PORT: String(port),
      DEMO_PASSWORD: 'stagedoor-demo-2026',
      RATE_LIMIT_FACTOR: '1000',
      // A story may come from another country: by what a proxy of ours adds.
      TRUSTED_PROXIES: '127.0.0.1',
      // A provider of sign-in, which the story of it opens; it is switched on there.
      SIGN_IN_LOOPBACK: 'true',
      OPENID_CLIENT_SECRET: openIdKeys.secret,
      AGE_CLIENT_SECRET: openIdKeys.secret,
      // A small Stripe of our own, which the story of it opens beside the server.
      // Nobody pays by it: a gateway is chosen only once it has its secrets.
      CCBILL_ACCOUNT: '900100-0001:cb617dcc-8467-49ab-b3a7-735ce1d60ad9:7d901dad245fd0ff6bc20d06',
      CCBILL_WEBHOOK_SECRET: 'a-secret-in-the-address-of-the-hook',
      CCBILL_DATALINK: 'stage:door',
      STRIPE_SECRET_KEY: stripeKeys.secretKey,
      STRIPE_WEBHOOK_SECRET: stripeKeys.webhookSecret,
      STRIPE_API_URL: `http://127.0.0.1:${port + 1}`,
      // A captcha from outside: the story of it answers in its place.
      TURNSTILE_SECRET: captchaSecret,
      CAPTCHA_API_URL: `http://127.0.0.1:${port + 4}`,
      // Who carries streams beside the engine that comes along: stand-ins, which the story of them opens. Nothing is theirs until one is chosen.
      LIVEKIT_URL: `ws://127.0.0.1:${port + 2}`,
      LIVEKIT_API_KEY: liveKitKeys.apiKey,
      LIVEKIT_API_SECRET: liveKitKeys.apiSecret,
      AGORA_APP_CERTIFICATE: agoraKeys.certificate,
      AGORA_CUSTOMER: agoraKeys.customer,
      AGORA_API_URL: `http://127.0.0.1:${port + 3}`,
    },
    url: `http://127.0.0.1:${port}/readyz`,
    timeout: 600_000,
    reuseExistingServer: isUp,
    stdout: 'ignore',
    stderr: 'pipe',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
  },
})
