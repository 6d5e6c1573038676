// Makes web/fonts/stage-latin.woff2, stage-song.woff2 and web/ui/stage-characters.ts again: Source Serif 4 and Noto Serif TC (both SIL OFL),
// cut to the characters of the stage voice. Run it after a change of web/app/stage-keys.ts or of a sentence that it names. The fonts
// and the tool that cuts them are fetched for the run and not kept: the whole faces are 80 MB.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stageKeys } from '#web/app/stage-keys.ts'

/** For dates and numbers in sentences that come later, and the marks between them. */
const always = '一二三四五六七八九十月日，。？、'
const latin = [
  [0x20, 0x7e],
  [0xa3],
  [0xb7],
  [0xd7],
  [0xe9],
  [0xfc],
  [0x2013, 0x2014],
  [0x2018, 0x2019],
  [0x201c, 0x201d],
  [0x2026],
  [0x20ac],
  [0x2212],
]
const limit = 46 * 1024

type Subset = (font: Buffer, text: string, options: { targetFormat: 'woff2'; variationAxes?: Record<string, number> }) => Promise<Buffer>

const root = join(import.meta.dirname, '..')
const fetched = mkdtempSync(join(tmpdir(), 'stage-fonts-'))
try {
  writeFileSync(join(fetched, 'package.json'), '{}')
  const packages = ['subset-font@2.9.0', '@fontsource-variable/source-serif-4@5.3.1', '@expo-google-fonts/noto-serif-tc@0.4.4']
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--save-exact', ...packages], { cwd: fetched, stdio: 'inherit' })
  const subset = createRequire(join(fetched, 'package.json'))('subset-font') as Subset
  const source = (path: string) => readFileSync(join(fetched, 'node_modules', path))

  const words = stageKeys.map((key) => {
    const [file = '', ...rest] = key.split('.')
    const texts = JSON.parse(readFileSync(join(root, `contract/words/zh-TW/${file}.json`), 'utf8')) as Record<string, string>
    return texts[rest.join('.')] ?? ''
  })
  const characters = [...new Set(words.join('') + always)]
    .filter((character) => character > '\u2e7f')
    .toSorted()
    .join('')
  const letters = latin
    .flatMap(([from = 0, to = from]) => Array.from({ length: to - from + 1 }, (_, at) => String.fromCodePoint(from + at)))
    .join('')

  const song = await subset(source('@expo-google-fonts/noto-serif-tc/600SemiBold/NotoSerifTC_600SemiBold.ttf'), characters, {
    targetFormat: 'woff2',
  })
  const serif = await subset(source('@fontsource-variable/source-serif-4/files/source-serif-4-latin-opsz-normal.woff2'), letters, {
    targetFormat: 'woff2',
    variationAxes: { opsz: 60, wght: 600 },
  })
  if (song.length + serif.length > limit)
    throw new Error(`${song.length + serif.length} bytes are more than ${limit}: name fewer sentences.`)
  writeFileSync(join(root, 'web/fonts/stage-song.woff2'), song)
  writeFileSync(join(root, 'web/fonts/stage-latin.woff2'), serif)
  writeFileSync(
    join(root, 'web/ui/stage-characters.ts'),
    `/** What stage-song.woff2 carries; written by scripts/stage-fonts.ts. */\nexport const stageCharacters = '${characters}'\n`,
  )
  console.log(`${characters.length} characters; Stage Song ${song.length} bytes, Stage Latin ${serif.length}`)
} finally {
  rmSync(fetched, { recursive: true, force: true })
}
