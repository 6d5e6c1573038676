// The words in Traditional Chinese of live streams.
import type { Messages } from '#web/words/messages.ts'

export const messages = import.meta.glob<Record<string, string>>(['/contract/words/zh-TW/{live,show,privateShow}.json'], {
  eager: true,
  import: 'default',
}) as Messages
