import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { withoutComments } from '#server/boundaries-reading.ts'
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

const read = (file: string) => withoutComments(readFileSync(join(import.meta.dirname, '../..', file), 'utf8'))
/** Every page with its address, as routes.tsx brings them. */
const pages = [...read('web/routes.tsx').matchAll(/[pP]age\(\s*'([^']+)',\s*\(\) => import\('#(web\/[^']+)'\)/g)].map(
  ([, address = '', file = '']) => [address, file, read(file)] as const,
)

/** Of the studio and of the office by its address or by what it is drawn in. */
const isOfStudio = (address: string, source: string) => /^creator(?:\/|$)/.test(address) || /<Studio(?:Page|Shell)\b/.test(source)
const isOfOffice = (address: string, source: string) => /^admin(?:\/|$)/.test(address) || /<Office(?:Page|Shell)\b/.test(source)
const marked = /\bexport const handle = \{[^}]*\bauth: true\b/
const asksForStaff = /\brequireStaff\(|\bwho: requireStaff\b/
/** Lists of one's own works ask it themselves (OwnWorks.tsx). */
const asksForPerformer = /\brequirePerformer\(|\bwho: requirePerformer\b|\bownList\(/

function unguarded(those: readonly (readonly [address: string, file: string, source: string])[]): string[] {
  return those.flatMap(([address, file, source]) => [
    ...(isOfStudio(address, source) && !marked.test(source) ? [`${file} is not marked`] : []),
    ...(isOfStudio(address, source) && !asksForPerformer.test(source) ? [`${file} does not ask for a performer`] : []),
    ...(isOfOffice(address, source) && !asksForStaff.test(source) ? [`${file} does not ask for staff`] : []),
  ])
}

test('nobody walks into the studio past the age gate or without being a performer, nor into the office without being staff', () => {
  // A reading that finds nothing would pass vacuously.
  expect(pages.filter(([address, , source]) => isOfStudio(address, source)).length).toBeGreaterThan(20)
  expect(pages.filter(([address, , source]) => isOfOffice(address, source)).length).toBeGreaterThan(15)
  expect(unguarded(pages)).toEqual([])
})

test('a page of the studio or the office that lets anybody in is found, by its address and by what it is drawn in', () => {
  const [studio, office] = ['<StudioPage place="earnings">', '<OfficePage place="payments">']
  const mark = 'export const handle = { auth: true, inClosedCountry: true }'
  const found = (address: string, source: string) => unguarded([[address, 'Page.tsx', source]])
  expect(found('tolls', `requirePerformer(args)\n${studio}`)).toEqual(['Page.tsx is not marked'])
  expect(found('creator/tolls', 'export const handle = { inClosedCountry: true }')).toEqual([
    'Page.tsx is not marked',
    'Page.tsx does not ask for a performer',
  ])
  expect(found('creator/tolls', `${mark}\nrequireMember(args)\n${studio}`)).toEqual(['Page.tsx does not ask for a performer'])
  expect(found('creator/tolls', `${mark}\nrequirePerformer(args)\n${studio}`)).toEqual([])
  const imported = `import { requireStaff } from '#web/app/guard.ts'`
  expect(found('tolls', `${imported}\n${office}`)).toEqual(['Page.tsx does not ask for staff'])
  expect(found('admin/tolls', imported)).toEqual(['Page.tsx does not ask for staff'])
  expect(found('admin/tolls', `const list = listing({ who: requireStaff, asks: search })\n${office}`)).toEqual([])
})

/** On these a payment goes on that was begun behind the gate; nothing of a work stands there (docs/adr/0029). */
const ofPaying = ['checkout/stripe/:transactionId', 'payment/return']
const asksForMember = /\brequireMember\(|\bwho: requireMember\b/
const ungated = (those: typeof pages) =>
  those.filter(([, , source]) => asksForMember.test(source) && !marked.test(source)).map(([address]) => address)

test('every page that asks for a member is marked, so that the age gate stands before it, but for two on which a payment goes on', () => {
  expect(pages.filter(([, , source]) => asksForMember.test(source)).length).toBeGreaterThan(20)
  expect(ungated(pages)).toEqual(ofPaying)
  expect(ungated([['tolls', 'Page.tsx', 'export const handle = { inClosedCountry: true }\nrequireMember(args)']])).toEqual(['tolls'])
})
