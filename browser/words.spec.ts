// Every page in every language, read for anything that looks like the name of a sentence instead of the sentence, and for sentences of another language;
// and on a phone in one language after the other, where the longest words must fit.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { inEachLocale, type Locale, localeNames, locales } from '../contract/locales.ts'
import { comes, expectToFit, goes, passedTheDoor, type Person, signsIn } from './people.ts'
import { addressOf, routes, whoAt } from './screens.ts'

const root = join(import.meta.dirname, '..')
const files = readdirSync(join(root, 'contract/words/zh-TW')).map((file) => file.replace('.json', ''))
/** `explore.title`, `subscribe.per.monthly`; no address of a letter or a page, which go on with @, / or a word before. */
const keyLike = new RegExp(`(?<![\\w@/.-])(?:${files.join('|')})\\.[a-z]\\w*(?:\\.\\w+)*(?![\\w@/-])`, 'g')

/** All that can be read or heard there, but what says itself that it is no language: the log's names of deeds. */
function said({ page }: Person): Promise<string[]> {
  return page.evaluate(() => {
    const told = [document.title]
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      if (!node.parentElement?.closest('script, style, [translate=no]')) told.push(node.textContent ?? '')
    for (const element of document.querySelectorAll('*'))
      for (const name of ['aria-label', 'aria-description', 'aria-valuetext', 'aria-roledescription', 'title', 'placeholder', 'alt'])
        if (element.hasAttribute(name)) told.push(element.getAttribute(name) ?? '')
    return told
  })
}

const keysIn = (texts: readonly string[]) => texts.flatMap((text) => text.match(keyLike) ?? [])

test('a name instead of a sentence is seen; an address is none', () => {
  expect(keysIn(['subscribe.perMonth', '（explore.title）', 'works.state.active'])).toEqual([
    'subscribe.perMonth',
    'explore.title',
    'works.state.active',
  ])
  expect(keysIn(['letter@home.example', 'https://shop.example', 'www.home.tw', '12.5', '…'])).toEqual([])
  expect(routes.length).toBeGreaterThan(60)
})

/** What the page said before any script ran. */
const written = (html: string) =>
  html
    .slice(html.indexOf('<body'))
    .replace(/<(script|style)\b.*?<\/\1>/gs, '')
    .replace(/<(\w+)[^>]*translate="no".*?<\/\1>/gs, '')
    .split(/<[^>]*>/)
    .map((text) => text.replaceAll('&#x27;', "'").replaceAll('&quot;', '"').replaceAll('&amp;', '&').trim())

const sentences = inEachLocale((locale): ReadonlySet<string> => {
  const read = (file: string) =>
    JSON.parse(readFileSync(join(root, `contract/words/${locale}/${file}.json`), 'utf8')) as Record<string, string>
  return new Set(files.flatMap((file) => Object.values(read(file))))
})

/** Whole sentences of ours in a language that the page is not in. What people wrote in the demo town is nobody's sentence; names of languages are their own, and one English word may be a name. */
const foreign = (texts: readonly string[], locale: Locale) =>
  texts.filter(
    (text) =>
      (text.includes(' ') || /\p{Script=Han}{4}/u.test(text)) &&
      !sentences[locale].has(text) &&
      !Object.values(localeNames).includes(text) &&
      (['zh-TW', 'en-US'] as const).some((other) => sentences[other].has(text)),
  )

test('a sentence of another language is seen', () => {
  expect(foreign(written('<body><p>Sign in</p><script>Sign out</script><b>登入</b>'), 'ja-JP')).toEqual(['Sign in'])
})

/** What the browser's title says before the site's name, as the server sent it. */
const titlesIn = (html: string) =>
  (/<title[^>]*>(.*?)<\/title>/.exec(html)?.[1] ?? '').replaceAll('&#x27;', "'").replaceAll('&amp;', '&').split(' · ')

/** Titles are short, and often one word: here a sentence of another language is told by itself, however few letters it has. What two languages say alike is neither's. */
const foreignTitles = (titles: readonly string[], locale: Locale) =>
  titles.filter((title) => !sentences[locale].has(title) && locales.some((other) => other !== locale && sentences[other].has(title)))

test('a title of another language is seen, and so is none', () => {
  expect(foreignTitles(titlesIn('<title>設定 · Stagedoor</title>'), 'en-US')).toEqual(['設定'])
  expect(foreignTitles(titlesIn('<title>Settings · Stagedoor</title>'), 'en-US')).toEqual([])
  expect(titlesIn('<head></head>')).toEqual([''])
})

for (const who of ['visitor', 'fan@stagedoor.example', 'creator@stagedoor.example', 'admin@stagedoor.example'] as const) {
  test(`every page that ${who} reads speaks in sentences, in every language`, async ({ browser }) => {
    test.setTimeout(600_000)
    const found: string[] = []
    const person = await comes(browser, { phone: true })
    if (who !== 'visitor') await signsIn(person, who)
    await passedTheDoor(person)
    const own = routes.filter((each) => whoAt(each) === who)
    for (const [place, route] of own.entries()) {
      const address = await addressOf(person, route)
      await test.step(route, async () => {
        for (const locale of locales) {
          const html = await (await person.page.request.get(`/${locale}${address}`)).text()
          expect(html, `${locale} ${route}`).toContain(`<html lang="${locale}" dir="ltr"`)
          const titles = titlesIn(html)
          expect(titles.join(''), `${locale} ${route} has a title`).not.toBe('')
          found.push(...[...foreignTitles(titles, locale), ...keysIn(titles)].map((title) => `${locale} ${route}, its title: ${title}`))
          const texts = written(html)
          // Letters stand in the office as they went out, in their readers' languages.
          const others = route === '/admin/letters' ? [] : foreign(texts, locale)
          found.push(...[...keysIn(texts), ...others].map((text) => `${locale} ${route}: ${text}`))
        }
        const locale = locales[place % locales.length]!
        await goes(person.page, `/${locale}${address}`)
        await expect(person.page.locator('h1').first()).toBeAttached()
        found.push(...keysIn(await said(person)).map((key) => `${locale} ${route}: ${key}`))
        await expectToFit(person.page, `${locale} ${route}`)
      })
    }
    expect(found).toEqual([])
  })
}
