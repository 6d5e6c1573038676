// The interface's words in English, as one chunk. Sentences that only the server says stay out.
import type { Messages } from '#web/app/i18n.ts'

export const messages = import.meta.glob<Record<string, string>>(
  ['/contract/words/en-US/*.json', '!**/refusals.json', '!**/letters.json', '!**/reference.json'],
  { eager: true, import: 'default' },
) as Messages
