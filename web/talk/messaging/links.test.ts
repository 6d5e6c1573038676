import { expect, test } from 'vitest'
import { linksIn } from '#web/talk/messaging/links.ts'

test('an address in a sentence can be opened, and the sentence keeps its marks', () => {
  expect(linksIn('看這個：https://example.com/a?b=1。很美')).toEqual([
    { text: '看這個：' },
    { text: 'https://example.com/a?b=1', href: 'https://example.com/a?b=1' },
    { text: '。很美' },
  ])
  expect(linksIn('(see http://example.com/x), ok?')).toEqual([
    { text: '(see ' },
    { text: 'http://example.com/x', href: 'http://example.com/x' },
    { text: '), ok?' },
  ])
  expect(linksIn('https://example.com/a_(b)')).toEqual([{ text: 'https://example.com/a_(b)', href: 'https://example.com/a_(b)' }])
})

test('nothing but http and https is an address, and markup stays words', () => {
  for (const text of ['javascript:alert(1)', '<a href="x">x</a>', 'data:text/html,x', 'https://', 'ftp://example.com'])
    expect(linksIn(text)).toEqual([{ text }])
})
