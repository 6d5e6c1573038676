// The figures of specification.md section 9, as pages really ask.
import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { fetching } from '#web/App.tsx'

/** What a page asks with, over a connection that the browser calls so. swr looks once, when it is loaded: each asks in a process of its own. */
function asking(effectiveType: string): Record<string, unknown> {
  const program = `
    const nothing = () => {}
    globalThis.window = { addEventListener: nothing, removeEventListener: nothing }
    globalThis.document = { addEventListener: nothing, removeEventListener: nothing }
    Object.defineProperty(globalThis, 'navigator', { value: { connection: { effectiveType: '${effectiveType}' } } })
    const { SWRConfig } = await import('swr')
    const { focusThrottleInterval, dedupingInterval, errorRetryInterval, loadingTimeout } = SWRConfig.defaultValue
    console.log(JSON.stringify({ focusThrottleInterval, dedupingInterval, errorRetryInterval, loadingTimeout }))`
  const own = execFileSync(process.execPath, ['--input-type=module', '-e', program], { cwd: import.meta.dirname, encoding: 'utf8' })
  const figures = JSON.parse(own) as Record<string, number>
  return Object.fromEntries(Object.entries({ ...figures, ...fetching }).filter(([name]) => name in figures))
}

test('a reader on an ordinary network is asked for again after 5 s, and told that it takes long after 3', () => {
  expect(asking('4g')).toEqual({ focusThrottleInterval: 5000, dedupingInterval: 2000, errorRetryInterval: 5000, loadingTimeout: 3000 })
})

test('a reader on a slow network is given 10 and 5 seconds', () => {
  for (const slow of ['2g', 'slow-2g']) expect(asking(slow)).toMatchObject({ errorRetryInterval: 10_000, loadingTimeout: 5000 })
})
