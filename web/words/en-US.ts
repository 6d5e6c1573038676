// The interface's words in English, as one chunk: those of the front of the house. Other rooms bring their own
// (.own.ts, .work.ts, .browse.ts), and sentences that only the server says stay out.
import type { Messages } from '#web/words/messages.ts'

export const messages = import.meta.glob<Record<string, string>>(
  [
    '/contract/words/en-US/*.json',
    '!**/{refusals,reference,accounts,identity,contact,payments,subscriptions,works,videos,orderLetters,matchLetters,payoutLetters,walletLetters,statementPaper,receipts,refills,notices,offline,reportLetters}.json',
    '!**/{lists,office,composer,videoStudio,campaigns,fansPage,uploads,library,studio,creatorAccount,earningsPage,subscribers,offers,payouts,products,galleryStudio,published,tagged,statements,officeMoney,ownAccount,copies,officePages,officePromos,officeReports}.json',
    '!**/{papers,age,apply,checkout,auth,purse,cards,mysettings,mysubscriptions,letter,ledgerPage,messages,notifications,requests,social,door}.json',
    '!**/{landing,reports,comments,live,show,privateShow}.json',
    '!**/{blocks,profilePage,explore,saved,search,browse,video,gallery,shop,orders,addresses}.json',
  ],
  { eager: true, import: 'default' },
) as Messages
