// Every kind of page, on a phone and on a desk, light and dark: it renders whole, complains of nothing, fits its window, and
// a machine that checks accessibility (axe, WCAG 2.2 AA) finds nothing.
import { expect, type Page, test } from '@playwright/test'
import { violationsOn, wcag } from './axe.ts'
import { comes, expectToFit, goes, passedTheDoor, type Person, signsIn, site } from './people.ts'

const pages = {
  visitor: [
    '/',
    '/home',
    '/explore',
    '/galleries',
    '/live',
    '/videos',
    '/shop',
    '/search',
    '/search?q=雨',
    '/papertheatre',
    '/auth/login',
    '/auth/register',
    '/auth/register/performer',
    '/terms',
    '/contact',
    '/blog',
    '/ledger',
    '/unsubscribe/none',
  ],
  'fan@stagedoor.example': [
    '/home',
    '/papertheatre',
    '/nightradio',
    '/wallet',
    '/wallet/auto',
    '/wallet/cards',
    '/wallet/payments',
    '/wallet/payments?status=fail',
    '/subscriptions',
    '/unlocked',
    '/bookmarks',
    '/following',
    '/settings',
    '/settings/addresses',
    '/settings/reports',
    '/report',
    '/settings/notifications',
    '/notifications',
    '/notifications?show=unread',
    '/orders',
    '/messages',
    '/requests',
    '/me',
  ],
  'creator@stagedoor.example': [
    '/creator',
    '/creator/publish',
    '/creator/posts',
    '/creator/galleries',
    '/creator/galleries/new',
    '/creator/videos',
    '/creator/videos/new',
    '/creator/tagged',
    '/creator/library',
    '/creator/products',
    '/creator/products/new',
    '/creator/orders',
    '/creator/earnings',
    '/creator/earnings/statements',
    '/creator/payouts',
    '/creator/payouts/bank',
    '/creator/payouts/ccbill',
    '/creator/subscribers',
    '/creator/campaigns',
    '/creator/campaigns/new',
    '/creator/automations',
    '/creator/replies',
    '/creator/live',
    '/creator/requests',
    '/creator/requests?show=ended',
    '/creator/fans',
    '/creator/subscriptions-offer',
    '/creator/account',
    '/notifications',
    '/settings/notifications',
  ],
  'admin@stagedoor.example': [
    '/admin',
    '/admin/performers',
    '/admin/people',
    '/admin/people?frozen=true',
    '/admin/works',
    '/admin/works?status=active',
    '/admin/reports',
    '/admin/reports?state=open&isOverdue=true',
    '/admin/copies',
    '/admin/recordings',
    '/admin/inbox',
    '/admin/automations',
    '/admin/payments',
    '/admin/payments?status=chargeback',
    '/admin/payments/differences?show=all',
    '/admin/transfers',
    '/admin/payouts',
    '/admin/payouts?status=pending',
    '/admin/coupons',
    '/admin/packages',
    '/admin/pages',
    '/admin/pages/new',
    '/admin/promos',
    '/admin/settings',
    '/admin/letters',
    '/admin/audit',
  ],
}

for (const [who, paths] of Object.entries(pages)) {
  for (const look of [
    { phone: true, theme: 'dark' },
    { phone: false, theme: 'light' },
  ] as const) {
    test(`what ${who} sees, ${look.phone ? 'on a phone in the dark' : 'at a desk in daylight'}`, async ({ browser }) => {
      test.setTimeout(240_000)
      const person = await comes(browser, look)
      if (who !== 'visitor') {
        await signsIn(person, who)
        await passedTheDoor(person)
      }
      for (const path of [...paths, ...(await detailsOf(person, who))]) await test.step(path, () => isFine(person, path))
      expect(person.complaints).toEqual([])
    })
  }
}

test('towards morning, when tonight’s programme is over, what comes next fits a phone', async ({ browser }) => {
  // A zone in which it is four at night now; those of this name count the other way round.
  const ahead = 4 - new Date().getUTCHours()
  const east = ahead < -12 ? ahead + 24 : ahead
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    locale: 'zh-TW',
    timezoneId: east === 0 ? 'UTC' : `Etc/GMT${east > 0 ? '-' : '+'}${Math.abs(east)}`,
    baseURL: site,
  })
  const page = await context.newPage()
  await goes(page, '/')
  // The server knows the zone from the second page on.
  await goes(page, '/')
  await expect(page.getByRole('heading', { name: '接下來的節目' })).toBeVisible()
  await expectToFit(page, '/')
  await context.close()
})

