import { expect, expectTypeOf, test } from 'vitest'
import { type Api, Refused } from '#contract/client.ts'
import { apiContext } from '#web/app/api.ts'
import { loadOr, type Query, useQuery } from '#web/app/query.ts'

/** What a loader is given, as far as asking goes. */
const args = { context: new Map<unknown, unknown>([[apiContext, {} as Api]]) as never }
const refusing = (status: number, code: string): Query<string> => ({
  key: ['search.everything'],
  ask: () => Promise.reject(new Refused(status, { code, message: 'Please change it.' })),
})

test('whoever looks for a word that may not be looked for reads why on the page itself', async () => {
  expect(await loadOr('prohibited_term', args, refusing(422, 'prohibited_term'))).toEqual({ refused: 'Please change it.' })
})

test('any other no is still the error page of its status, and an answer is an answer', async () => {
  await expect(loadOr('prohibited_term', args, refusing(404, 'not_found'))).rejects.toMatchObject({ status: 404 })
  expect(await loadOr('prohibited_term', args, { key: ['search.everything'], ask: async () => 'lanterns' })).toEqual({ answer: 'lanterns' })
})

test('of an error a page knows nothing that it could show as it is: what a browser says of a lost answer is English, and no sentence', () => {
  // Held by the compiler, for every page: `error.message` is none of it, and sentenceOf has the words.
  expectTypeOf<ReturnType<typeof useQuery<string>>['error']>().toBeUnknown()
})
