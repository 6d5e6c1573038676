import { globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { stageKeys } from '#web/app/stage-keys.ts'
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

test('no sentence of it has a place for what somebody wrote', () => {
  expect(stageKeys.filter((key) => say(key) === '' || say(key).includes('{{'))).toEqual([])
})

test('the faces of the stage weigh 46 kB at most, and there are no others', () => {
  const faces = globSync('web/fonts/*.woff2', { cwd: root }).toSorted()
  expect(faces).toEqual(['web/fonts/inter.woff2', 'web/fonts/stage-latin.woff2', 'web/fonts/stage-song.woff2'])
  const weight = faces.slice(1).reduce((sum, face) => sum + statSync(join(root, face)).size, 0)
  expect(weight).toBeLessThanOrEqual(46 * 1024)
})
