/**
 * The house, from the ground up. A district may import only those listed before it, and inside a district a slice
 * may import only the slices listed before it; what happens below is heard above through announced facts.
 * `server/<district>/<slice>/<slice>.ts` is a slice's door, the only file that others may enter by.
 * A slice may keep what its tests and those of others need in `testing.ts` (and `testing-….ts`), which the product itself never imports.
 * On the web (`web/<district>/<slice>/`) the order is the same, and there are no doors: a slice may use any file of a lower one.
 * boundaries.ts turns this table into rules, and floors.test.ts holds every file against them.
 */
export interface District {
  readonly name: string
  /** Lowest first. */
  readonly slices: readonly string[]
  /** Slices that only the web has, above the others of the district. */
  readonly web?: readonly string[]
  /** The ground carries no product words: everybody may use any of its files, and its parts stand side by side. */
  readonly ground?: true
}

export const floors: readonly District[] = [
  {
    name: 'platform',
    ground: true,
    // biome-ignore format: one look, not sixteen lines.
    slices: [
      'config', 'db', 'batch', 'http', 'refusals', 'audit', 'keys', 'outbox', 'outside', 'redis', 'realtime', 'jobs', 'storage', 'ffmpeg', 'mail', 'captchas', 'geo', 'clock',
      'backup', 'units', 'words', 'finding', 'semaphore', 'marks', 'forwarder', 'recorder', 'csv', 'pdf', 'page-cache', 'testing',
    ],
  },
  { name: 'site', slices: ['settings', 'terms', 'translations', 'pages', 'captcha', 'contact', 'reference'], web: ['reporting'] },
  { name: 'media', slices: ['files', 'fingerprints', 'images', 'footage', 'audio', 'uploads'], web: ['player', 'library'] },
  {
    name: 'people',
    slices: ['accounts', 'blocks', 'profiles', 'follows', 'identity', 'federation', 'switching', 'addresses', 'age'],
    web: ['widget'],
  },
  {
    name: 'money',
    slices: [
      'wallet',
      'proofs',
      'earnings',
      'statements',
      'coupons',
      'packages',
      'merchants',
      'payments',
      'reconciliation',
      'invoices',
      'refills',
      'offers',
      'subscriptions',
      'renewals',
      'gifts',
      'destinations',
      'payouts',
    ],
  },
  { name: 'catalogue', slices: ['works', 'access', 'reactions', 'comments', 'showing', 'feeds', 'galleries', 'videos', 'shop', 'kinds'] },
  { name: 'talk', slices: ['messaging', 'fans', 'campaigns', 'automations', 'replies', 'requests', 'notifications'] },
  { name: 'stage', slices: ['live'] },
  {
    name: 'windows',
    slices: ['promos', 'me', 'directory', 'front', 'sitemap', 'timeline', 'search', 'bookmarks', 'referrals', 'belongings'],
    web: ['studio'],
  },
  { name: 'office', slices: ['reports', 'moderation', 'compliance', 'copies', 'closing', 'admin'] },
]
