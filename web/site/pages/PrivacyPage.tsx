import { Paper } from '#web/site/pages/Paper.tsx'

const sections = ['data', 'birth', 'documents', 'payments', 'passwords', 'pictures', 'country', 'cookies', 'blocks', 'rights'] as const

/** What is kept about people, and why. */
export function Component() {
  return <Paper paper="privacy" sections={sections} />
}
