import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { OwnPaper } from '#web/site/pages/OwnPaper.tsx'
import { Paper } from '#web/site/pages/Paper.tsx'
import { ownPaper } from '#web/site/pages/reading.ts'

export const handle = { inClosedCountry: true }

export async function loader(args: LoaderFunctionArgs) {
  return { own: await ownPaper(args, 'terms') }
}

const sections = (
  ['age', 'account', 'tokens', 'subscriptions', 'viewing', 'refunds', 'creators', 'forbidden', 'fee', 'changes'] as const
).map((section) => `papers.terms.${section}` as const)

/** What members agree to; registration sends its version along. What staff wrote stands in for what is built in. */
export function Component() {
  const { own } = useLoaderData<typeof loader>()
  return own ? <OwnPaper paper="terms" page={own} /> : <Paper paper="terms" sections={sections} />
}
