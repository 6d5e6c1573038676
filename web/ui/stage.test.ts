import { globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { stageKeys } from '#web/app/stage-keys.ts'
import { Panel } from '#web/ui/Panel.tsx'
import { stageCharacters } from '#web/ui/stage-characters.ts'

const root = join(import.meta.dirname, '../..')
const say = (key: string) => {
  const [file = '', ...rest] = key.split('.')
  return (JSON.parse(readFileSync(join(root, `contract/words/zh-TW/${file}.json`), 'utf8')) as Record<string, string>)[rest.join('.')] ?? ''
}
const chinese = (text: string): string[] => text.match(/[\u2e80-\u9fff\uff00-\uffef]/gu) ?? []

test('Stage Song carries every character of the sentences that the stage voice speaks, and of dates', () => {
  for (const key of stageKeys)
    expect(
      chinese(say(key)).filter((character) => !stageCharacters.includes(character)),
      key,
    ).toEqual([])
  expect(chinese('一二三四五六七八九十月日，。？、').filter((character) => !stageCharacters.includes(character))).toEqual([])
})

test('no sentence of it has a place for what somebody wrote; a greeting has one for a name, which is set as names are', () => {
  expect(stageKeys.filter((key) => say(key) === '' || (say(key).includes('{{') && !key.startsWith('studio.greeting.')))).toEqual([])
})

test('the faces of the stage weigh 46 kB at most, and there are no others', () => {
  const faces = globSync('web/fonts/*.woff2', { cwd: root }).toSorted()
  expect(faces).toEqual(['web/fonts/inter.woff2', 'web/fonts/stage-latin.woff2', 'web/fonts/stage-song.woff2'])
  const weight = faces.slice(1).reduce((sum, face) => sum + statSync(join(root, face)).size, 0)
  expect(weight).toBeLessThanOrEqual(46 * 1024)
})

/** Titles of pages that Stage Song has not the room for: their characters would be 7 kB more. A page's title stands alone, beside no other of its rank. */
const withoutRoom = [
  'addresses.title',
  'apply.own.title',
  'campaigns.edit',
  'campaigns.new',
  'campaigns.office.title',
  'campaigns.one',
  'campaigns.tab.automations',
  'campaigns.tab.replies',
  'campaigns.title',
  'closing.title',
  'fansPage.title',
  'live.studio.title',
  'mysettings.belongings',
  'live.title',
  'cards.payment',
  'cards.title',
  'copies.one',
  'copies.title',
  'letter.title',
  'library.title',
  'messages.title',
  'officeMoney.differences',
  'officePages.edit',
  'officePages.newPage',
  'officeReports.one',
  'officeReports.recordings.title',
  'officeReports.title',
  'mysettings.security',
  'papers.blog',
  'officeNav.pages',
  'officeNav.promos',
  'ownAccount.title',
  'payouts.bank.title',
  'privateShow.receipt.title',
  'purse.auto',
  'reports.mine',
  'reports.one',
  'reports.page',
  'requests.title',
  'officeNav.coupons',
  'officeNav.packages',
  'studioNav.offer',
  'tagged.title',
  'studioNav.referrals',
]

/** What pages call themselves: in PageTitle, or as the title of a frame that draws one. */
function pageTitles(): string[] {
  const found = globSync('web/**/*.tsx', { cwd: root, exclude: ['web/dev/**'] }).flatMap((file) => {
    const source = readFileSync(join(root, file), 'utf8')
    const named = new Map([...source.matchAll(/const (\w+) = (t\([^\n]*)/g)].map(([, name, said]) => [name, said]))
    const frames = [...source.matchAll(/<(?:OfficePage|StudioPage)\b[^>]*?\btitle=\{([^}]*)\}/g)].map(([, said = '']) => said)
    const titles = [...source.matchAll(/<PageTitle\b[^]*?\{([^{}]*)\}\s*<\/PageTitle>/g)].map(([, said = '']) => said)
    return [...frames, ...titles].flatMap((said) =>
      [...(named.get(said.trim()) ?? said).matchAll(/'(\w+(?:\.\w+)+)'/g)].map(([, key = '']) => key),
    )
  })
  return [...new Set(found)].filter((key) => say(key) !== '').toSorted()
}

test('the title of every page is in Stage Song, or among those that it has no room for', () => {
  const titles = pageTitles()
  expect(titles.length).toBeGreaterThan(30)
  const half = titles.filter((key) => chinese(say(key)).some((character) => !stageCharacters.includes(character)))
  expect(half.filter((key) => !withoutRoom.includes(key))).toEqual([])
})

test('titles of panels are all in one face, whatever their characters', () => {
  const empty = { children: '' }
  const faceOf = (title: string) => /<h2[^>]*>(<span class="[^"]*">)/.exec(renderToString(createElement(Panel, { title, ...empty })))?.[1]
  expect(faceOf('商品')).toBe('<span class="stage-name">')
  expect(new Set(['商品', '賣家', '錢包', '帳號', 'Wallet'].map(faceOf)).size).toBe(1)
})
