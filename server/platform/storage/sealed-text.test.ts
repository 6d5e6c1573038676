import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { sealText, unsealText } from '#server/platform/storage/sealed-text.ts'

const key = randomBytes(32)
const text = '臺北市中正區忠孝西路一段1號'

test('a sealed text says nothing by itself, is never the same twice, and opens for what it belongs to', () => {
  const sealed = sealText(key, 'address:1', text)
  expect(sealed.includes(Buffer.from('臺北'))).toBe(false)
  expect(sealText(key, 'address:1', text).equals(sealed)).toBe(false)
  expect(unsealText(key, 'address:1', sealed)).toBe(text)
  expect(unsealText(key, 'address:1', sealText(key, 'address:1', ''))).toBe('')
})

test('a changed byte anywhere, another row, another key or a cut-off end does not open', () => {
  const sealed = sealText(key, 'address:1', text)
  for (let at = 0; at < sealed.length; at++) {
    const changed = Buffer.from(sealed)
    changed[at]! ^= 1
    expect(unsealText(key, 'address:1', changed), `byte ${at}`).toBeUndefined()
  }
  expect(unsealText(key, 'address:2', sealed)).toBeUndefined()
  expect(unsealText(randomBytes(32), 'address:1', sealed)).toBeUndefined()
  for (const length of [0, 11, 27, 28, sealed.length - 1])
    expect(unsealText(key, 'address:1', sealed.subarray(0, length)), `${length} bytes`).toBeUndefined()
})
