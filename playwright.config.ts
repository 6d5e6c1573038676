import { existsSync } from 'node:fs'
import { defineConfig } from '@playwright/test'
import { stripeKeys } from './server/money/payments/gateways/testing-stripe.ts'

/**
 * The browser is Debian's Chromium where there is one, else the one that came with the packages;
 * CHROMIUM=packaged insists on the latter, CHROMIUM=/path/to/chromium on any other.
 */
async function chromium() {
  const wanted = process.env['CHROMIUM'] ?? '/usr/bin/chromium'
  if (wanted !== 'packaged' && existsSync(wanted)) return { executablePath: wanted, args: [] }
  // It decides by this variable which of its libraries to unpack, and reads it while it is imported.
  process.env['AWS_LAMBDA_JS_RUNTIME'] = 'nodejs22.x'
  const { default: packaged } = await import('@sparticuz/chromium')
  return {
    executablePath: await packaged.executablePath(),
    // It is made for one page at a time; two people need processes of their own.
    args: packaged.args.filter((arg) => !/^--(single-process|no-zygote|headless)/.test(arg)),
  }
}

/** BROWSER_PORT names a server that is up already: stories are written against one that stays, and that was started with the settings below. */
const port = Number(process.env['BROWSER_PORT'] ?? 4780)
const { executablePath, args } = await chromium()
const quiet = ['--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run', '--disable-quic']
const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : []

export default defineConfig({
  testDir: 'browser',
  globalSetup: './browser/pays-in-sandbox.ts',
  outputDir: 'test-results/browser',
  workers: 1,
  timeout: 60_000,
  reporter: 'list',
  use: {
    baseURL: `http://127.0.0.1:${port}`,
    locale: 'zh-TW',
    timezoneId: 'Asia/Taipei',
    screenshot: 'only-on-failure',
    trace: 'retain-on-failure',
    // Without a locale of UTF-8 Chromium cannot write down a Chinese file name.
    launchOptions: { executablePath, args: [...new Set([...args, ...quiet, ...asRoot])], env: { ...process.env, LC_ALL: 'C.UTF-8' } },
  },
  webServer: {
    command: `exec "${process.execPath}" scripts/browser-server.ts`,
    env: {
      HOST: '127.0.0.1',
      PORT: String(port),
      DEMO_PASSWORD: 'stagedoor-demo-2026',
      RATE_LIMIT_FACTOR: '1000',
      // A small Stripe of our own, which the story of it opens beside the server.
      STRIPE_SECRET_KEY: stripeKeys.secretKey,
      STRIPE_WEBHOOK_SECRET: stripeKeys.webhookSecret,
      STRIPE_API_URL: `http://127.0.0.1:${port + 1}`,
    },
    url: `http://127.0.0.1:${port}/readyz`,
    timeout: 180_000,
    reuseExistingServer: process.env['BROWSER_PORT'] !== undefined,
    stdout: 'ignore',
    stderr: 'pipe',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
  },
})
