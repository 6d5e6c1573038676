import type { PerformerProfile } from '#contract/windows/directory.ts'
import type { Query } from '#web/app/query.ts'

/** What a performer's subscription costs this viewer: the profile carries it, and the same answer serves the profile page. */
export function offer(username: string): Query<PerformerProfile> {
  return { key: ['directory.performer', { id: username }], ask: (api) => api.directory.performer({ id: username }) }
}
