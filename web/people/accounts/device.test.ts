import { expect, test } from 'vitest'
import { deviceOf } from '#web/people/accounts/device.ts'

test('a device is told by its browser and its system, and never as a browser that it only claims to be', () => {
  expect(
    deviceOf(
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
    ),
  ).toBe('Safari, iPhone')
  expect(
    deviceOf('Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0'),
  ).toBe('Edge, Windows')
  expect(
    deviceOf('Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile Safari/537.36'),
  ).toBe('Chrome, Android')
  expect([deviceOf('curl/8.5'), deviceOf('')]).toEqual(['curl/8.5', '–'])
})
