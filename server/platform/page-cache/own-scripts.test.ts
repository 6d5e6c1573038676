import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { byDigest } from '#server/platform/page-cache/own-scripts.ts'

const digest = (script: string) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`

test('our own scripts are let in by their digests, and the marks are gone', () => {
  const { html, digests } = byDigest(
    '<script nonce="N1">a()</script><link rel="stylesheet" href="/a.css" nonce="N1"><script type="module" src="/a.js" nonce="N1"></script>',
    'N1',
  )
  expect(html).toBe('<script>a()</script><link rel="stylesheet" href="/a.css"><script type="module" src="/a.js"></script>')
  expect(digests).toEqual([digest('a()')])
})

test('a script that somebody slipped into the page has no digest, whatever it calls its nonce', () => {
  const { digests } = byDigest('<script>evil()</script><script nonce="N2">evil()</script><script nonce="N1">ours()</script>', 'N1')
  expect(digests).toEqual([digest('ours()')])
})
