// The words in Traditional Chinese of what comes with some works: comments, polls, films and announced streams. They are fetched with the first of them.
import type { Messages } from '#web/words/messages.ts'

export const messages = import.meta.glob<Record<string, string>>('/contract/words/zh-TW/{comments,poll,film}.json', {
  eager: true,
  import: 'default',
}) as Messages
