import { Paper } from '#web/site/pages/Paper.tsx'

export const handle = { inClosedCountry: true }

const sections = (
  ['data', 'birth', 'documents', 'payments', 'passwords', 'pictures', 'country', 'cookies', 'blocks', 'rights'] as const
).map((section) => `papers.privacy.${section}` as const)

/** What is kept about people, and why. */
export function Component() {
  return <Paper paper="privacy" sections={sections} />
}
