// The words in English of what is said under works: comments and polls. They come with the first of them.
import type { Messages } from '#web/app/i18n.ts'

export const messages = import.meta.glob<Record<string, string>>('/contract/words/en-US/{comments,poll}.json', {
  eager: true,
  import: 'default',
}) as Messages
