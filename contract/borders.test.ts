// What crosses from server to web is known to both sides or does not compile: each mistake that is planted here is one for the type checker, and
// where it should stop to be one, the checker says so (an expected error that does not come is an error).
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { changedBy } from '#contract/pushes.ts'
import type { SayKey } from '#contract/words/keys.ts'
import type { Realtime } from '#server/platform/realtime/realtime.ts'
import { kindOf } from '#server/catalogue/kinds/kinds.ts'
import type { KindTab } from '#web/catalogue/works/places.ts'
import { usePush } from '#web/app/pushes.ts'
import { query, refresh } from '#web/app/query.ts'

/** Never called: only compiled. */
export function planted(realtime: Realtime): void {
  // @ts-expect-error nobody hears it
  realtime.toAccount('lan', 'balance/changed', { balance: 5, delta: -1 })
  // @ts-expect-error without what they are told
  realtime.toAccount('lan', 'balance/updated', { balance: 5 })
  // @ts-expect-error nobody sends it
  usePush('feed/updated', () => {})
  // @ts-expect-error not in what is sent
  usePush('balance/updated', ({ amount }) => amount)
  // @ts-expect-error no row of the contract
  void refresh('wallet.line')
  // @ts-expect-error a row that is not asked so
  query('wallet.lines', { page: 2 })
  // @ts-expect-error asked without what it needs
  query('feeds.one')
  // @ts-expect-error no sentence that people read
  const word: SayKey = 'shell.savd'
  void word
  // @ts-expect-error no kind of work
  kindOf('zine')
  // @ts-expect-error a kind that has no place on the web
  const tab: KindTab = 'zines'
  void tab
}

test('every push that screens wait for is sent by somebody', () => {
  const senders = globSync('server/**/{pushes,*-pushes,realtime}.ts')
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n')
  expect(Object.keys(changedBy).filter((name) => !senders.includes(`'${name}'`))).toEqual([])
})
