// Draws every screen at five widths in both themes and six languages, full to the demo town's brim and empty as on somebody's first day, into
// test-results/shots/<who>/<language>-<theme>/<page>-<width>.jpg. What does not fit its window fails at the end, by name.
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { locales } from '../../contract/locales.ts'
import { comes, goes, hasLookedForLetters, joins, misfits, passedTheDoor, signsIn, site } from '../people.ts'
import { addressOf, detailsOf, routes, screens, type Who, whoAt } from '../screens.ts'

const folder = join(import.meta.dirname, '../../test-results/shots')
const widths = [1920, 1280, 768, 390, 360]
const people = [...(Object.keys(screens) as Who[]), 'newcomer'] as const

for (const who of people)
  for (const locale of locales)
    for (const theme of ['light', 'dark'] as const)
      test(`${who} ${locale} ${theme}`, async ({ browser }) => {
        const person = await comes(browser, { theme })
        const { page } = person
        if (who === 'newcomer') await joins(person, '新來的人')
        else if (who !== 'visitor') await signsIn(person, who)
        await passedTheDoor(person)
        const paths = new Set<string>(who === 'newcomer' ? screens['fan@stagedoor.example'] : screens[who])
        if (who !== 'newcomer') {
          for (const path of await detailsOf(person, who)) paths.add(path)
          for (const route of routes.filter((each) => whoAt(each) === who)) paths.add(await addressOf(person, route))
        }
        const found: string[] = []
        for (const path of paths) {
          await goes(page, `${site}/${locale}${path}`)
          await hasLookedForLetters(page)
          await page.waitForLoadState('networkidle')
          await page.evaluate(() => document.fonts.ready)
          for (const width of widths) {
            await page.setViewportSize({ width, height: width < 768 ? 844 : 900 })
            const name = path.replaceAll(/[^\w.-]+/g, '_').replaceAll(/^_|_$/g, '') || 'landing'
            const file = join(folder, who.split('@')[0] ?? who, `${locale}-${theme}`, `${name}-${width}.jpg`)
            await page.screenshot({ path: file, type: 'jpeg', quality: 70, fullPage: true })
            found.push(...(await misfits(page)).map((misfit) => `${path} at ${width}: ${misfit}`))
          }
        }
        expect(found).toEqual([])
        expect(person.complaints).toEqual([])
      })
