import { expect, test } from 'vitest'
import { isForgiven, plain, tagTerm, termsOf, variantsOf, wantedOf } from '#server/platform/finding/terms.ts'

const terms = (name: string, body = '', tags: string[] = []) => termsOf({ names: [name], body, tags })

test('Chinese is found by characters, neighbours and neighbours around a left-out character', () => {
  expect(terms('雨宮夜')).toEqual(['雨', '雨宮', '雨*夜', '宮', '宮夜', '夜'])
})

test('Latin names are found by their words and the beginnings of them, long texts by whole words only', () => {
  expect(terms('Midori')).toEqual(['mi', 'mid', 'mido', 'midor', 'midori'])
  expect(terms('', 'Midori sings')).toEqual(['midori', 'sings'])
})

test('both in one name, accents, width and case do not matter', () => {
  expect(terms('Ａｙａ夜')).toContain('aya')
  expect(plain('Élodie ＡＢＣ')).toBe('elodie abc')
  expect(terms('小滿Mia')).toEqual(expect.arrayContaining(['小滿', 'mia', 'mi']))
})

test('a tag is a term of its own, with or without its sign', () => {
  expect(terms('', '', ['Night Market'])).toContain('#night market')
  expect(tagTerm('##夜市')).toBe('#夜市')
  expect(wantedOf('#夜市')).toMatchObject({ exact: ['#夜市'] })
})

test('a query needs all of its words', () => {
  expect(wantedOf('paper lantern ')).toMatchObject({ exact: ['paper', 'lantern'] })
  expect(wantedOf('雨宮夜')).toMatchObject({ exact: ['雨宮', '宮夜'] })
  expect(wantedOf('夜')).toMatchObject({ exact: ['夜'], forgiven: [] })
})

test('nothing to look for is nothing, whatever signs it is made of', () => {
  for (const query of ['', '   ', '!?…', '###', '\u0000']) expect(wantedOf(query)).toBeUndefined()
})

test('only Latin words of five letters or more are forgiven (issue: one wrong letter)', () => {
  expect(['night', 'four', '12345', 'élodie'].map((word) => isForgiven(plain(word)))).toEqual([true, false, false, true])
  expect(variantsOf('night')).toEqual(['night', 'ight', 'nght', 'niht', 'nigt', 'nigh'])
})

test('a very long text and a very long query stay within bounds', () => {
  const long = Array.from({ length: 9000 }, (_, n) => String.fromCodePoint(0x4e00 + n)).join('')
  expect(terms('', long).length).toBeLessThanOrEqual(1500)
  const wanted = wantedOf(`${long} ${'word '.repeat(400)}`)
  expect(wanted?.exact.length).toBeLessThanOrEqual(100)
})
