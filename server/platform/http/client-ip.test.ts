import { expect, test } from 'vitest'
import { clientIpFrom, singles } from '#server/platform/http/client-ip.ts'

const ranges = ['10.0.0.0/8', '::1']
const behindProxy = clientIpFrom(ranges)
const all = { 'x-client-ip': '1.1.1.1', 'cf-connecting-ip': '2.2.2.2', 'x-real-ip': '3.3.3.3', 'x-forwarded-for': '4.4.4.4' }

test('headers from a connection that is no trusted proxy are ignored (specification section 6)', () => {
  expect(clientIpFrom(ranges, singles)(all, '203.0.113.9')).toBe('203.0.113.9')
  expect(clientIpFrom([], singles)(all, '127.0.0.1')).toBe('127.0.0.1')
})

test('a visitor who sends headers of their own through an ordinary proxy stays who they are', () => {
  expect(behindProxy(all, '10.1.2.3')).toBe('4.4.4.4')
  expect(behindProxy({ ...all, 'x-forwarded-for': '4.4.4.4, 203.0.113.9' }, '10.1.2.3')).toBe('203.0.113.9')
  expect(behindProxy({ 'x-client-ip': '1.1.1.1' }, '10.1.2.3')).toBe('10.1.2.3')
})

test('where the operator switched them on, the order is x-client-ip, cf-connecting-ip, x-real-ip, x-forwarded-for, then the connection (specification section 6)', () => {
  // The order is the specification's, whatever the setting's.
  const address = clientIpFrom(ranges, [...singles].toReversed())
  const left: Record<string, string> = { ...all }
  for (const [name, value] of Object.entries(all)) {
    expect(address(left, '10.1.2.3')).toBe(value)
    delete left[name]
  }
  expect(address({}, '::ffff:10.1.2.3')).toBe('10.1.2.3')
  expect(clientIpFrom(ranges, ['cf-connecting-ip'])(all, '10.1.2.3')).toBe('2.2.2.2')
})

test('of a forwarded chain, the last address that is not ours counts: the client could have written the rest', () => {
  expect(behindProxy({ 'x-forwarded-for': '6.6.6.6, 8.8.4.4, 10.0.0.7' }, '10.0.0.1')).toBe('8.8.4.4')
  expect(behindProxy({ 'x-forwarded-for': '10.0.0.9, 10.0.0.7' }, '10.0.0.1')).toBe('10.0.0.9')
})

test('a word in a chain that is no address ends it: nothing left of it was written by a proxy of ours', () => {
  expect(behindProxy({ 'x-forwarded-for': '6.6.6.6, unknown, 10.0.0.7' }, '10.0.0.1')).toBe('10.0.0.7')
  expect(behindProxy({ 'x-forwarded-for': '6.6.6.6, ' }, '10.0.0.1')).toBe('10.0.0.1')
})

test('a port behind an address, brackets and a zone are taken off', () => {
  expect(behindProxy({ 'x-forwarded-for': '8.8.4.4:51234' }, '::1')).toBe('8.8.4.4')
  expect(behindProxy({ 'x-forwarded-for': '[2001:db8::7]:443' }, '::1')).toBe('2001:db8::7')
  expect(behindProxy({}, 'fe80::1%eth0')).toBe('fe80::1')
})

test('a header that is no address is passed over', () => {
  const address = clientIpFrom(ranges, singles)
  expect(address({ 'x-client-ip': 'localhost; drop table', 'x-real-ip': '9.9.9.9' }, '10.0.0.1')).toBe('9.9.9.9')
})
