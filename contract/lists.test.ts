// Every list there is, held against the list query of calls.md (conventions): what is not there stands here with its reason, and a list that
// is new, or an exception that is none any more, fails. The rows' own filters are those that calls.md names for them.
import { expect, test } from 'vitest'
import type { TObject, TSchema } from 'typebox'
import type { Endpoint } from '#contract/endpoint.ts'
import { contract } from '#contract/index.ts'

const convention = ['q', 'limit', 'offset', 'sortBy', 'sort', 'status', 'fromDate', 'toDate']

/** Reasons to do without. */
const onShow = 'only what is on show is listed: it has one status'
const inOrder = 'its order is what it is: an album’s, a thread’s, a stack that is read from the top'
const wholly = 'whole, in one answer: it has a few entries at most'
const named = 'calls.md names its query itself'

type Without = Partial<Record<'q' | 'sorting' | 'status' | 'dates' | 'paging', string>>
const namesOf: Record<keyof Without, string[]> = {
  q: ['q'],
  sorting: ['sortBy', 'sort'],
  status: ['status'],
  dates: ['fromDate', 'toDate'],
  paging: ['limit', 'offset'],
}
const all = (reason: string): Without => ({ q: reason, sorting: reason, status: reason, dates: reason, paging: reason })
const paged = (reason: string): Without => ({ q: reason, sorting: reason, status: reason, dates: reason })

/** Their statuses are their works' own, and words are looked for where works are found. */
const kept: Without = { q: 'what one kept is gone through by day', status: onShow }

interface Row {
  /** Filters of its own that calls.md names. */
  filters?: string[]
  /** What calls.md calls otherwise here. */
  instead?: Record<string, string>
  without?: Without
}

/** The lists of calls.md. */
const lists: Record<string, Row> = {
  'translations.search': { filters: ['locale'], without: all(wholly) },
  'blocks.blockedUsers': { without: paged('one’s own list, which is read to take somebody off it') },
  'follows.following': { without: paged('“first load fills followedIds”: it is asked for whole') },
  'directory.followers': { without: paged('newest first; finding fans by name is GET /users/search’s') },
  'wallet.lines': { filters: ['type'] },
  'earnings.lines': {
    filters: ['sourceType'],
    without: { status: 'isPaid and reversed are said of each row; a sale itself has no status' },
  },
  'payments.packages': { without: all(wholly) },
  'payments.transactions': { without: { q: 'a payment has no words of its own' } },
  'payments.cards': { without: all(wholly) },
  'subscriptions.subscribers': { filters: ['type'] },
  'subscriptions.mine': { filters: ['type'] },
  'payouts.search': {},
  'addresses.search': { without: paged('ten at most') },
  'comments.list': { filters: ['objectId', 'objectType'], without: paged(named) },
  'feeds.own': { filters: ['type', 'status', 'q'] },
  'feeds.ofPerformer': { without: { status: onShow } },
  'live.own': { without: { q: 'one’s own, newest first', sorting: 'what is on air first, then what comes next', dates: 'newest first' } },
  'live.bans': { without: paged('one’s own list, which is read to take somebody off it') },
  'live.watchers': {
    filters: ['q'],
    without: { sorting: 'subscribers first, then by name', status: 'who is there is there', dates: 'who is there now' },
  },
  'live.receipts': { without: paged('one show’s, in the order in which people came in') },
  'live.search': {
    filters: ['status', 'performerId', 'isFree', 'followedOnly', 'q'],
    without: { sorting: 'most watched first, then soonest', dates: 'what is live is now' },
  },
  'requests.list': {
    without: { q: 'one’s own, a handful at a time', sorting: 'what is due first stands first', dates: 'what is open has no other dates' },
  },
  'galleries.own': {},
  'galleries.search': { filters: ['performerId', 'q', 'isSale', 'excludedId'], without: { status: onShow } },
  'galleries.photosOf': { without: paged(inOrder) },
  'galleries.photos': { filters: ['galleryId'], without: paged(inOrder) },
  'galleries.ownPhotos': {},
  'videos.own': {},
  'videos.search': { filters: ['performerId'], without: { status: onShow } },
  'shop.ownProducts': {},
  'shop.products': { without: { status: onShow } },
  'shop.orders': { filters: ['deliveryStatus', 'q'], instead: { status: 'deliveryStatus' } },
  'shop.ownOrders': { instead: { status: 'deliveryStatus' } },
  'timeline.home': {
    filters: ['type', 'isFree', 'performerId', 'q', 'hashtag'],
    without: { status: onShow, sorting: 'newest first, with a cursor that stays where it is' },
  },
  'directory.fans': {
    filters: ['q'],
    without: {
      status: 'what they are to the performer is `list`',
      dates: 'people are not looked for by a day',
    },
  },
  'directory.search': {
    filters: [
      'q',
      'gender',
      'country',
      'body',
      'height',
      'weight',
      'age',
      'hair',
      'eye',
      'ethnicity',
      'orientation',
      'isOnline',
      'isLive',
      'isFreeSubscription',
      'tags',
      'sortBy',
    ],
    without: { status: onShow, dates: 'people are not looked for by a day' },
  },
  'messaging.conversations': { without: paged('newest activity first; what is looked for is asked of the search') },
  'messaging.search': {
    filters: ['keyword', 'unread', 'list'],
    instead: { q: 'keyword' },
    without: {
      status: 'a conversation has none: it is unread, pinned or archived',
      dates: 'newest activity first',
      sorting: 'newest activity first',
    },
  },
  'messaging.messages': { without: paged(inOrder) },
  'messaging.publicMessages': { without: paged(inOrder) },
  'messaging.roomMessages': { without: paged(inOrder) },
  'notifications.list': {
    filters: ['unread'],
    without: { ...paged('newest first, as what happened'), status: 'a notice is read or unread' },
  },
  'bookmarks.feeds': { without: kept },
  'bookmarks.galleries': { without: kept },
  'bookmarks.videos': { without: kept },
  'bookmarks.products': { without: kept },
  'bookmarks.performers': { without: kept },
}

