// The names of every sentence that people read, as types: `<file>.<key>`. A new file is one line here; a key that does not exist does not compile.
import type accounts from '#contract/words/zh-TW/accounts.json'
import type addresses from '#contract/words/zh-TW/addresses.json'
import type age from '#contract/words/zh-TW/age.json'
import type ageCheck from '#contract/words/zh-TW/ageCheck.json'
import type apply from '#contract/words/zh-TW/apply.json'
import type auth from '#contract/words/zh-TW/auth.json'
import type blocks from '#contract/words/zh-TW/blocks.json'
import type browse from '#contract/words/zh-TW/browse.json'
import type campaigns from '#contract/words/zh-TW/campaigns.json'
import type cards from '#contract/words/zh-TW/cards.json'
import type checkout from '#contract/words/zh-TW/checkout.json'
import type closing from '#contract/words/zh-TW/closing.json'
import type comments from '#contract/words/zh-TW/comments.json'
import type composer from '#contract/words/zh-TW/composer.json'
import type copies from '#contract/words/zh-TW/copies.json'
import type contact from '#contract/words/zh-TW/contact.json'
import type creatorAccount from '#contract/words/zh-TW/creatorAccount.json'
import type door from '#contract/words/zh-TW/door.json'
import type earningsPage from '#contract/words/zh-TW/earningsPage.json'
import type explore from '#contract/words/zh-TW/explore.json'
import type fansPage from '#contract/words/zh-TW/fansPage.json'
import type film from '#contract/words/zh-TW/film.json'
import type gallery from '#contract/words/zh-TW/gallery.json'
import type galleryStudio from '#contract/words/zh-TW/galleryStudio.json'
import type home from '#contract/words/zh-TW/home.json'
import type identity from '#contract/words/zh-TW/identity.json'
import type install from '#contract/words/zh-TW/install.json'
import type landing from '#contract/words/zh-TW/landing.json'
import type ledgerPage from '#contract/words/zh-TW/ledgerPage.json'
import type letter from '#contract/words/zh-TW/letter.json'
import type library from '#contract/words/zh-TW/library.json'
import type lists from '#contract/words/zh-TW/lists.json'
import type matchLetters from '#contract/words/zh-TW/matchLetters.json'
import type live from '#contract/words/zh-TW/live.json'
import type messages from '#contract/words/zh-TW/messages.json'
import type mysettings from '#contract/words/zh-TW/mysettings.json'
import type mysubscriptions from '#contract/words/zh-TW/mysubscriptions.json'
import type notices from '#contract/words/zh-TW/notices.json'
import type notifications from '#contract/words/zh-TW/notifications.json'
import type offers from '#contract/words/zh-TW/offers.json'
import type office from '#contract/words/zh-TW/office.json'
import type officeMoney from '#contract/words/zh-TW/officeMoney.json'
import type officeNav from '#contract/words/zh-TW/officeNav.json'
import type officePages from '#contract/words/zh-TW/officePages.json'
import type officePromos from '#contract/words/zh-TW/officePromos.json'
import type officeReports from '#contract/words/zh-TW/officeReports.json'
import type offline from '#contract/words/zh-TW/offline.json'
import type orderLetters from '#contract/words/zh-TW/orderLetters.json'
import type orders from '#contract/words/zh-TW/orders.json'
import type ownAccount from '#contract/words/zh-TW/ownAccount.json'
import type papers from '#contract/words/zh-TW/papers.json'
import type payments from '#contract/words/zh-TW/payments.json'
import type payoutLetters from '#contract/words/zh-TW/payoutLetters.json'
import type payouts from '#contract/words/zh-TW/payouts.json'
import type player from '#contract/words/zh-TW/player.json'
import type poll from '#contract/words/zh-TW/poll.json'
import type post from '#contract/words/zh-TW/post.json'
import type privateShow from '#contract/words/zh-TW/privateShow.json'
import type products from '#contract/words/zh-TW/products.json'
import type profile from '#contract/words/zh-TW/profile.json'
import type profilePage from '#contract/words/zh-TW/profilePage.json'
import type published from '#contract/words/zh-TW/published.json'
import type purse from '#contract/words/zh-TW/purse.json'
import type receipts from '#contract/words/zh-TW/receipts.json'
import type reportLetters from '#contract/words/zh-TW/reportLetters.json'
import type reports from '#contract/words/zh-TW/reports.json'
import type reference from '#contract/words/zh-TW/reference.json'
import type referralsPage from '#contract/words/zh-TW/referralsPage.json'
import type refills from '#contract/words/zh-TW/refills.json'
import type refusals from '#contract/words/zh-TW/refusals.json'
import type requests from '#contract/words/zh-TW/requests.json'
import type saved from '#contract/words/zh-TW/saved.json'
import type scenes from '#contract/words/zh-TW/scenes.json'
import type search from '#contract/words/zh-TW/search.json'
import type shell from '#contract/words/zh-TW/shell.json'
import type shop from '#contract/words/zh-TW/shop.json'
import type social from '#contract/words/zh-TW/social.json'
import type show from '#contract/words/zh-TW/show.json'
import type statementPaper from '#contract/words/zh-TW/statementPaper.json'
import type statements from '#contract/words/zh-TW/statements.json'
import type studio from '#contract/words/zh-TW/studio.json'
import type studioNav from '#contract/words/zh-TW/studioNav.json'
import type subscribe from '#contract/words/zh-TW/subscribe.json'
import type subscribers from '#contract/words/zh-TW/subscribers.json'
import type subscriptions from '#contract/words/zh-TW/subscriptions.json'
import type tagged from '#contract/words/zh-TW/tagged.json'
import type tip from '#contract/words/zh-TW/tip.json'
import type ui from '#contract/words/zh-TW/ui.json'
import type unlock from '#contract/words/zh-TW/unlock.json'
import type uploads from '#contract/words/zh-TW/uploads.json'
import type video from '#contract/words/zh-TW/video.json'
import type videoStudio from '#contract/words/zh-TW/videoStudio.json'
import type videos from '#contract/words/zh-TW/videos.json'
import type walletLetters from '#contract/words/zh-TW/walletLetters.json'
import type widget from '#contract/words/zh-TW/widget.json'
import type works from '#contract/words/zh-TW/works.json'

