// The words in English of those who work here: studio and office.
import type { Messages } from '#web/words/messages.ts'

export const messages = import.meta.glob<Record<string, string>>(
  [
    '/contract/words/en-US/{lists,published,office,composer,videoStudio,campaigns,fansPage,uploads,library,studio,creatorAccount,earningsPage,subscribers,offers,payouts,products,orders,addresses,galleryStudio,tagged,statements,officeMoney,ownAccount,copies,officePages,officePromos,officeReports}.json',
  ],
  { eager: true, import: 'default' },
) as Messages
