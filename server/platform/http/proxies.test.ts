import { expect, test } from 'vitest'
import { proxyNotice, unknownProxy } from '#server/platform/http/proxies.ts'

function notice(trusted: readonly string[]) {
  const said: string[] = []
  return { said, look: proxyNotice(trusted, (sentence) => void said.push(sentence)) }
}

test('the operator hears once of a proxy beside the server that nobody named, with what to set', () => {
  const { said, look } = notice([])
  look({ host: 'stage.example' }, '127.0.0.1')
  expect(unknownProxy()).toBeUndefined()
  look({ 'x-forwarded-for': '198.51.100.7' }, '::ffff:127.0.0.1')
  look({ 'x-forwarded-for': '198.51.100.8' }, '127.0.0.1')
  expect(said).toHaveLength(1)
  expect(said[0]).toContain('TRUSTED_PROXIES=127.0.0.1')
  expect(unknownProxy()).toBe('127.0.0.1')
})

test('a proxy that is named is nothing to speak of, and neither is a visitor from outside who pretends', () => {
  const { said, look } = notice(['127.0.0.1', '172.16.0.0/12'])
  look({ 'x-forwarded-for': '198.51.100.7' }, '127.0.0.1')
  look({ 'x-forwarded-for': '198.51.100.7' }, '172.18.0.2')
  look({ 'x-forwarded-for': '127.0.0.1' }, '198.51.100.7')
  expect(said).toEqual([])
  look({ 'x-forwarded-for': '198.51.100.7' }, '192.168.1.4')
  expect(unknownProxy()).toBe('192.168.1.4')
})
