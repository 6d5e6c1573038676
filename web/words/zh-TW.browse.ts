// The words in Traditional Chinese of looking around: search, and the pages of galleries, videos, and products.
import type { Messages } from '#web/words/messages.ts'

export const messages = import.meta.glob<Record<string, string>>(
  ['/contract/words/zh-TW/{blocks,profilePage,explore,saved,search,browse,video,gallery,shop}.json'],
  {
    eager: true,
    import: 'default',
  },
) as Messages
