// The words in English of what comes with some works: comments, polls, films and announced streams. They are fetched with the first of them.
import type { Messages } from '#web/words/messages.ts'

export const messages = import.meta.glob<Record<string, string>>('/contract/words/en-US/{comments,poll,film}.json', {
  eager: true,
  import: 'default',
}) as Messages
