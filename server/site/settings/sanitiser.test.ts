import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cleanHtml, cleanText } from '#server/site/settings/sanitiser.ts'

test('plain text keeps what was meant and loses comments, processing instructions and every tag (specification.md section 5)', () => {
  const cases: [string, string][] = [
    ['a <b>bold</b> & <3 you', 'a bold & <3 you'],
    ['x<!-- c -->y<?php z ?>w', 'xyw'],
    ['<script>alert(1)</script>ok', 'ok'],
    ['<<b>script>alert(1)</script>x', ''],
    ['<img src=x onerror=alert(1)>', ''],
    ['1 < 2 > 0, Tom & "Jerry" \'s', '1 < 2 > 0, Tom & "Jerry" \'s'],
    ['AT&amp;T &lt;b&gt;', 'AT&amp;T &lt;b&gt;'],
    ['  多\r\n行 \n', '多\n行'],
    ['👩‍👩‍👧 family', '👩‍👩‍👧 family'],
  ]
  for (const [given, kept] of cases) expect(cleanText(given)).toBe(kept)
})

test('control characters, invisible padding and direction overrides go; accents are composed', () => {
  expect(cleanText('a\u0007b\u200Bc\u202Ed\u2066e\uFEFF\u0000')).toBe('abcde')
  expect(cleanText('e\u0301')).toBe('é')
  expect(cleanText('a\tb')).toBe('a\tb')
})

test('what nobody could see is no text: joiners, fillers and blanks alone', () => {
  for (const unseen of ['\u200D', '\u3164', '\u115F\u1160', '\u2800 \u2800', '\uFE0F', '\u00AD', '\uFFA0\n\u3164'])
    expect(cleanText(unseen)).toBe('')
  expect(cleanText('❤\uFE0F')).toBe('❤\uFE0F')
})

test('whatever is typed, no tag is left, cleaning twice changes nothing, and nothing grows', () => {
  const hostile = fc.array(
    fc.constantFrom(
      '<',
      '>',
      '/',
      'b',
      'script',
      'a href="x"',
      '!--',
      '--',
      '?',
      '&',
      'lt;',
      '"',
      "'",
      ' ',
      'x',
      '\uE000',
      '文',
      '\uFB2C',
      '<b>',
      '</b>',
    ),
    { maxLength: 30 },
  )
  fc.assert(
    fc.property(
      fc.oneof(
        hostile.map((parts) => parts.join('')),
        fc.string({ unit: 'grapheme' }),
      ),
      (text) => {
        const clean = cleanText(text)
        expect(cleanText(clean)).toBe(clean)
        expect(clean).not.toMatch(/<(\/?[a-z]|!--|\?)[^]*>/i)
        expect(Array.from(clean).length).toBeLessThanOrEqual(Array.from(text).length)
      },
    ),
    { numRuns: 3000 },
  )
})

// With a cleaner that starts anew at each fragment this would not end within a test's time.
test('a page of nested fragments is left without a tag', () => {
  expect(cleanText('<'.repeat(25_000) + 'b>'.repeat(12_500))).not.toMatch(/<b/)
})

test('formatted text keeps a few harmless tags; links vouch for nothing and run nothing', () => {
  expect(cleanHtml('<p class="x" onclick="y">hi <strong>there</strong></p>')).toBe('<p>hi <strong>there</strong></p>')
  expect(cleanHtml('<a href="javascript:alert(1)">x</a><a href="https://e.example" target="_blank">y</a>')).toBe(
    '<a rel="noopener nofollow">x</a><a href="https://e.example" rel="noopener nofollow" target="_blank">y</a>',
  )
  expect(cleanHtml('<iframe src="x"></iframe><style>p{}</style><svg onload=x></svg><!-- c -->ok')).toBe('ok')
})
