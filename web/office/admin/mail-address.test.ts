import { expect, test } from 'vitest'
import { replyTo } from '#web/office/admin/mail-address.ts'

test('a reply opens with the visitor’s address and “Re:” before the subject', () => {
  expect(replyTo('wen+tickets@stagedoor.example', 'Your letter & more')).toBe(
    'mailto:wen%2Btickets@stagedoor.example?subject=Re%3A%20Your%20letter%20%26%20more',
  )
})

test('an address that smuggles another recipient stays an address', () => {
  const { searchParams } = new URL(replyTo('wen?bcc=all&x=@stagedoor.example', 'Hello'))
  expect([...searchParams.keys()]).toEqual(['subject'])
})
