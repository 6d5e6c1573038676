import { expect, test } from 'vitest'
import { afterSignIn } from '#web/app/guard.ts'

const fan = { _id: '1', isPerformer: false, username: 'mei', email: 'mei@stagedoor.example', roles: ['user'] }
const performer = { ...fan, isPerformer: true, username: 'lan' }

test('after signing in, everyone goes where they belong (specification section 2)', () => {
  expect(afterSignIn(fan, null)).toBe('/home')
  expect(afterSignIn(performer, null)).toBe('/lan')
  expect(afterSignIn({ ...performer, email: '' }, null)).toBe('/creator/account')
  expect(afterSignIn({ ...performer, username: '' }, null)).toBe('/creator/account')
  expect(afterSignIn({ ...fan, roles: ['staff'] }, null)).toBe('/admin')
})

test('a redirect is followed within this site only, however it is written', () => {
  expect(afterSignIn(fan, '/posts/5?unlock=1')).toBe('/posts/5?unlock=1')
  for (const wrong of [
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    'https://evil.example',
    'evil',
    '/a\\b',
    '/auth/login?redirect=/auth/login',
  ])
    expect(afterSignIn(fan, wrong)).toBe('/home')
})
