// What readers get of what staff wrote: Markdown becomes HTML, and all of it passes the one sanitiser, whoever wrote it.
import MarkdownIt from 'markdown-it'
import { kept } from '#contract/kept.ts'
import { refuseField } from '#server/platform/refusals/refusal.ts'
import { cleanHtml, unsafeIn, wordsOf } from '#server/site/settings/settings.ts'

/** Chosen because whatever is written it ends soon and goes no deeper than it should: another one took ten seconds for 30,000 letters, or fell over. */
const markdown = new MarkdownIt({ html: true, linkify: true })
// Where a link may lead is said by the one sanitiser, by name.
markdown.validateLink = () => true
// A page's own title is its first heading, and nobody needs six of them below it.
markdown.core.ruler.push('headings', ({ tokens }) => {
  for (const token of tokens) if (token.type.startsWith('heading_')) token.tag = `h${Math.min(Number(token.tag.slice(1)) + 1, 4)}`
})

const raw = (content: string): string => markdown.render(content)

/** Sanitised HTML. It is made when it is read, so that a stricter sanitiser holds for what was written before it. */
export const rendered = kept((content: string) => cleanHtml(raw(content)), 200)

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
