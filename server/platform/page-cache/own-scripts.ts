// A page names its own scripts by their digests and not by a nonce: then it can be the same for everybody who reads it, and still nobody who
// slips a script into a page of ours, or into one that stands, has it run.
import { createHash } from 'node:crypto'

/**
 * @param nonce what the page's own scripts were marked with while it was drawn; a script without it gets no digest
 * @returns the page without the marks, and what its policy lets in
 */
export function byDigest(html: string, nonce: string): { html: string; digests: string[] } {
  const mark = ` nonce="${nonce}"`
  const digests = new Set<string>()
  for (const [, attributes = '', script = ''] of html.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g))
    if (attributes.includes(mark) && script !== '') digests.add(`'sha256-${createHash('sha256').update(script).digest('base64')}'`)
  return { html: html.replaceAll(mark, ''), digests: [...digests] }
}
