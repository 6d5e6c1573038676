// Receipts: a numbered paper for each payment, that nobody else can open and nobody can change.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#server/platform/db/db.ts'
import { asOwner } from '#server/platform/testing/clone.ts'
import { letters } from '#server/platform/mail/mail.ts'
import * as settings from '#server/site/settings/settings.ts'
import * as invoices from '#server/money/invoices/invoices.ts'
import { atCheckout, checkoutOf, type House, openHouse, type Person } from '#journeys/house.ts'

let house: House
beforeAll(async () => {
  house = await openHouse()
  await house.db.transaction((tx) =>
    settings.save(tx, { sellerName: '後臺有限公司', sellerAddress: '臺北市中正區舞臺路1號', sellerTaxId: '12345675' }, undefined),
  )
})
afterAll(() => house.close())

async function pays(mei: Person, amount: number, couponCode?: string): Promise<{ id: string; paymentUrl: string | undefined }> {
  const { transactionId, paymentUrl } = await mei.api.payments.topUp({ amount, ...(couponCode && { couponCode }) })
  await atCheckout(house, paymentUrl, { action: 'pay', card: 'success' })
  return { id: transactionId!, paymentUrl }
}
const fetched = (path: string, token: string) => fetch(house.address + path, { headers: { authorization: token } })

