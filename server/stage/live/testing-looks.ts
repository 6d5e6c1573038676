import { reconcilers } from '#server/stage/live/providers.ts'

/** One look of each provider, now. @throws what went wrong, once all had their turn */
export async function reconcileAll(): Promise<void> {
  const answers = await Promise.allSettled(reconcilers().map((look) => look()))
  for (const answer of answers) if (answer.status === 'rejected') throw answer.reason
}
