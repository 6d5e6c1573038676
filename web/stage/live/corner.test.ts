import { expect, test } from 'vitest'
import { type Corner, cornerBy, nearestCorner, nextCorner } from '#web/stage/live/corner.ts'

const stage = { left: 0, top: 0, width: 1000, height: 600 }
const at = (left: number, top: number) => ({ left, top, width: 100, height: 100 })

test('a small picture that is let go lies in the corner that its middle is nearest to', () => {
  expect(nearestCorner(at(0, 0), stage)).toBe('topLeft')
  expect(nearestCorner(at(440, 240), stage)).toBe('topLeft')
  expect(nearestCorner(at(460, 240), stage)).toBe('topRight')
  expect(nearestCorner(at(900, 500), stage)).toBe('bottomRight')
  expect(nearestCorner(at(-50, 700), stage)).toBe('bottomLeft')
})

test('arrow keys bring it to the corner that they point to, and a press goes once around', () => {
  expect(cornerBy('ArrowRight', 'bottomLeft')).toBe('bottomRight')
  expect(cornerBy('ArrowUp', 'bottomRight')).toBe('topRight')
  expect(cornerBy('ArrowUp', 'topRight')).toBe('topRight')
  expect(cornerBy('Enter', 'topRight')).toBeUndefined()
  const around: Corner[] = ['bottomLeft']
  for (let place = 0; place < 3; place++) around.push(nextCorner(around.at(-1)!))
  expect(new Set(around).size).toBe(4)
})
