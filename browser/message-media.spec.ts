// What is sent beside words: a bundle is bought in the thread, a fan sends a photo; two people, one on a phone.
import { expect, type JSHandle, type Locator, type Page, test } from '@playwright/test'
import { backOf, goes, isAlive, type Person, photo } from './people.ts'
import { couple, isClean, lines, mine } from './talking.ts'

test('a creator sells two photos in a conversation, and the fan buys them there, on a phone', async ({ browser }) => {
  const { fan, lan, address } = await couple(browser, { phone: true })
  await goes(lan.page, address)
  await goes(fan.page, address)

  await test.step('attached, one taken out again, priced, one of them as the preview', async () => {
    await attaches(lan.page, [await photo(200), await photo(20), await photo(120)])
    const tray = lan.page.getByRole('list', { name: '這則訊息的附件' })
    await expect(tray.getByRole('listitem')).toHaveCount(3)
    await tray.getByRole('button', { name: /^移除/ }).last().click()
    await expect(tray.getByRole('listitem')).toHaveCount(2)
    await lan.page.getByRole('checkbox', { name: '設定售價' }).check()
    await lan.page.getByRole('textbox', { name: '售價' }).fill('60')
    await field(lan.page).fill('昨晚拆下來的月亮')
    await lan.page.getByRole('button', { name: /^送出/ }).click()
    await expect(tray).toBeHidden()
  })

  const bought = lines(fan.page).getByRole('listitem').filter({ hasText: '昨晚拆下來的月亮' })
  await test.step('locked, with what is inside and what it costs', async () => {
    await expect(bought).toContainText('2張照片')
    await expect(bought.getByRole('button', { name: /解鎖/ })).toContainText('60')
    await expect(lines(lan.page)).toContainText('售價60代幣')
    await isClean(fan.page)
    await goes(fan.page, '/messages')
    await expect(fan.page.getByRole('region', { name: '對話' }).getByRole('listitem').first()).toContainText('未解鎖60代幣')
    await isClean(fan.page)
    await goes(fan.page, address)
  })

  await test.step('bought where it stands: the plate parts, the photos are there and open large', async () => {
    const before = (await mine(fan.page)).balance
    await bought.getByRole('button', { name: /解鎖/ }).click()
    await fan.page.getByRole('dialog').getByRole('button', { name: /解鎖/ }).click()
    await expect(bought.getByRole('button', { name: /^第1張/ })).toBeVisible()
    await expect(fan.page.getByRole('dialog')).toBeHidden()
    // Whoever has no pointer goes on from what opened.
    await expect(bought.getByRole('button', { name: /^第1張/ })).toBeFocused()
    expect((await mine(fan.page)).balance).toBe(before - 60)
    await expect(lines(lan.page)).toContainText('已售出1次')
    await expect
      .poll(() =>
        bought
          .locator('img')
          .first()
          .evaluate((image: HTMLImageElement) => image.naturalWidth),
      )
      .toBeGreaterThan(100)
    await bought.getByRole('button', { name: /^第2張/ }).click()
    await expect(fan.page.locator('.yarl__root')).toBeVisible()
    await fan.page.keyboard.press('Escape')
    await expect(fan.page.locator('.yarl__root')).toHaveCount(0)
    await isClean(fan.page)
    await isClean(lan.page)
  })

  await test.step('it is there again after a reload', async () => {
    await fan.page.reload()
    await expect(bought.getByRole('button', { name: /^第1張/ })).toBeVisible()
  })
  await leave(fan, lan)
})

