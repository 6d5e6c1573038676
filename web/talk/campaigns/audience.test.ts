import { expect, test } from 'vitest'
import { audienceOf, noParts, segmentOf } from '#web/talk/campaigns/audience.ts'

const parts = (...chosen: string[]) => ({ ...noParts, chosen })

test('what is chosen is what is asked for, and comes back as it was', () => {
  const audience = {
    include: { chosen: ['followers', 'spenders', 'a-list'], atLeast: '１，２００.5', since: '2026-11-01' },
    exclude: parts('expired'),
  }
  const segment = segmentOf(audience, 'Asia/Taipei')
  expect(segment).toEqual({
    include: [{ of: 'followers' }, { of: 'spenders', atLeast: 1200.5, since: '2026-11-01' }, { of: 'list', listId: 'a-list' }],
    exclude: [{ of: 'expired' }],
    timeZone: 'Asia/Taipei',
  })
  expect(audienceOf(segment!)).toEqual({ ...audience, include: { ...audience.include, atLeast: '1200.5' } })
})

test('nobody is asked for while it is not said whom', () => {
  expect(segmentOf({ include: noParts, exclude: parts('followers') }, 'UTC')).toBeUndefined()
  expect(segmentOf({ include: parts('spenders'), exclude: noParts }, 'UTC')).toBeUndefined()
  expect(segmentOf({ include: parts('followers'), exclude: parts('spenders') }, 'UTC')).toBeUndefined()
})
