import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { table } from '#server/site/settings/table.ts'
import { isMeant } from '#web/office/admin/settings-search.ts'

const words = (locale: string) =>
  JSON.parse(readFileSync(join(import.meta.dirname, `../../../contract/words/${locale}/office.json`), 'utf8')) as Record<string, string>
const found = (locale: string, typed: string) => {
  const said = words(locale)
  return Object.keys(table).filter((key) =>
    isMeant(typed, [said[`setting.${key}`], said[`setting.${key}.hint`], said[`sought.${key}`], key]),
  )
}

test('a setting is found by the words that people use for it, in any width and with either 台', () => {
  for (const typed of ['抽成', '服務費', '平臺費', '平台費', 'commission']) expect(found('zh-TW', typed), typed).toContain('commission')
  expect(found('zh-TW', '信用卡')).toContain('paymentGateway')
  expect(found('zh-TW', '月費 下限')).toEqual(['minimumSubscriptionPrice'])
  expect(found('en-US', 'take rate')).toContain('commission')
  expect(found('en-US', 'Trial')).toEqual(['freeSubscriptionEnabled', 'freeSubscriptionDuration'])
})

test('what is said nowhere finds nothing, and what is sought names settings that there are', () => {
  expect(found('zh-TW', '太空船')).toEqual([])
  for (const locale of ['zh-TW', 'en-US'])
    for (const key of Object.keys(words(locale)))
      if (/^(sought|effect)\./.test(key)) expect(Object.keys(table), key).toContain(key.replace(/^\w+\./, ''))
})
