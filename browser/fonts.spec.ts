// Letters that a machine has none for. The machine of the stories has Chinese as Taiwan writes it, not Japan's own Han letters, and no Korean or Thai (chromium.ts).
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium as playwright, expect, type Page, test } from '@playwright/test'
import { chromium } from './chromium.ts'
import { comes, goes, hasLookedForLetters, site } from './people.ts'
import { couple, lines } from './talking.ts'

const greeting = '안녕하세요, 오늘 밤에 봐요. สวัสดีค่ะ เจอกันคืนนี้นะ'

/** The slices of fonts that a page asked for, with what each weighs. */
function slicesOn(page: Page): { names: string[]; bytes: number } {
  const seen = { names: [] as string[], bytes: 0 }
  page.on('response', (response) => {
    const name = /\/assets\/(noto-sans-[^/]+)\.woff2$/.exec(response.url())?.[1]
    if (!name) return
    seen.names.push(name)
    expect(response.headers()).toMatchObject({ 'cache-control': 'public, max-age=31536000, immutable', 'content-type': 'font/woff2' })
    seen.bytes += Number(response.headers()['content-length'])
  })
  return seen
}

/** Of these letters, those that are drawn as a letter is that no font has; by the faces of the page. */
const boxes = (page: Page, letters: string) =>
  page.evaluate((wanted) => {
    const ink = document.createElement('canvas').getContext('2d', { willReadFrequently: true })!
    ink.font = `24px ${getComputedStyle(document.documentElement).fontFamily}`
    const drawn = (letter: string) => {
      ink.clearRect(0, 0, 60, 60)
      ink.fillText(letter, 10, 40)
      return ink.getImageData(0, 0, 60, 60).data.join()
    }
    const box = drawn('\u0378')
    return Array.from(wanted)
      .filter((letter) => drawn(letter) === box)
      .join('')
  }, letters)

test('a fan without Korean and Thai fonts reads what a creator writes in both, and no more comes than its letters', async ({ browser }) => {
  const { fan, lan, address } = await couple(browser)
  const { page } = fan
  const slices = slicesOn(page)
  await goes(page, address)
  await hasLookedForLetters(page)
  expect(await page.evaluate(() => sessionStorage.getItem('letters'))).toBe('hans kana hang thai')
  // A page in Chinese, on a machine that has it.
  expect(await boxes(page, '今晚見안สว')).toBe('안สว')
  expect(slices.names).toEqual([])

  const field = lan.page.getByRole('textbox', { name: /^寫給/ })
  await goes(lan.page, address)
  await field.fill(greeting)
  await field.press('Enter')
  await expect(lines(page).getByText(greeting)).toBeVisible()
  await expect.poll(() => boxes(page, '안녕하세요오늘밤에봐요สวดคะเจอกน')).toBe('')
  expect(slices.names.every((name) => /^noto-sans-(?:kr-\d+|thai-thai)-wght-normal-/.test(name))).toBe(true)
  expect(slices.names.some((name) => name.includes('-kr-'))).toBe(true)
  expect(slices.names.some((name) => name.includes('-thai-'))).toBe(true)
  expect(new Set(slices.names).size).toBe(slices.names.length)
  expect(slices.bytes).toBeLessThan(400_000)
  await page.screenshot({ path: test.info().outputPath('korean-and-thai.png') })

  await test.step('on the next page they are there at once, out of what the browser kept', async () => {
    await goes(page, address)
    await expect.poll(() => boxes(page, '안녕하세요สวด')).toBe('')
    const again = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .filter(({ name }) => name.includes('/noto-sans-'))
        .map((entry) => (entry as PerformanceResourceTiming).transferSize),
    )
    expect(again.length).toBeGreaterThan(1)
    expect(again.every((bytes) => bytes === 0)).toBe(true)
  })
  expect([...fan.complaints, ...lan.complaints]).toEqual([])
})

test('what is typed in Korean, and in Chinese as China writes it, is seen while it is typed', async ({ browser }) => {
  const { page, complaints } = await comes(browser)
  const slices = slicesOn(page)
  await goes(page, '/auth/login')
  await hasLookedForLetters(page)
  await page.getByLabel('電子信箱或使用者名稱').fill('한글')
  await expect.poll(() => boxes(page, '한글')).toBe('')
  // The foot names the languages of the site, each in its own letters; the machine has those of this page.
  expect(slices.names.some((name) => name.startsWith('noto-sans-kr-'))).toBe(true)
  expect(slices.names.filter((name) => name.startsWith('noto-sans-tc-'))).toEqual([])
  // As China writes it: of the letters that both have, those of the machine stay.
  await page.getByLabel('電子信箱或使用者名稱').fill('请问我在何处')
  await expect.poll(() => boxes(page, '请问处')).toBe('')
  expect(slices.names.some((name) => name.startsWith('noto-sans-sc-'))).toBe(true)
  expect(complaints).toEqual([])
})

test('whoever saves data gets nothing for what others wrote', async ({ browser }) => {
  const { page } = await comes(browser)
  await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }))
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await goes(page, '/auth/login')
  await hasLookedForLetters(page)
  await page.getByLabel('電子信箱或使用者名稱').fill('한글')
  await page.waitForLoadState('networkidle')
  expect(asked.filter((url) => url.includes('noto-sans-'))).toEqual([])
  expect(await boxes(page, '한글')).toBe('한글')
})

test('a machine without any Chinese font reads the site, by slices of its letters', async () => {
  const launch = await chromium()
  const folder = mkdtempSync(join(tmpdir(), 'stagedoor-fonts-'))
  // Open Sans, and nothing else.
  cpSync(join(launch.executablePath, '../fonts/fonts'), join(folder, 'fonts'), { recursive: true })
  writeFileSync(
    join(folder, 'fonts.conf'),
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig><dir>${folder}/fonts</dir><cachedir>${folder}/cache</cachedir></fontconfig>`,
  )
  const browser = await playwright.launch({ ...launch, env: { ...launch.env, FONTCONFIG_FILE: join(folder, 'fonts.conf') } })
  try {
    const context = await browser.newContext({ locale: 'zh-TW', baseURL: site })
    const page = await context.newPage()
    const slices = slicesOn(page)
    await goes(page, '/auth/login')
    await hasLookedForLetters(page)
    expect(await page.evaluate(() => sessionStorage.getItem('letters'))).toBe('hant hans kana hang thai')
    await expect.poll(() => boxes(page, '電子信箱或使用者名稱密碼登入')).toBe('')
    expect(slices.names.some((name) => name.startsWith('noto-sans-tc-'))).toBe(true)
    await page.waitForLoadState('networkidle')
    expect(slices.bytes).toBeLessThan(900_000)
    await page.screenshot({ path: test.info().outputPath('no-chinese-font.png') })
  } finally {
    await browser.close()
    rmSync(folder, { recursive: true, force: true })
  }
})
