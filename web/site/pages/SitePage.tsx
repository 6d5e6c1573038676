import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { Article } from '#web/site/pages/Article.tsx'
import { readingAt } from '#web/site/pages/reading.ts'

export const handle = { inClosedCountry: true }

export const loader = (args: LoaderFunctionArgs) => readingAt(args, '/pages/')

/** A page that staff wrote: help, rules, whatever the site has to say. */
export function Component() {
  return <Article page={useLoaderData<typeof loader>()} />
}
