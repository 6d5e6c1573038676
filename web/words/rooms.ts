// Which sentences come with which pages: by the file of words (contract/words) that they stand in. web/words/rooms.test.ts holds the lists against what the pages say.

/** What does not come with the front of the house; everything that is named nowhere here does. */
export const rooms = {
  /** One's own matters: settings, money, and the papers that people see once. */
  own: [
    'ageCheck',
    'apply',
    'install',
    'blocks',
    'closing',
    'purse',
    'cards',
    'checkout',
    'mysettings',
    'mysubscriptions',
    'papers',
    'letter',
    'ledgerPage',
    'messages',
    'notifications',
    'requests',
    'social',
  ],
  /** Coming in: signing in and up, letters about it, the age that is asked for, and the login widget's cards. */
  door: ['auth', 'age', 'door', 'widget'],
  /** What is bought to be sent, and where it goes. */
  orders: ['orders', 'addresses'],
  /** Those who work here: studio and office. */
  work: [
    'lists',
    'published',
    'office',
    'composer',
    'videoStudio',
    'campaigns',
    'fansPage',
    'uploads',
    'library',
    'studio',
    'studioNav',
    'creatorAccount',
    'earningsPage',
    'referralsPage',
    'subscribers',
    'offers',
    'payouts',
    'products',
    'orders',
    'addresses',
    'galleryStudio',
    'tagged',
    'statements',
    'officeMoney',
    'ownAccount',
    'copies',
    'officeNav',
    'officePages',
    'officePromos',
    'officeReports',
  ],
  /** Being met: visitors at the door, and members who follow nobody yet. */
  landing: ['landing'],
  /** Reporting something, and what became of it. */
  report: ['reports'],
  /** What is said under works. */
  comments: ['comments'],
  /** What plays videos and sound says by itself. */
  player: ['player'],
  live: ['live', 'show', 'privateShow'],
  /** Looking around: search, and the pages of galleries, videos, and products. */
  browse: ['blocks', 'profilePage', 'explore', 'saved', 'search', 'browse', 'video', 'gallery', 'shop'],
} as const satisfies Record<string, readonly string[]>
export type Room = keyof typeof rooms

/** Said by the server alone: refusals, letters, papers. */
export const saidByServer = [
  'refusals',
  'reference',
  'accounts',
  'identity',
  'contact',
  'payments',
  'subscriptions',
  'works',
  'videos',
  'orderLetters',
  'matchLetters',
  'payoutLetters',
  'walletLetters',
  'statementPaper',
  'receipts',
  'refills',
  'notices',
  'offline',
  'reportLetters',
] as const

/** Flat messages by their file, whose name becomes the first part of each key. */
export type Messages = Readonly<Record<string, Readonly<Record<string, string>>>>

/** The words of one language that every page has, and the way to those of each room. */
export interface Front {
  messages: Messages
  rooms: Readonly<Record<Room, () => Promise<{ messages: Messages }>>>
}
