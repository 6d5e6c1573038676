// Staff give somebody tokens, with their owner looking on: what the office asks twice, what the wallet says at once, and why.
import { expect, test } from '@playwright/test'
import { comes, goes, joins, passedTheDoor, signsIn, site } from './people.ts'

test('staff give a fan tokens: what is wrong is told at its field, and the wallet that she has open says how many and why', async ({
  browser,
}) => {
  const [office, fan] = [await comes(browser), await comes(browser, { phone: true, theme: 'dark' })]
  const username = await joins(fan, '小芙')
  await passedTheDoor(office)
  await signsIn(office, 'admin@stagedoor.example')
  const { page } = office
  const sheet = page.getByRole('dialog')
  const sure = page.getByRole('alertdialog')
  const reason = '謝謝你告訴我們那張打不開的照片。'

  await test.step('she has her wallet open, with nothing in it', async () => {
    await goes(fan.page, '/wallet')
    await expect(fan.page.getByText(reason)).toBeHidden()
  })

  await test.step('how many and why are both asked for; the first that is missing has the focus', async () => {
    await goes(page, `/admin/people?q=${username}`)
    await page.getByRole('link', { name: /小芙/ }).click()
    await page.getByRole('button', { name: '贈送代幣' }).click()
    await sheet.getByRole('button', { name: '下一步' }).click()
    await expect(sheet.getByText('請填寫數量，0.01到100,000。')).toBeVisible()
    await expect(sheet.getByText('請寫下原因。')).toBeVisible()
    await expect(sheet.getByLabel('數量')).toBeFocused()
    for (const wrong of ['0', '0.001', '100001', '很多']) {
      await sheet.getByLabel('數量').fill(wrong)
      await sheet.getByLabel('原因').fill(reason)
      await sheet.getByRole('button', { name: '下一步' }).click()
      await expect(sheet.getByText('請填寫數量，0.01到100,000。')).toBeVisible()
      await expect(sheet.getByText('請寫下原因。')).toBeHidden()
      await expect(sheet.getByLabel('數量')).toBeFocused()
    }
  })

  await test.step('the sum is asked once more; whoever goes back finds what they wrote', async () => {
    await sheet.getByLabel('數量').fill('25')
    await sheet.getByRole('button', { name: '下一步' }).click()
    await expect(sure.getByText('贈送25枚代幣給小芙？')).toBeVisible()
    await expect(sure).toContainText('US$2.50')
    await sure.getByRole('button', { name: '返回' }).click()
    await expect(sheet.getByLabel('原因')).toHaveValue(reason)
    await sheet.getByRole('button', { name: '下一步' }).click()
    await sure.getByRole('button', { name: '贈送25枚代幣' }).click()
    await expect(page.getByText('已贈送25枚代幣給小芙')).toBeVisible()
    await expect(page.getByText('可以付款', { exact: true })).toBeVisible()
    await expect(page.getByText(/^25\s*代幣$/).first()).toBeVisible()
  })

  await test.step('her open page has them, and the line says why', async () => {
    await expect(fan.page.getByText('網站送你25代幣')).toBeVisible()
    await expect(fan.page.getByText(reason)).toBeVisible()
    await expect(fan.page.getByText('+25', { exact: true })).toBeVisible()
  })

  await test.step('a letter went to her, and the audit log has it', async () => {
    await goes(page, `/admin/letters?recipient=${username}@stagedoor.example`)
    await expect(page.getByText(/25/).first()).toBeVisible()
    await goes(page, '/admin/audit')
    await expect(page.getByText(`發給一位會員代幣：${reason}`).first()).toBeVisible()
  })

  await test.step('nobody else gives: not she herself, nor a creator, nor whoever is not signed in', async () => {
    const id = ((await (await office.page.request.get(`/api/admin/people?q=${username}`)).json()) as { data: { data: { _id: string }[] } })
      .data.data[0]!._id
    const creator = await comes(browser)
    await signsIn(creator, 'creator@stagedoor.example')
    for (const [person, status] of [
      [fan, 403],
      [creator, 403],
      [await comes(browser), 401],
    ] as const) {
      const reply = await person.page.request.post(`/api/admin/people/${id}/wallet/grant`, {
        data: { amount: 25, reason },
        headers: { origin: site },
      })
      expect(reply.status()).toBe(status)
    }
    await goes(fan.page, '/wallet')
    await expect(fan.page.getByText('網站送你25代幣')).toHaveCount(1)
  })
  expect([...office.complaints, ...fan.complaints]).toEqual([])
})
