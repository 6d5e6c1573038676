import { Paper } from '#web/site/pages/Paper.tsx'

export const handle = { inClosedCountry: true }

const sections = (
  ['age', 'account', 'tokens', 'subscriptions', 'viewing', 'refunds', 'creators', 'forbidden', 'fee', 'changes'] as const
).map((section) => `papers.terms.${section}` as const)

/** What members agree to; registration sends its version along. */
export function Component() {
  return <Paper paper="terms" sections={sections} />
}
