// The words in English of looking around: search, and the pages of galleries, videos, and products.
import type { Messages } from '#web/words/messages.ts'

export const messages = import.meta.glob<Record<string, string>>(
  ['/contract/words/en-US/{blocks,profilePage,explore,saved,search,browse,video,gallery,shop}.json'],
  {
    eager: true,
    import: 'default',
  },
) as Messages
