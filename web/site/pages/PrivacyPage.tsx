import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { OwnPaper } from '#web/site/pages/OwnPaper.tsx'
import { Paper } from '#web/site/pages/Paper.tsx'
import { ownPaper } from '#web/site/pages/reading.ts'

export const handle = { inClosedCountry: true }

export async function loader(args: LoaderFunctionArgs) {
  return { own: await ownPaper(args, 'privacy') }
}

const sections = (
  ['data', 'birth', 'documents', 'payments', 'passwords', 'pictures', 'country', 'cookies', 'blocks', 'rights'] as const
).map((section) => `papers.privacy.${section}` as const)

/** What is kept about people, and why. What staff wrote stands in for what is built in. */
export function Component() {
  const { own } = useLoaderData<typeof loader>()
  return own ? <OwnPaper paper="privacy" page={own} /> : <Paper paper="privacy" sections={sections} />
}