test('a payment brings a receipt: a letter, a number, and a PDF that is its payer’s alone', async () => {
  const [mei, other] = [await house.fan({ name: '小滿' }), await house.fan()]
  const { id } = await pays(mei, 30)
  const { invoiceUrl } = await mei.api.payments.transaction({ id })
  expect(invoiceUrl).toBe(`/api/payment/transactions/${id}/invoice.pdf`)
  const pdf = await fetched(invoiceUrl!, mei.token)
  expect(pdf.status).toBe(200)
  expect(pdf.headers.get('content-type')).toBe('application/pdf')
  expect(pdf.headers.get('content-disposition')).toMatch(/INV-20\d\d-\d{6}\.pdf/)
  expect(
    Buffer.from(await pdf.arrayBuffer())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-')
  const { data } = await mei.api.invoices.ofPayment({ id })
  expect(data).toMatchObject([{ kind: 'invoice', amount: 30, currency: 'USD', transactionId: id }])
  expect((await mei.api.invoices.mine({})).data).toEqual(data)

  const found = (await letters(house.db, house.address, { recipient: `${mei.username}@stagedoor.example`, limit: 20 })).filter(
    ({ subject }) => subject.includes('INV-'),
  )
  expect(found).toHaveLength(1)
  expect(found[0]!.subject).toContain(data[0]!.code)

  for (const path of [invoiceUrl!, data[0]!.url]) {
    expect((await fetched(path, other.token)).status).toBe(404)
    expect((await fetched(path, '')).status).toBe(401)
  }
  await expect(other.api.invoices.ofPayment({ id })).rejects.toMatchObject({ status: 404 })
  expect((await fetched('/api/payment/transactions/nonsense/invoice.pdf', mei.token)).status).toBe(404)
})

test('what is not paid has no receipt', async () => {
  const mei = await house.fan()
  const { transactionId } = await mei.api.payments.topUp({ amount: 30 })
  expect((await mei.api.payments.transaction({ id: transactionId! })).invoiceUrl).toBeUndefined()
  expect((await fetched(`/api/payment/transactions/${transactionId}/invoice.pdf`, mei.token)).status).toBe(404)
})

test('what goes back gets a credit note each time, and together they are never more than was paid', async () => {
  const mei = await house.fan()
  const { id, paymentUrl } = await pays(mei, 50)
  await atCheckout(house, paymentUrl, { action: 'refund', amount: 20 })
  await atCheckout(house, paymentUrl, { action: 'refund' })
  const { data } = await mei.api.invoices.ofPayment({ id })
  expect(data.map(({ kind, amount }) => [kind, amount])).toEqual([
    ['invoice', 50],
    ['credit_note', 20],
    ['credit_note', 30],
  ])
  expect((await fetched(data[2]!.url, mei.token)).headers.get('content-disposition')).toMatch(/CN-20\d\d-\d{6}\.pdf/)
  // Heard again, nothing more is written.
  await house.db.transaction((tx) => invoices.creditNote(tx, mei.id, id, 5000))
  expect((await mei.api.invoices.ofPayment({ id })).total).toBe(3)
})

test('a refund that failed takes its credit note back by a paper of its own, and a refund that follows has its own again', async () => {
  const mei = await house.fan()
  const { id, paymentUrl } = await pays(mei, 50)
  await atCheckout(house, paymentUrl, { action: 'refund', amount: 20 }, { action: 'refund', amount: 10 })
  await atCheckout(house, paymentUrl, { action: 'fail_refund' })
  const papers = async () => (await mei.api.invoices.ofPayment({ id })).data.map(({ kind, amount }) => [kind, amount])
  const soFar = [
    ['invoice', 50],
    ['credit_note', 20],
    ['credit_note', 10],
    ['debit_note', 10],
  ]
  expect(await papers()).toEqual(soFar)
  const [, , credited, debited] = await invoices.ofPayment(house.db, mei.id, id)
  expect(debited?.content).toMatchObject({ corrects: invoices.codeOf(credited!), lines: [{ price: 1000 }] })
  const { data } = await mei.api.invoices.ofPayment({ id })
  const pdf = await fetched(data[3]!.url, mei.token)
  expect([pdf.status, pdf.headers.get('content-disposition')]).toEqual([200, expect.stringMatching(/DN-20\d\d-\d{6}\.pdf/)])
  // Heard again, nothing more is written; and what was refunded and failed before it was heard has no paper at all.
  await house.db.transaction((tx) => invoices.debitNote(tx, mei.id, id))
  await house.db.transaction((tx) => invoices.creditNote(tx, mei.id, id, 3000))
  expect(await papers()).toEqual(soFar)
  await atCheckout(house, paymentUrl, { action: 'refund', amount: 10 })
  expect(await papers()).toEqual([...soFar, ['credit_note', 10]])
  await house.settle()
  const told = await letters(house.db, house.address, { recipient: `${mei.username}@stagedoor.example`, limit: 40 })
  expect(told.filter(({ subject }) => subject.includes('DN-'))).toHaveLength(1)
})

test('numbers have no gap however many are paid at once, and one that fails to be written leaves none', async () => {
  const fans = await Promise.all(Array.from({ length: 6 }, () => house.fan()))
  const paid = await Promise.all(
    fans.map(async (mei) => {
      const { transactionId, paymentUrl } = await mei.api.payments.topUp({ amount: 10 })
      await house.visitor().payments.sandboxPay({ id: checkoutOf(paymentUrl), action: 'pay', card: 'success' })
      return { mei, id: transactionId! }
    }),
  )
  const undo = new Error('undo')
  await house.settle()
  // The PDF and the letter ask for it in the same moment.
  await Promise.all(paid.map(({ mei, id }) => fetched(`/api/payment/transactions/${id}/invoice.pdf`, mei.token)))
  await house.db
    .transaction(async (tx) => {
      await tx.run(sql`insert into invoices.invoices (kind, key, transaction_id, account_id, amount, currency, content, issued_at)
        values ('invoice', 'lost', ${paid[0]!.id}, ${paid[0]!.mei.id}, 1, 'USD', '{}', ${tx.now})`)
      throw undo
    })
    .catch((error: unknown) => expect(error).toBe(undo))
  await pays(fans[0]!, 10)
  const rows = await house.db.many<{ number: number }>(sql`select number from invoices.invoices where kind = 'invoice' order by number`)
  expect(rows.map(({ number }) => number)).toEqual(rows.map((_, place) => place + 1))
  expect(rows.length).toBeGreaterThanOrEqual(9)
})

test('a receipt stays as it was, whatever the seller is called later and whoever writes to the database', async () => {
  const mei = await house.fan()
  const { id } = await pays(mei, 10)
  const before = (await invoices.ofPayment(house.db, mei.id, id))[0]!
  await house.db.transaction((tx) => settings.save(tx, { sellerName: '別的公司' }, undefined))
  expect((await invoices.ofPayment(house.db, mei.id, id))[0]!.content.seller.name).toBe('後臺有限公司')
  for (const change of [
    sql`update invoices.invoices set amount = 1 where id = ${before.id}`,
    sql`delete from invoices.invoices where id = ${before.id}`,
    sql`truncate invoices.invoices`,
  ])
    await expect(asOwner(house.db, change)).rejects.toThrow('a receipt stays')
  for (const change of [
    sql`update invoices.counters set last = last - 1`,
    sql`insert into invoices.counters (kind, year, last) values ('invoice', 2999, 7)`,
    sql`delete from invoices.counters`,
    sql`truncate invoices.counters`,
  ])
    await expect(asOwner(house.db, change)).rejects.toThrow('numbers are given out with receipts')
})