test('what one is about to send keeps its files and its price while one looks elsewhere and after a reload, and no sheet sends it', async ({
  browser,
}) => {
  const { fan, lan, address } = await couple(browser)
  await goes(lan.page, address)
  await attaches(lan.page, [await photo(40)])
  const [tray, price] = [lan.page.getByRole('list', { name: '這則訊息的附件' }), lan.page.getByRole('textbox', { name: '售價' })]
  await lan.page.getByRole('checkbox', { name: '設定售價' }).check()
  const send = lan.page.getByRole('button', { name: /^送出/ })

  await test.step('a price that is none is said beside it, and nothing goes out', async () => {
    await price.fill('0')
    await expect(lan.page.getByText('售價要在')).toBeVisible()
    await expect(send).toBeDisabled()
    await price.fill('80')
    await expect(send).toBeEnabled()
  })

  await test.step('another conversation and back, and a reload', async () => {
    const rows = lan.page.getByRole('region', { name: '對話' }).getByRole('listitem').getByRole('link')
    await rows
      .filter({ hasNot: lan.page.locator('[aria-current]') })
      .nth(1)
      .click()
    await expect(lan.page).not.toHaveURL(new RegExp(address))
    await expect(tray).toBeHidden()
    await lan.page.goBack()
    await expect(price).toHaveValue('80')
    await lan.page.reload()
    await isAlive(lan.page)
    await expect(tray.getByRole('listitem')).toHaveCount(1)
    await expect(price).toHaveValue('80')
    await send.click()
    await goes(fan.page, address)
    await expect(lines(fan.page).getByRole('button', { name: /解鎖/ })).toContainText('80')
  })

  await test.step('a tip is a tip: what was begun under it stays', async () => {
    await field(fan.page).fill('還沒寫完的話')
    await fan.page.getByRole('button', { name: /^打賞/ }).click()
    const sheet = fan.page.getByRole('dialog', { name: /^打賞/ })
    await sheet.getByRole('textbox').first().fill('20')
    await sheet.getByRole('button', { name: /^打賞/ }).click()
    await expect(sheet).toBeHidden()
    // What is said of it lies over nothing that is pressed: not over oneself, in the corner below it.
    const said = await fan.page.getByRole('dialog').filter({ hasText: '已打賞' }).boundingBox()
    const corner = await fan.page.getByRole('banner').getByRole('link', { name: /小滿/ }).boundingBox()
    expect((said?.y ?? 0) + (said?.height ?? 0)).toBeLessThanOrEqual(corner?.y ?? 0)
    await expect(lines(fan.page)).toContainText('20')
    await expect(field(fan.page)).toHaveValue('還沒寫完的話')
    await expect(lines(fan.page)).not.toContainText('還沒寫完的話')
  })
  await leave(fan, lan)
})

test('a phone’s Back closes what is open above a conversation, and leaves it only then', async ({ browser }) => {
  const { fan, lan, address } = await couple(browser, { phone: true })
  const { page } = fan
  const back = await backOf(page)
  await goes(page, '/messages')
  await page.getByRole('region', { name: '對話' }).getByRole('listitem').getByRole('link').first().click()
  await page.waitForURL(`**${address}`)
  const tips = async () => {
    await page.getByRole('button', { name: '附件和更多' }).click()
    await page.getByRole('menuitem', { name: /^打賞/ }).click()
  }
  for (const _twice of [1, 2]) {
    await tips()
    await expect(page.getByRole('dialog')).toBeVisible()
    await back()
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(page).toHaveURL(new RegExp(address))
  }
  // Closed by other means, it hears no Back any more.
  await tips()
  await page.getByRole('dialog').getByRole('button', { name: '關閉' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await back()
  await expect(page).toHaveURL(/\/messages$/)
  await leave(fan, lan)
})

test('files that are let go anywhere over a conversation, or pasted, go with the message; words that are pasted stay words', async ({
  browser,
}) => {
  const { fan, lan, address } = await couple(browser)
  const { page } = fan
  await goes(page, address)
  const tray = page.getByRole('list', { name: '這則訊息的附件' })
  const pane = page.getByRole('region', { name: /^與.*的對話$/ })
  const hint = pane.getByText('放開就會附上')

  await test.step('held over what was said, they are expected; out of it, no more', async () => {
    const held = await carrying(page, [await photo(30)])
    await lines(page).dispatchEvent('dragover', { dataTransfer: held })
    await expect(hint).toBeVisible()
    await pane.dispatchEvent('dragleave', { dataTransfer: held })
    await expect(hint).toBeHidden()
  })

  await test.step('let go above the field, not at it: the page stays, and they are attached', async () => {
    const held = await carrying(page, [await photo(30)])
    await lines(page).dispatchEvent('dragover', { dataTransfer: held })
    await lines(page).dispatchEvent('drop', { dataTransfer: held })
    await expect(hint).toBeHidden()
    await expect(tray.getByRole('listitem')).toHaveCount(1)
  })

  await test.step('a pasted picture is attached, pasted words are written, dragged words are the browser’s', async () => {
    await pastes(field(page), await carrying(page, [await photo(70)]))
    await expect(tray.getByRole('listitem')).toHaveCount(2)
    const words = await page.evaluateHandle(() => {
      const carried = new DataTransfer()
      carried.setData('text/plain', '月亮')
      return carried
    })
    expect(await pastes(field(page), words)).toBe(true)
    const isLeftAlone = await field(page).evaluate(
      (element, dataTransfer) => element.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true })),
      words,
    )
    expect(isLeftAlone).toBe(true)
  })

  await test.step('what messages do not carry stays out, and is said to', async () => {
    const held = await carrying(page, [{ name: 'list.txt', mimeType: 'text/plain', buffer: Buffer.from('a list') }])
    await lines(page).dispatchEvent('drop', { dataTransfer: held })
    await expect(page.getByText('訊息可以附照片、影片和聲音')).toBeVisible()
    await expect(tray.getByRole('listitem')).toHaveCount(2)
  })

  await field(page).fill('兩張都是昨天')
  await page.getByRole('button', { name: /^送出/ }).click()
  await expect(
    lines(page).getByRole('listitem').filter({ hasText: '兩張都是昨天' }).getByRole('button', { name: '第2張，共2張' }),
  ).toBeVisible()
  await expect(page).toHaveURL(address)
  await leave(fan, lan)
})

