import { expect, test } from 'vitest'
import { clientIpFrom } from '#server/platform/http/client-ip.ts'

const behindProxy = clientIpFrom(['10.0.0.0/8', '::1'])

test('headers from a connection that is no trusted proxy are ignored (specification section 6)', () => {
  expect(behindProxy({ 'x-client-ip': '1.1.1.1', 'x-forwarded-for': '2.2.2.2' }, '203.0.113.9')).toBe('203.0.113.9')
  expect(clientIpFrom([])({ 'x-real-ip': '1.1.1.1' }, '127.0.0.1')).toBe('127.0.0.1')
})

test('the order is x-client-ip, cf-connecting-ip, x-real-ip, x-forwarded-for, then the connection (specification section 6)', () => {
  const all = { 'x-client-ip': '1.1.1.1', 'cf-connecting-ip': '2.2.2.2', 'x-real-ip': '3.3.3.3', 'x-forwarded-for': '4.4.4.4' }
  const left: Record<string, string> = { ...all }
  for (const [name, address] of Object.entries(all)) {
    expect(behindProxy(left, '10.1.2.3')).toBe(address)
    delete left[name]
  }
  expect(behindProxy({}, '::ffff:10.1.2.3')).toBe('10.1.2.3')
})

test('of a forwarded chain, the last address that is not ours counts: the client could have written the rest', () => {
  expect(behindProxy({ 'x-forwarded-for': '6.6.6.6, 8.8.4.4, 10.0.0.7' }, '10.0.0.1')).toBe('8.8.4.4')
})

test('a header that is no address is passed over', () => {
  expect(behindProxy({ 'x-client-ip': 'localhost; drop table', 'x-real-ip': '9.9.9.9' }, '10.0.0.1')).toBe('9.9.9.9')
})
