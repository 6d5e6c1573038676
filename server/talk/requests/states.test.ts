import { expect, test } from 'vitest'
import { requestStates, type RequestState } from '#contract/talk/request-names.ts'
import { actsOf, answerBy, dueFrom, stateAt, type Standing } from '#server/talk/requests/states.ts'

const asked = new Date('2026-02-27T10:00:00Z')
const dayMs = 86_400_000
const later = (days: number, ms = 0) => new Date(asked.getTime() + days * dayMs + ms)

const standing = (state: RequestState, more: Partial<Standing> = {}): Standing => ({
  state,
  createdAt: asked,
  quotedAt: null,
  dueAt: null,
  deliveryId: null,
  ...more,
})

test('one that is asked waits fourteen days for a quote, and is over at the instant they end', () => {
  expect(answerBy(standing('asked'))).toEqual(later(14))
  expect(stateAt(standing('asked'), later(14, -1))).toBe('asked')
  expect(stateAt(standing('asked'), later(14))).toBe('expired')
})

test('a quote waits seven days from when it was made, not from when it was asked for', () => {
  const quoted = standing('quoted', { quotedAt: later(13) })
  expect(answerBy(quoted)).toEqual(later(20))
  expect(stateAt(quoted, later(20, -1))).toBe('quoted')
  expect(stateAt(quoted, later(20))).toBe('expired')
})

test('what was accepted is late once its days are over, unless what was made is on its way', () => {
  const accepted = standing('accepted', { quotedAt: asked, dueAt: dueFrom(asked, 3) })
  expect(stateAt(accepted, later(3, -1))).toBe('accepted')
  expect(stateAt(accepted, later(3))).toBe('overdue')
  expect(stateAt({ ...accepted, deliveryId: 'sent' }, later(9))).toBe('accepted')
})

test('each side has its own next steps; what is sent and waits, and what is over, has none', () => {
  const quoted = standing('quoted', { quotedAt: asked })
  const accepted = standing('accepted', { dueAt: later(3) })
  expect(actsOf('performer', standing('asked'), asked)).toEqual(['quote', 'decline'])
  expect(actsOf('fan', standing('asked'), asked)).toEqual(['withdraw'])
  expect(actsOf('performer', quoted, asked)).toEqual(['quote', 'decline'])
  expect(actsOf('fan', quoted, asked)).toEqual(['accept', 'withdraw'])
  expect(actsOf('performer', accepted, asked)).toEqual(['deliver', 'decline'])
  expect(actsOf('fan', accepted, asked)).toEqual([])
  expect(actsOf('performer', { ...accepted, deliveryId: 'sent' }, asked)).toEqual([])
  // Run out, though no job wrote it down yet.
  expect(actsOf('fan', quoted, later(7))).toEqual([])
  expect(actsOf('performer', accepted, later(3))).toEqual([])
  const over = requestStates.filter((state) => !['asked', 'quoted', 'accepted'].includes(state))
  for (const state of over)
    for (const side of ['performer', 'fan'] as const)
      expect(actsOf(side, standing(state), asked)).toEqual(state === 'delivered' && side === 'fan' ? ['object'] : [])
})
