// An icon that the browser draws is what the server drew with lucide itself, or the page would be drawn anew.
import { Bell, ChartColumn, Gift, House, Wallet } from 'lucide-react'
import { createElement, type ElementType } from 'react'
import { readFileSync } from 'node:fs'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { icon, withoutKeys } from './slim-libraries.ts'

const code = icon.replace("'react'", JSON.stringify(import.meta.resolve('react')))
const { default: draw } = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as { default: (data: object) => ElementType }
const attributesOf = (markup: string) => [...markup.matchAll(/([\w-]+)="([^"]*)"/g)].map(([whole]) => whole).toSorted()

test.each([
  ['bell', Bell],
  ['chart-column', ChartColumn],
  ['gift', Gift],
  ['house', House],
  ['wallet', Wallet],
])('%s looks as lucide draws it', async (name, real) => {
  const file = new URL(`../node_modules/lucide-react/dist/esm/icons/${name}.mjs`, import.meta.url)
  const made = readFileSync(file, 'utf8')
  const unkeyed = withoutKeys(made).replace("'../createLucideIcon.mjs'", JSON.stringify(new URL('../createLucideIcon.mjs', file).href))
  expect(made).toContain('key: "')
  expect(unkeyed).not.toContain('key')
  const { __iconData: data } = (await import(`data:text/javascript,${encodeURIComponent(unkeyed)}`)) as { __iconData: object }
  const slim = draw(data)
  for (const props of [
    {},
    { className: 'size-4 lucide text-muted' },
    { 'aria-hidden': 'true' as const },
    { role: 'img', 'aria-label': 'so' },
    { size: 12 },
  ]) {
    const [ours, theirs] = [slim, real].map((each) => renderToStaticMarkup(createElement(each as ElementType, props)))
    expect(ours!.replace(/<svg[^>]*>/, '')).toBe(theirs!.replace(/<svg[^>]*>/, ''))
    expect(attributesOf(ours!)).toEqual(attributesOf(theirs!))
  }
})
