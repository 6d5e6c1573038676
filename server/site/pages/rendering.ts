// What readers get of what staff wrote: Markdown becomes HTML, and all of it passes the one sanitiser, whoever wrote it.
import { Marked } from 'marked'
import { kept } from '#contract/kept.ts'
import { refuseField } from '#server/platform/refusals/refusal.ts'
import { cleanHtml, unsafeIn, wordsOf } from '#server/site/settings/settings.ts'

const markdown = new Marked({
  gfm: true,
  async: false,
  // A page's own title is its first heading, and nobody needs six of them below it.
  walkTokens(token) {
    if (token.type === 'heading') token['depth'] = Math.min(Number(token['depth']) + 1, 4)
  },
})

const raw = (content: string): string => markdown.parse(content, { async: false })

/** Sanitised HTML. It is made when it is read, so that a stricter sanitiser holds for what was written before it. */
export const rendered = kept((content: string) => cleanHtml(raw(content)), 100)

/** @throws html_unsafe {what}, at this field */
export function refuseUnsafe(field: string, content: string): void {
  const what = unsafeIn(raw(content))
  if (what !== undefined) refuseField(field, 'html_unsafe', { what })
}

const mostLetters = 200

/** How it begins, in one line. */
export function summaryOf(content: string): string {
  const letters = Array.from(wordsOf(rendered(content)))
  return letters.length > mostLetters
    ? `${letters
        .slice(0, mostLetters - 1)
        .join('')
        .trimEnd()}…`
    : letters.join('')
}