/** Lists that calls.md does not have: they are paged, and what they take of the convention has its names. */
const ours: Record<string, Row> = {
  'proofs.days': {},
  'statements.months': {},
  'coupons.all': {},
  'coupons.uses': {},
  'pages.search': {
    filters: ['type', 'locale'],
    without: {
      q: 'a handful, read from the first to the last',
      status: onShow,
      sorting: 'pages in their order, posts newest first',
      dates: 'newest first',
    },
  },
  'promos.search': { filters: ['position', 'locale'], without: all(wholly) },
  'promos.all': { without: { paging: wholly } },
  'pages.all': {
    filters: ['type', 'q'],
    without: { status: 'each language of a page has its own', sorting: 'as readers find them', dates: 'as readers find them' },
  },
  'packages.all': { without: { paging: wholly } },
  'invoices.mine': {},
  'invoices.ofPayment': { without: { paging: wholly } },
  'payments.differences': {},
  'payments.ownAccounts': { without: { paging: wholly } },
  'gifts.mine': {},
  'offers.promotions': { instead: { status: 'state' } },
  'uploads.library': {},
  'works.tagged': { instead: { status: 'state' } },
  'bookmarks.bought': {},
  'admin.performers': { instead: { status: 'state' } },
  'admin.works': {},
  'admin.people': {},
  'admin.transfers': {},
  'admin.payments': {},
  'admin.inbox': {},
  'admin.letters': {},
  'admin.audit': {},
  'copies.list': {},
  'live.withheldRecordings': {},
  'reports.mine': {},
  'reports.cases': { instead: { status: 'state' } },
  'fans.members': {},
  'campaigns.list': {},
  'automations.all': {},
  'live.privateRequests': { instead: { status: 'state' } },
}

const isList = ({ reply }: Endpoint) => {
  const { data, total } = (reply as TSchema as Partial<TObject>).properties ?? {}
  return total !== undefined && (data as { type?: string } | undefined)?.type === 'array'
}
const rows = Object.entries(contract).flatMap(([slice, table]) =>
  Object.entries(table as Record<string, Endpoint>)
    .filter(([, row]) => isList(row))
    .map(([name, row]) => ({ name: `${slice}.${name}`, query: row.query?.properties ?? {} })),
)
const queryOf = (name: string) => rows.find((row) => row.name === name)?.query ?? {}

test('every list is known: those of calls.md, and our own', () => {
  expect(rows.map(({ name }) => name).sort()).toEqual([...Object.keys(lists), ...Object.keys(ours)].sort())
})

test.each(Object.entries(lists))('%s takes what calls.md’s list query has and what its row names, or says why not', (name, row) => {
  const taken = Object.keys(queryOf(name))
  const reasons = Object.keys(row.without ?? {}) as (keyof Without)[]
  const left = reasons.flatMap((reason) => namesOf[reason])
  const wanted = convention.map((each) => row.instead?.[each] ?? each).filter((each) => !left.includes(each))
  expect([...wanted, ...(row.filters ?? [])].filter((each) => !taken.includes(each))).toEqual([])
  // What a list has by now needs no excuse.
  const stale = reasons.filter((reason) => namesOf[reason].every((each) => taken.includes(each)))
  expect(stale).toEqual([])
})

test.each(Object.entries(ours))('%s, a list of our own, is paged and calls nothing by another name', (name, row) => {
  const taken = Object.keys(queryOf(name))
  if (!row.without?.paging) expect(taken).toEqual(expect.arrayContaining(['limit', 'offset']))
  for (const word of ['search', 'keyword', 'from', 'to', 'until', 'since', 'order', 'orderBy', 'page', 'pageSize', 'skip'])
    expect(taken).not.toContain(word)
  expect(taken.includes('state')).toBe(row.instead?.['status'] === 'state')
})

test('pages are of a hundred at most, dates are days, and order has two directions, everywhere', () => {
  for (const { name, query } of rows) {
    const at = (key: string) => query[key] as Record<string, unknown> | undefined
    if (at('limit')) expect([name, at('limit')?.['maximum']]).toEqual([name, 100])
    for (const day of ['fromDate', 'toDate']) if (at(day)) expect([name, at(day)?.['format']]).toEqual([name, 'date'])
    if (at('sort')) expect([name, at('sort')?.['enum']]).toEqual([name, ['asc', 'desc']])
    expect([name, at('sortBy') !== undefined]).toEqual([name, at('sort') !== undefined])
    expect([name, at('fromDate') !== undefined]).toEqual([name, at('toDate') !== undefined])
  }
})
