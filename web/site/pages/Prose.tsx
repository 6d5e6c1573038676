import type { MouseEvent } from 'react'
import { useNavigate } from 'react-router'

/** Headings, lists, tables and quotations of what staff wrote, which was cleaned on the server (server/site/pages/rendering.ts). */
const look = [
  'grid grid-cols-[minmax(0,1fr)] gap-4 text-16 leading-[1.8]! break-words',
  '[&_h2]:mt-3 [&_h2]:text-20 [&_h3]:mt-2 [&_h3]:text-18 [&_h4]:text-16',
  '[&_a]:text-link [&_a]:underline [&_a]:underline-offset-4',
  '[&_ul]:list-disc [&_ol]:list-decimal [&_ul]:ps-6 [&_ol]:ps-6 [&_li]:my-1',
  '[&_blockquote]:border-s-2 [&_blockquote]:border-line-strong [&_blockquote]:ps-4 [&_blockquote]:text-muted',
  '[&_hr]:border-line [&_code]:rounded-[4px] [&_code]:bg-well [&_code]:px-1 [&_pre]:overflow-x-auto [&_pre]:rounded-tile [&_pre]:bg-well [&_pre]:p-4 [&_pre_code]:p-0',
  '[&_table]:block [&_table]:overflow-x-auto [&_th]:text-start [&_th]:font-semibold [&_td]:border-t [&_td]:border-line [&_td]:py-2 [&_td]:pe-4 [&_td]:align-top [&_th]:py-2 [&_th]:pe-4',
].join(' ')

export function Prose({ html, lang }: { html: string; lang?: string | undefined }) {
  const navigate = useNavigate()
  // A link to another page of the site stays in the reader's language, and loads nothing anew.
  const follow = (event: MouseEvent<HTMLDivElement>) => {
    const link = (event.target as Element).closest('a')
    const path = link?.getAttribute('href')
    if (!path || !/^\/(?!\/)/.test(path) || link?.target === '_blank') return
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    void navigate(path)
  }
  // The links themselves take keys: a press of Enter comes here as a click of theirs.
  // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
  return <div lang={lang} dir="auto" className={look} onClick={follow} dangerouslySetInnerHTML={{ __html: html }} />
}
