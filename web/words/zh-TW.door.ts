// The words in Traditional Chinese of coming in: signing in and up, letters about it, the age that is asked for.
import type { Messages } from '#web/words/messages.ts'

export const messages = import.meta.glob<Record<string, string>>('/contract/words/zh-TW/{auth,age,door}.json', {
  eager: true,
  import: 'default',
}) as Messages
