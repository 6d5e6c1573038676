import { expect, test } from 'vitest'
import { csv } from '#server/platform/csv/csv.ts'

test('what people wrote stays in its cell and runs nothing', () => {
  expect(csv([['a,b', '說「好」', 'he said "hi"', 'two\nlines', -1.5]])).toBe('\uFEFF"a,b",說「好」,"he said ""hi""","two\nlines",-1.5\r\n')
  for (const formula of ['=1+1', '+1', '-1', '@x', ' =1', '\t=1', '＝1+1', '＠x']) expect(csv([[formula]])).toMatch(/^\uFEFF"?'/)
})
