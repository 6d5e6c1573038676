import { expect, test } from 'vitest'
import { linesOf, shortOf } from '#web/people/addresses/AddressText.tsx'

test('an address in Taiwan goes from the large to the small, one in America the other way round', () => {
  const home = { name: '林小美', country: 'TW', city: '臺北市', district: '中正區', streetAddress: '忠孝西路一段 1 號', zipCode: '100' }
  expect(linesOf(home)).toEqual(['100 臺北市中正區', '忠孝西路一段 1 號'])
  expect(shortOf(home)).toBe('100 臺北市中正區 忠孝西路一段 1 號')
  const away = {
    name: 'Mei',
    country: 'US',
    city: 'Portland',
    state: 'OR',
    streetAddress: 'Main Street',
    streetNumber: '12',
    zipCode: '97201',
  }
  expect(linesOf(away)).toEqual(['12 Main Street', 'Portland', 'OR 97201'])
  expect(shortOf(away)).toBe('12 Main Street, Portland, OR 97201')
})
