// The words in English of one's own matters: settings, money, and the papers that people see once.
import type { Messages } from '#web/words/messages.ts'

export const messages = import.meta.glob<Record<string, string>>(
  '/contract/words/en-US/{apply,blocks,purse,cards,checkout,mysettings,mysubscriptions,papers,letter,ledgerPage,messages,notifications,requests,social}.json',
  { eager: true, import: 'default' },
) as Messages