/** One of each kind, as they come: its page, and to its creator the page where it is changed. */
async function detailsOf({ page }: Person, who: string): Promise<string[]> {
  const first = async (list: string) => {
    const { data } = (await (await page.request.get(`/api${list}`)).json()) as { data: { data: { _id: string; slug?: string }[] } }
    const [work] = data.data
    expect(work, list).toBeDefined()
    return { id: work?._id ?? '', name: work?.slug ?? work?._id ?? '' }
  }
  if (who === 'creator@stagedoor.example') {
    const [post, gallery, video, product, order, payout] = [
      await first('/performer/feeds'),
      await first('/performer/performer-assets/galleries/search'),
      await first('/performer/performer-assets/videos/search'),
      await first('/performer/performer-assets/products/search'),
      await first('/orders/search'),
      await first('/payout-requests/search'),
    ]
    return [
      `posts/${post.id}`,
      `galleries/${gallery.id}`,
      `videos/${video.id}`,
      `products/${product.id}`,
      `orders/${order.id}`,
      `payouts/${payout.id}`,
    ].map((path) => `/creator/${path}`)
  }
  if (who === 'admin@stagedoor.example') {
    const [payout, person, payment] = [
      await first('/payout-requests/search'),
      await first('/admin/people?frozen=true'),
      await first('/admin/payments'),
    ]
    return [`/admin/payouts/${payout.id}`, `/admin/people/${person.id}`, `/admin/payments/${payment.id}`]
  }
  const [post, gallery, video, product] = [
    await first('/user/feeds?scope=all'),
    await first('/performer-assets/galleries/search'),
    await first('/performer-assets/videos/search'),
    await first('/performer-assets/products/search'),
  ]
  const own = who === 'visitor' ? [] : [`/wallet/payments/${(await first('/payment/transactions/user/search')).id}`]
  return [`/posts/${post.id}`, `/galleries/${gallery.name}`, `/videos/${video.name}`, `/products/${product.name}`, ...own]
}

async function isFine({ page }: Person, path: string): Promise<void> {
  await goes(page, path)
  await expect(page.locator('h1').first()).toBeAttached()
  await expectToFit(page, path)
  const reach = await page.evaluate(() =>
    Math.max(0, ...[...document.querySelectorAll('header:has(> nav)')].map((rail) => rail.getBoundingClientRect().bottom)),
  )
  expect(reach, `${path}: what stands beside the page reaches below its window`).toBeLessThanOrEqual(
    await page.evaluate(() => window.innerHeight),
  )
  await looksFinished(page, path)
  const covered = await page.evaluate(() =>
    [...document.querySelectorAll('a[href], button')].flatMap((wanted) => {
      const { left, top, width, height } = wanted.getBoundingClientRect()
      const [x, y] = [left + width / 2, top + height / 2]
      const met = document.elementFromPoint(x, y)?.closest('a[href], button, summary, label')
      if (!met || wanted.contains(met) || met.contains(wanted)) return []
      const own = met.getBoundingClientRect()
      // A pixel is met as a whole, wherever in it the point lies.
      const isAside = x < own.left - 1 || x > own.right + 1 || y < own.top - 1 || y > own.bottom + 1
      return isAside ? [`${wanted.textContent} is under ${met.textContent}`] : []
    }),
  )
  expect(covered, `${path}: what reaches beyond itself takes the presses of others`).toEqual([])
  const violations = await violationsOn(page, wcag)
  expect(
    violations.map(({ id, nodes }) => `${path}: ${id} ${nodes.map((node) => node.html.slice(0, 160)).join(' | ')}`),
    path,
  ).toEqual([])
}

/** Pages that stand below another: one work, one order, one person, what belongs to the wallet or to oneself. */
const below =
  /^\/(posts|galleries|videos|products|orders|wallet)\/|^\/(settings|subscriptions|following|orders)$|^\/creator\/(publish|\w+\/)|^\/admin\/\w+\//

