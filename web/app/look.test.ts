// The figures of the look that specification.md section 9 names; those of words on grounds are held by web/ui/contrast.test.ts.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Avatar } from '#web/ui/Avatar.tsx'
import { RowsSkeleton } from '#web/ui/Skeleton.tsx'

const css = readFileSync(join(import.meta.dirname, '../app.css'), 'utf8')
const tokens = (name: string) => [...css.matchAll(new RegExp(`^\\s*--${name}: (#\\w+);`, 'gm'))].map(([, colour]) => colour)

test('what is pressed is #42b1e8, what went well #4ec52a, what is on air #aa0d31', () => {
  expect(tokens('primary')).toEqual(['#42b1e8'])
  expect(tokens('success')).toEqual(['#4ec52a'])
  expect(tokens('live-badge')).toEqual(['#aa0d31'])
})

test('what is waited for shows its shape after 200 ms, and not before', () => {
  expect(renderToString(createElement(RowsSkeleton))).toMatch(/<div role="status" class="appear-late[^"]*"/)
  expect(css).toMatch(/@utility appear-late \{\s*animation: appear 1ms linear 200ms both;\s*\}/)
})

test('whoever has no picture has a drawing with their letter', () => {
  const face = (src: string | null) => renderToString(createElement(Avatar, { name: '小滿', src }))
  expect(face(null)).toContain('小')
  expect(face(null)).not.toContain('<img')
  // It stands under the picture, too, for one that does not come.
  expect(face('/media/faces/1.jpg')).toMatch(/小[\s\S]*<img/)
})
