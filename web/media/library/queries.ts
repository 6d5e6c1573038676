import type { LibraryFile } from '#contract/media/uploads.ts'
import type { Query } from '#web/app/query.ts'

export interface LibraryInput {
  limit: number
  offset: number
  purpose?: LibraryFile['purpose']
  status?: LibraryFile['status']
  q?: string
}

export const library = (input: LibraryInput): Query<{ data: LibraryFile[]; total: number }> => ({
  key: ['uploads.library', input],
  ask: (api) => api.uploads.library(input),
})
