// The words in English of what is said under works.
import type { Messages } from '#web/words/messages.ts'

export const messages = import.meta.glob<Record<string, string>>(['/contract/words/en-US/{comments}.json'], {
  eager: true,
  import: 'default',
}) as Messages
