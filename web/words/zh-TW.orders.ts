// The words in Traditional Chinese of what is bought to be sent: orders, and where they go.
import type { Messages } from '#web/words/messages.ts'

export const messages = import.meta.glob<Record<string, string>>('/contract/words/zh-TW/{orders,addresses}.json', {
  eager: true,
  import: 'default',
}) as Messages
