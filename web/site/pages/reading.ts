import { type LoaderFunctionArgs, redirect } from 'react-router'
import { load, loadOr } from '#web/app/query.ts'
import { type SitePage, sitePage } from '#web/site/pages/queries.ts'

/** The page or post of this address; one that is another kind, or a paper, leads to where it stands. */
export async function readingAt(args: LoaderFunctionArgs, begin: '/pages/' | '/blog/'): Promise<SitePage> {
  const slug = args.params['slug'] ?? ''
  const page = await load(args, sitePage(slug))
  if (page.path !== begin + slug) throw redirect(page.path)
  return page
}

/** What staff wrote in the place of a built-in paper, if they did. */
export async function ownPaper(args: LoaderFunctionArgs, paper: 'terms' | 'privacy'): Promise<SitePage | undefined> {
  return (await loadOr('not_found', args, sitePage(paper))).answer
}