/** What the eye of a stranger falls on first: a figure that says nothing, a page without a way up, a second blue button, a row like a form. */
async function looksFinished(page: Page, path: string): Promise<void> {
  const phone = (page.viewportSize()?.width ?? 0) < 768
  if (below.test(path.split('?')[0] ?? '')) {
    const up = phone ? page.getByRole('link', { name: '返回', exact: true }) : page.locator('[data-way-up]')
    await expect(up.first(), `${path} leads nowhere up`).toBeVisible()
  }
  const found = await page.evaluate(() => {
    const zeros = document.querySelector('main')?.innerText.match(/(?<![\d.,])0(次|件|人|則|張)|^0$/gm) ?? []
    const blue = getComputedStyle(document.documentElement).getPropertyValue('--primary').trim()
    const probe = document.body.appendChild(Object.assign(document.createElement('i'), { style: `background:${blue}` }))
    const colour = getComputedStyle(probe).backgroundColor
    probe.remove()
    const blues = (within: string) =>
      [...document.querySelectorAll(`${within} a, ${within} button`)].filter((each) => {
        const { width, top, bottom } = each.getBoundingClientRect()
        return width > 0 && bottom > 0 && top < innerHeight && getComputedStyle(each).backgroundColor === colour
      }).length
    const labels = [...document.querySelectorAll('main tbody tr')].map(
      (row) =>
        [...row.querySelectorAll('td')].filter(
          (cell) => getComputedStyle(cell, '::before').content === `"${cell.dataset['label'] || 'none'}"`,
        ).length,
    )
    return { zeros, beside: blues('header:has(> nav)') > 0 && blues('main') > 0, labels: Math.max(0, ...labels) }
  })
  expect(found.zeros, `${path}: a counter of zero is not written`).toEqual([])
  expect(found.beside, `${path}: the rail is blue beside a page that has a blue button`).toBe(false)
  expect(found.labels, `${path}: a row on a phone is a sentence, not a form of labels and values`).toBeLessThanOrEqual(1)
}

test('what is not there, and what is not theirs, says so with its status and a way on', async ({ browser }) => {
  const { page, complaints } = await comes(browser)
  const missing = await page.goto('/nobody.at.all')
  expect(missing?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const fan = await comes(browser)
  await signsIn(fan, 'fan@stagedoor.example')
  // Performer-only pages send a non-performer away (specification section 5); the office's door is shut and says so.
  await fan.page.goto('/creator/earnings')
  await expect(fan.page).toHaveURL(/\/home$/)
  const closed = await fan.page.goto('/admin')
  expect(closed?.status()).toBe(403)
  const shut = await page.goto('/wallet')
  expect(new URL(shut?.url() ?? '').pathname + new URL(shut?.url() ?? '').search).toBe('/auth/login?redirect=%2Fwallet')
  expect(complaints).toEqual([])
  const broken = await page.goto('/error.html')
  expect(broken?.status()).toBe(500)
  await expect(page.getByRole('heading', { name: '系統發生錯誤' })).toBeVisible()
})

test('the language is in the address, is remembered, and comes back (specification section 4)', async ({ browser }) => {
  const { page, context } = await comes(browser)
  await goes(page, '/auth/login')
  await page.getByRole('link', { name: 'English' }).click()
  await page.waitForURL(/\/en-US\/auth\/login/)
  await expect(page.locator('html')).toHaveAttribute('lang', 'en-US')
  await goes(page, '/home')
  await expect(page).toHaveURL(/\/en-US\/home/)
  // The cookie is lost; local storage still knows, and the route switches to it.
  await context.clearCookies({ name: 'i18nextLng' })
  await page.goto('/explore')
  await page.waitForURL(/\/en-US\/explore/)
})

test('whoever goes by keys is past the menu with the first press', async ({ browser }) => {
  for (const path of ['/home', '/explore']) {
    const { page } = await comes(browser)
    await goes(page, path)
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: '跳到主要內容' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('main')).toBeFocused()
    await expect(page).toHaveURL(new RegExp(`${path}$`))
  }
})

test('every page ends with the site’s papers, for visitors, fans and creators, on a phone and at a desk', async ({ browser }) => {
  const people = [
    { who: undefined, paths: ['/home', '/explore', '/papertheatre'] },
    { who: 'fan@stagedoor.example', paths: ['/home', '/explore', '/wallet', '/me', '/unlocked', '/settings'] },
    { who: 'creator@stagedoor.example', paths: ['/creator', '/creator/posts', '/creator/earnings', '/creator/subscribers'] },
  ]
  for (const phone of [true, false])
    for (const { who, paths } of people) {
      const person = await comes(browser, { phone })
      const { page, context } = person
      await passedTheDoor(person)
      if (who) await signsIn(person, who)
      for (const path of paths)
        await test.step(`${path}, ${who ?? 'a visitor'}, ${phone ? 'on a phone' : 'at a desk'}`, async () => {
          await goes(page, path)
          const terms = page.getByRole('link', { name: '服務條款' })
          await expect(terms).toHaveCount(1)
          // Lists grow as one comes to their end, so that the end is looked for until it stays.
          await expect(async () => {
            await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
            await page.waitForTimeout(200)
            await terms.click({ trial: true, timeout: 500 })
          }).toPass()
        })
      await context.close()
    }
})