interface Files {
  accounts: typeof accounts
  addresses: typeof addresses
  age: typeof age
  ageCheck: typeof ageCheck
  apply: typeof apply
  auth: typeof auth
  blocks: typeof blocks
  browse: typeof browse
  campaigns: typeof campaigns
  cards: typeof cards
  checkout: typeof checkout
  closing: typeof closing
  comments: typeof comments
  composer: typeof composer
  contact: typeof contact
  copies: typeof copies
  creatorAccount: typeof creatorAccount
  door: typeof door
  earningsPage: typeof earningsPage
  explore: typeof explore
  fansPage: typeof fansPage
  film: typeof film
  gallery: typeof gallery
  galleryStudio: typeof galleryStudio
  home: typeof home
  identity: typeof identity
  install: typeof install
  landing: typeof landing
  ledgerPage: typeof ledgerPage
  letter: typeof letter
  library: typeof library
  lists: typeof lists
  matchLetters: typeof matchLetters
  live: typeof live
  messages: typeof messages
  mysettings: typeof mysettings
  mysubscriptions: typeof mysubscriptions
  notices: typeof notices
  notifications: typeof notifications
  offers: typeof offers
  office: typeof office
  officeMoney: typeof officeMoney
  officeNav: typeof officeNav
  officePages: typeof officePages
  officePromos: typeof officePromos
  officeReports: typeof officeReports
  offline: typeof offline
  orderLetters: typeof orderLetters
  orders: typeof orders
  ownAccount: typeof ownAccount
  papers: typeof papers
  payments: typeof payments
  payoutLetters: typeof payoutLetters
  payouts: typeof payouts
  player: typeof player
  poll: typeof poll
  post: typeof post
  privateShow: typeof privateShow
  products: typeof products
  profile: typeof profile
  profilePage: typeof profilePage
  published: typeof published
  purse: typeof purse
  receipts: typeof receipts
  reportLetters: typeof reportLetters
  reports: typeof reports
  reference: typeof reference
  referralsPage: typeof referralsPage
  refills: typeof refills
  refusals: typeof refusals
  requests: typeof requests
  saved: typeof saved
  scenes: typeof scenes
  search: typeof search
  shell: typeof shell
  shop: typeof shop
  social: typeof social
  show: typeof show
  statementPaper: typeof statementPaper
  statements: typeof statements
  studio: typeof studio
  studioNav: typeof studioNav
  subscribe: typeof subscribe
  subscribers: typeof subscribers
  subscriptions: typeof subscriptions
  tagged: typeof tagged
  tip: typeof tip
  ui: typeof ui
  unlock: typeof unlock
  uploads: typeof uploads
  video: typeof video
  videoStudio: typeof videoStudio
  videos: typeof videos
  walletLetters: typeof walletLetters
  widget: typeof widget
  works: typeof works
}

/** The part of the words that one file holds; also the first word of each of its keys. */
type WordFile = keyof Files

/** Every key of the files. Where a sentence counts, its forms end in `_one` and `_other`. */
type WordKey = { [File in WordFile]: `${File}.${keyof Files[File] & string}` }[WordFile]

type Uncounted<Key> = Key extends `${infer Begin}_one` | `${infer Begin}_other` ? Begin : Key

/** Every sentence by the name that it is asked for with: one that counts without the ending of its form. */
export type SayKey = Uncounted<WordKey>

/** What may stand before `.${End}`: the beginnings of the keys that end so. */
export type Before<End extends string> = SayKey extends infer Key ? (Key extends `${infer Begin}.${End}` ? Begin : never) : never

/** What stands in the audit log: each deed has a sentence that the office reads. */
export type DeedName = Exclude<SayKey extends infer Key ? (Key extends `office.deed.${infer Name}` ? Name : never) : never, 'other'>
