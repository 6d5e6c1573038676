// The words in Traditional Chinese of being met: visitors at the door, and members who follow nobody yet.
import type { Messages } from '#web/words/messages.ts'

export const messages = import.meta.glob<Record<string, string>>(['/contract/words/zh-TW/{landing}.json'], {
  eager: true,
  import: 'default',
}) as Messages
