// The interface's words in Traditional Chinese, as one chunk. Sentences that only the server says stay out.
import type { Messages } from '#web/app/i18n.ts'

export const messages = import.meta.glob<Record<string, string>>(
  ['/contract/words/zh-TW/*.json', '!**/refusals.json', '!**/letters.json', '!**/reference.json'],
  { eager: true, import: 'default' },
) as Messages
