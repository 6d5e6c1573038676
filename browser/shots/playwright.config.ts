import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import stories from '../../playwright.config.ts'

/** `npm run shots`: each screen in each size, theme and language, as pictures in test-results/shots. About half an hour on two cores; `-g "zh-TW"` draws less. */
export default defineConfig({
  ...stories,
  ...(stories.webServer && { webServer: { ...[stories.webServer].flat()[0]!, cwd: join(import.meta.dirname, '../..') } }),
  testDir: import.meta.dirname,
  testMatch: 'shots.ts',
  testIgnore: [],
  globalSetup: join(import.meta.dirname, '../pays-in-sandbox.ts'),
  outputDir: join(import.meta.dirname, '../../test-results/shots-run'),
  workers: 2,
  fullyParallel: true,
  retries: 0,
  timeout: 900_000,
})
