import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { connect } from '#server/platform/db/db.ts'
import { cloneDatabase } from '#server/platform/testing/clone.ts'
import { faultsIn } from '../queries.ts'
import { planted } from './planted.ts'

const source = readFileSync(join(import.meta.dirname, 'planted.ts'), 'utf8').split('\n')

/** The query that stands at this place, by its name. */
function nameAt(place: string): string {
  const lines = source.slice(0, Number(place.split(':')[1]))
  return (
    lines
      .findLast((line) => /^ {2}\w+:/.test(line))
      ?.trim()
      .split(':')[0] ?? place
  )
}

test('a row that is not what the code claims is found, and so is a query that no test asks', async () => {
  const db = connect({ connection: await cloneDatabase() })
  for (const [name, ask] of Object.entries(planted)) if (name !== 'neverAsked') await ask(db)
  await db.close()
  const { faults } = faultsIn((file) => file === 'scripts/queries/planted.ts')
  expect(faults.map(({ place, why }) => `${nameAt(place)} ${why}`)).toEqual([
    'aColumnThatIsNotThere claims name, which is no column of the answer',
    'aColumnNobodyClaims asks for name, which nothing claims',
    'anInstantAsText claims that at is string: it is Date (timestamptz)',
    'aNumericAsNumber claims that share is number: it is string (numeric)',
    'anInstantInJson claims that told is object with Date[]: it is json (jsonb)',
    'aNull claims that title is never null: it was',
    'aColumnThatMayBeNull claims that publishedAt is never null: works.works.published_at may be',
    'aColumnOfAnOuterJoin claims that email is never null: the outer join may find none',
    'tooFewWords claims that audience is one of followers, free, ppv: works.works.audience may also be subscription, metered',
    'anotherWord claims that outcome is one of done, refused: it was waiting',
    'aPageWithout claims name, which is no column of the answer',
    'neverAsked is asked by no test',
  ])
})
