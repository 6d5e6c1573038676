import type { LibraryFile } from '#contract/media/uploads.ts'
import { query } from '#web/app/query.ts'

export interface LibraryInput {
  limit: number
  offset: number
  purpose?: LibraryFile['purpose']
  status?: LibraryFile['status']
  q?: string
}

export const library = (input: LibraryInput) => query('uploads.library', input)
