// The words in English of live streams.
import type { Messages } from '#web/words/messages.ts'

export const messages = import.meta.glob<Record<string, string>>(['/contract/words/en-US/{live,show,privateShow}.json'], {
  eager: true,
  import: 'default',
}) as Messages
