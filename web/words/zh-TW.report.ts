// The words in Traditional Chinese of reporting something, and of what became of it.
import type { Messages } from '#web/words/messages.ts'

export const messages = import.meta.glob<Record<string, string>>(['/contract/words/zh-TW/{reports}.json'], {
  eager: true,
  import: 'default',
}) as Messages
