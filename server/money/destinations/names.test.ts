import { expect, test } from 'vitest'
import { isSameName } from '#server/money/destinations/names.ts'

const same = (firstName: string, lastName: string, legalName: string) => isSameName({ firstName, lastName }, legalName)

test('a name is the same in any case, width, spacing and order; Chinese names need no space', () => {
  expect(same('Mei', 'Lin', 'MEI  LIN')).toBe(true)
  expect(same('Mei', 'Lin', 'Lin, Mei')).toBe(true)
  expect(same('Ｍei', 'Lin', 'mei lin')).toBe(true)
  expect(same('小美', '林', '林小美')).toBe(true)
  expect(same('林', '小美', '林 小美')).toBe(true)
  expect(same('Mei-Hua', 'Lin', 'Mei-hua Lin')).toBe(true)
  expect(same('José', 'Ruiz', 'Jose\u0301 Ruiz')).toBe(true)
})

test('another person’s name is not', () => {
  expect(same('Mei', 'Chen', 'Mei Lin')).toBe(false)
  expect(same('M', 'Lin', 'Mei Lin')).toBe(false)
  expect(same('小美', '林', '林小梅')).toBe(false)
  expect(same('Mei Lin', 'Mei Lin', 'Mei Lin')).toBe(false)
  expect(same('Me', 'ilin', 'Mei Lin')).toBe(false)
})
