// The words in Traditional Chinese of what is said under works.
import type { Messages } from '#web/words/messages.ts'

export const messages = import.meta.glob<Record<string, string>>(['/contract/words/zh-TW/{comments}.json'], {
  eager: true,
  import: 'default',
}) as Messages
