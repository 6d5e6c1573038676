import { expect, test } from 'vitest'
import { programs } from '#journeys/processes.ts'
import { cloneDatabase } from '#server/platform/testing/clone.ts'
import { compare, prove } from './proof.ts'

/** Other files are tested beside this one, some of them by the clock. */
const pauseMs = 50
const missing = Object.entries(programs).filter(([, program]) => !program)

test.skipIf(missing.length > 0)(
  'six people write 360 lines through cuts and kill -9 of each process and of Redis: each is read once by both, in one order',
  async () => {
    const seed = Number(process.env['PROOF_SEED'] ?? Date.now() % 1_000_000)
    const place = await cloneDatabase()
    const { disagreements, ...counts } = await prove({ place, couples: 3, messages: 360, pauseMs, seed, kills: [0, 'redis', 'worker', 1] })
    expect(disagreements.slice(0, 10), `seed ${seed}`).toEqual([])
    // A run that lost no answer on the way would have proved little.
    expect(counts).toMatchObject({ acknowledged: 360, kills: 4 })
    expect(counts.unheard).toBeGreaterThan(0)
    expect(counts.cuts).toBeGreaterThan(5)
  },
  300_000,
)

test('the comparison itself sees a lost, a doubled and a moved line, and another order', () => {
  const line = (number: number) => ({ id: `id ${number}`, number, text: `line ${number}` })
  const list = [1, 2, 3].map((number) => ({ ...line(number), conversationId: 'c', by: 'mei' }))
  const copy = (whose: string, lines: ReturnType<typeof line>[]) => ({ whose, conversationId: 'c', lines })
  const whole = copy('mei', [line(1), line(2), line(3)])
  expect(compare(list, [whole, copy('lan', [line(1), line(2), line(3)])])).toEqual([])
  expect(compare(list, [whole, copy('lan', [line(1), line(3)])])).toContain('lan: reads "line 2" 0 times')
  expect(compare(list, [whole, copy('lan', [line(1), line(2), { ...line(2), id: 'other' }, line(3)])])).toContain(
    'lan: reads "line 2" 2 times',
  )
  expect(compare(list, [whole, copy('lan', [line(1), line(2), { ...line(3), number: 4 }])])).toEqual([
    'lan: reads "line 3" at 4, acknowledged at 3',
  ])
  expect(compare(list, [whole, copy('lan', [line(2), line(1), line(3)])])).toEqual([
    'lan: reads the lines of mei in another order',
    'lan: reads another order than mei',
  ])
  expect(compare(list.slice(1), [copy('lan', [line(1), line(2), line(3)])])).toEqual(['lan: reads what nobody was told is kept: line 1'])
})