/** Files in somebody's hand: dragged, or on the clipboard. */
async function carrying(page: Page, files: readonly { name: string; mimeType: string; buffer: Buffer }[]) {
  const given = files.map(({ name, mimeType, buffer }) => ({ name, type: mimeType, text: buffer.toString('base64') }))
  return page.evaluateHandle((all) => {
    const carried = new DataTransfer()
    for (const { name, type, text } of all)
      carried.items.add(new File([Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))], name, { type }))
    return carried
  }, given)
}

/** Answers whether the browser was left to do what it does with it. */
function pastes(into: Locator, carried: JSHandle<DataTransfer>): Promise<boolean> {
  return into.evaluate(
    (element, clipboardData) => element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })),
    carried,
  )
}

test('a fan sends a photo with words, and the creator sees it at once; both at a desk', async ({ browser }) => {
  const { fan, lan, address } = await couple(browser)
  await goes(lan.page, '/messages')
  await goes(fan.page, address)
  await attaches(fan.page, [await photo(280)])
  await expect(fan.page.getByRole('checkbox', { name: '設定售價' })).toBeHidden()
  await field(fan.page).fill('我摺的那隻鳥')
  await fan.page.getByRole('button', { name: /^送出/ }).click()
  const sent = lines(fan.page).getByRole('listitem').filter({ hasText: '我摺的那隻鳥' })
  await expect(sent.getByRole('button', { name: /^第1張/ })).toBeVisible()
  const row = lan.page.getByRole('region', { name: '對話' }).getByRole('listitem').getByRole('link').first()
  await expect(row).toContainText('我摺的那隻鳥')
  await row.click()
  const got = lines(lan.page).getByRole('listitem').filter({ hasText: '我摺的那隻鳥' })
  await expect(got.getByRole('button', { name: /^第1張/ })).toBeVisible()

  await test.step('without a word it is told by what it carries', async () => {
    await attaches(fan.page, [await photo(60), await photo(100)])
    await fan.page.getByRole('button', { name: /^送出/ }).click()
    await expect(row).toContainText('2張照片')
    await expect(lines(lan.page).getByRole('button', { name: '第2張，共2張' })).toBeVisible()
  })

  await test.step('out of the library, without going up again', async () => {
    await lan.page.getByRole('button', { name: '加入照片、影片或聲音' }).click()
    await lan.page.getByRole('menuitem', { name: '從我的素材庫' }).click()
    const sheet = lan.page.getByRole('dialog')
    await sheet.getByRole('listitem').first().getByRole('button').click()
    await sheet
      .getByRole('button', { name: /加入|選/ })
      .last()
      .click()
    await field(lan.page).fill('庫裡的一張')
    await lan.page.getByRole('button', { name: /^送出/ }).click()
    await expect(
      lines(fan.page)
        .getByRole('listitem')
        .filter({ hasText: '庫裡的一張' })
        .getByRole('button', { name: /^第1張/ }),
    ).toBeVisible()
  })
  await isClean(fan.page)
  await isClean(lan.page)
  await leave(fan, lan)
})

const field = (page: Page) => page.getByRole('textbox', { name: /^寫給/ })

async function attaches(page: Page, files: Awaited<ReturnType<typeof photo>>[]): Promise<void> {
  await field(page).click()
  await page.locator('input[type=file][multiple]').setInputFiles(files)
  await expect(page.getByRole('list', { name: '這則訊息的附件' }).getByRole('progressbar')).toHaveCount(0)
}

async function leave(...people: Person[]): Promise<void> {
  for (const { complaints, context } of people) {
    expect(complaints).toEqual([])
    await context.close()
  }
}
