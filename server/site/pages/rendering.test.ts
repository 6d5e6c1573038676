// What staff write is Markdown with HTML in it, and readers run none of it: every way of slipping something in that we know of, through the
// one sanitiser that all HTML of the site passes.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { preview } from '#server/site/pages/pages.ts'
import { rendered, summaryOf } from '#server/site/pages/rendering.ts'

test('Markdown becomes headings below the page’s own, lists, tables and links that vouch for nothing', () => {
  expect(rendered('# Rules\n\nBe **kind**.')).toBe('<h2>Rules</h2>\n<p>Be <strong>kind</strong>.</p>')
  expect(rendered('- one\n- two')).toBe('<ul>\n<li>one</li>\n<li>two</li>\n</ul>')
  expect(rendered('[Elsewhere](https://example.com) and [here](/terms)')).toBe(
    '<p><a href="https://example.com" rel="noopener nofollow">Elsewhere</a> and <a href="/terms" rel="noopener nofollow">here</a></p>',
  )
  expect(rendered('| a | b |\n|---|---|\n| 1 | 2 |')).toContain('<td>1</td>')
  expect(rendered('<h1>Shouting</h1>')).toBe('<h2>Shouting</h2>')
  expect(rendered('`<script>`')).toBe('<p><code>&lt;script&gt;</code></p>')
})

const hostile: readonly (readonly [string, string])[] = [
  ['<script>alert(1)</script>', '<script>'],
  ['<ScRiPt src=//evil.example></sCrIpT>', '<script>'],
  ['<img src=x onerror=alert(1)>', 'onerror'],
  ['<p onclick="alert(1)">x</p>', 'onclick'],
  ['<svg onload=alert(1)>', '<svg>'],
  ['<iframe src="https://evil.example"></iframe>', '<iframe>'],
  ['<object data="x"></object>', '<object>'],
  ['<style>body{display:none}</style>', '<style>'],
  ['<form action="https://evil.example"><input></form>', '<form>'],
  ['<base href="https://evil.example/">', '<base>'],
  ['<meta http-equiv="refresh" content="0;url=https://evil.example">', '<meta>'],
  ['<a href="javascript:alert(1)">x</a>', 'javascript:'],
  ['<a href="jAvA&#x09;script:alert(1)">x</a>', 'javascript:'],
  ['<a href="&#106;avascript:alert(1)">x</a>', 'javascript:'],
  ['<a href="data:text/html,<b>x</b>">x</a>', 'data:'],
  ['[x](<javascript:alert(1)>)', 'javascript:'],
  ['[x](vbscript:x)', 'vbscript:'],
  ['<math><mtext></mtext></math>', '<math>'],
  ['<template><script>1</script></template>', '<template>'],
  ['<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>', '<noscript>'],
]

test.each(hostile)('%s is refused by name, and would not run either', (content, what) => {
  expect(() => preview(content)).toThrow(expect.objectContaining({ code: 'html_unsafe', details: { what } }))
  expect(rendered(content)).not.toMatch(
    /<script|<svg|<iframe|<style|<form|<base|<meta|<object|<math|<template|\son\w+=|href="?(?:javascript|data|vbscript)/i,
  )
})

test('whatever is written, only known tags and attributes are left', () => {
  const pieces = fc.constantFrom(
    '<script>',
    '</script>',
    '<a href="',
    'javascript:',
    '">',
    '<img src=x onerror=',
    '[x](',
    ')',
    '`',
    '**',
    '# ',
    '\n\n',
    '<!--',
    '-->',
    '<svg/onload=',
    '&lt;',
    '&#x3c;',
    '<',
    '>',
    '"',
    "'",
    '<p style="',
    '文',
    ' ',
    '<table>',
    '<td onmouseover=',
    '\u0000',
    '<a\thref=',
  )
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 25 }), (parts) => {
      const html = rendered(parts.join(''))
      for (const [, tag = ''] of html.matchAll(/<\/?([a-z0-9]+)/gi))
        expect('p br strong b em i u s del a ul ol li h2 h3 h4 blockquote hr code pre table thead tbody tr th td'.split(' ')).toContain(tag)
      for (const [tag] of html.matchAll(/<[^>]*>/g)) {
        for (const [, name] of tag.matchAll(/\s([a-z-]+)="[^"]*"/gi)) expect(['href', 'rel', 'target', 'start']).toContain(name)
        expect(tag).not.toMatch(/\shref="\s*(?:javascript|data|vbscript):/i)
      }
    }),
    { numRuns: 400 },
  )
})

test('how a text begins is its words, without formatting', () => {
  expect(summaryOf('# Hello\n\nTom & **Jerry** <3 [here](/x)')).toBe('Hello Tom & Jerry <3 here')
  expect(Array.from(summaryOf('字'.repeat(500)))).toHaveLength(200)
  expect(summaryOf('<p></p>')).toBe('')
})
