import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { withoutComments } from '#server/boundaries-reading.ts'

/**
 * What each of these sources calls of other slices while it is loaded: statements at the left margin whose name was imported from elsewhere.
 * The platform's own files are the ground and may be set up by whoever is loaded first.
 */
function calledAtLoad(sources: Readonly<Record<string, string>>): string[] {
  return Object.entries(sources).flatMap(([file, raw]) => {
    const source = withoutComments(raw)
    const slice = file.split('/').slice(0, 3).join('/')
    const foreign = new Set(
      [...source.matchAll(/^import\s+(?!type\b)([^'"]*?)\s+from\s+['"]#(server\/[^'"]+)['"]/gm)].flatMap(([, names = '', from = '']) =>
        from.startsWith(`${slice}/`) ? [] : [...names.matchAll(/(\w+)\s*(?:,|\}|$)/g)].map(([, name = '']) => name),
      ),
    )
    return [...source.matchAll(/^(?:void |await )?(\w+)(?:\.\w+)*\(/gm)].flatMap(([call, name = '']) =>
      foreign.has(name) ? [`${file}: ${call}…)`] : [],
    )
  })
}

test('a slice tells no other one anything by being loaded: what lower slices ask of higher ones is answered in slices.ts', () => {
  const files = globSync('server/*/*/**/*.ts', { cwd: process.cwd() }).filter(
    (file) => !/^server\/platform\/|\.test\.ts$|\/testing[\w-]*\.ts$/.test(file),
  )
  expect(files.length).toBeGreaterThan(300)
  expect(calledAtLoad(Object.fromEntries(files.map((file) => [file, readFileSync(file, 'utf8')])))).toEqual([])
})

test.each([
  [`import * as payments from '#server/money/payments/payments.ts'\n\npayments.fulfil('subscription', fulfilment)\n`],
  [`import { confirmsItself, paperIn } from '#server/money/invoices/invoices.ts'\nconfirmsItself('subscription')\n`],
  [`import {\n  one,\n  type Two,\n  useBought as answer,\n} from '#server/money/offers/offers.ts'\nvoid answer({})\n`],
])('and one that did would be seen: %j', (source) => {
  expect(calledAtLoad({ 'server/money/subscriptions/subscriptions.ts': source })).toHaveLength(1)
})

test('within its own slice, inside a function, and of packages, a call is nobody else’s matter', () => {
  const source = `
import sharp from 'sharp'
import { fulfil } from '#server/money/payments/purposes.ts'
import { useBought } from '#server/money/offers/offers.ts'
sharp.cache(false)
fulfil('wallet_top_up', {})
export function later() {
  useBought({})
}
`
  expect(calledAtLoad({ 'server/money/payments/payments.ts': source })).toEqual([])
})
