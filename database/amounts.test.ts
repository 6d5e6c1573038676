// Every number that the database keeps, and what it is of. Money says its currency: in its own row, or in the one row that it belongs to. A new
// column of numbers is one line here, and none of money passes that says no currency.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect, sql, type Database } from '#server/platform/db/db.ts'
import { asOwner, cloneDatabase } from '#server/platform/testing/clone.ts'
import { sumsOf } from '#server/site/settings/currency.ts'
import { table } from '#server/site/settings/table.ts'

let db: Database
beforeAll(async () => {
  db = connect({ connection: await cloneDatabase() })
})
afterAll(() => db.close())

/** By table: of money, and where that is not the row itself, whose it is. */
const money: Readonly<Record<string, { columns: string; of?: string }>> = {
  'coupons.coupons': { columns: 'value minimum_amount' },
  'coupons.uses': { columns: 'saved', of: 'payments.transactions' },
  'invoices.invoices': { columns: 'amount' },
  'packages.packages': { columns: 'price' },
  'reconciliation.differences': { columns: 'amount' },
  'payments.disputes': { columns: 'amount', of: 'payments.transactions' },
  'payments.refunds': { columns: 'amount', of: 'payments.transactions' },
  'payments.sandbox_checkouts': { columns: 'amount refunded' },
  'payments.sandbox_disputes': { columns: 'amount', of: 'payments.sandbox_checkouts' },
  'payments.sandbox_refunds': { columns: 'amount', of: 'payments.sandbox_checkouts' },
  'payments.transactions': { columns: 'amount refunded_amount refunded_so_far' },
  // The rate that the amount was reckoned at is money, too.
  'payouts.requests': { columns: 'amount fee rate' },
  'payouts.transfers': { columns: 'reversed', of: 'payouts.requests' },
  'profiles.performers': { columns: 'monthly_price three_month_price six_month_price yearly_price' },
  'refills.refills': { columns: 'amount monthly_limit' },
  'refills.runs': { columns: 'amount' },
  'subscriptions.periods': { columns: 'price month_price' },
  'subscriptions.subscriptions': { columns: 'price spent told_price' },
  'offers.tiers': { columns: 'monthly_price three_month_price six_month_price yearly_price' },
}

/** Tokens, which are the same in whatever currency the site counts. */
const tokens: Readonly<Record<string, string>> = {
  'coupons.uses': 'plain_tokens',
  'earnings.covers': 'amount rest',
  'packages.packages': 'tokens bonus_tokens',
  'live.profiles': 'price group_price private_price spy_price record_price',
  'live.recordings': 'price',
  'live.streams': 'minute_price spy_price',
  'live.requests': 'minute_price spy_price',
  'live.meters': 'minute_price',
  'live.ticks': 'amount',
  'live.menu_items': 'price',
  'live.goals': 'amount',
  'live.tips': 'amount',
  'messaging.messages': 'amount',
  'notifications.notices': 'amount',
  'payments.transactions': 'tokens taken_tokens',
  'payouts.requests': 'tokens',
  'profiles.performers': 'message_price request_minimum',
  'refills.refills': 'below',
  'reports.decisions': 'refund_amount',
  'requests.requests': 'budget price',
  'shop.orders': 'unit_price total_price',
  'subscriptions.periods': 'tokens refunded_tokens',
  'wallet.accounts': 'balance floor',
  'wallet.pending_credits': 'amount',
  'wallet.transfers': 'amount commission balance_after',
  'works.works': 'price',
}

/** How many, how long, in which place. */
const counts: Readonly<Record<string, string>> = {
  'accounts.links': 'code_tries',
  'accounts.failed_logins': 'failures',
  'accounts.passkeys': 'counter',
  'accounts.two_factor': 'last_step',
  'automations.shares': 'messages automatic',
  'campaigns.campaigns': 'counted sent unsent opened',
  'copies.lookups': 'bytes readers',
  'copies.named': 'z',
  'coupons.coupons': 'max_uses taken',
  'feeds.poll_options': 'position',
  'files.files': 'progress bytes width height duration_ms',
  'fingerprints.matches': 'distance',
  'follows.totals': 'followers',
  'galleries.photos': 'position',
  'identity.documents': 'bytes',
  'invoices.counters': 'year last',
  'invoices.invoices': 'year number',
  'messaging.conversations':
    'last_change last_of_performer last_of_fan read_by_performer read_by_fan told_read_by_performer told_read_by_fan',
  'messaging.message_files': 'position',
  'messaging.messages': 'number change arrived reply_to',
  'messaging.reads': 'read_to',
  'messaging.rooms': 'slow_mode_seconds cleared_to',
  'notifications.devices': 'silences',
  'notifications.notices': 'count',
  'notifications.sendings': 'tries',
  'notifications.silent_hosts': 'silences',
  'notifications.readers': 'quiet_from quiet_to digest_hour',
  'notifications.spreads': 'told',
  'outbox.events': 'id',
  'packages.packages': 'position',
  'pages.pages': 'position',
  'promos.promos': 'position',
  'payments.disputes': 'reopened',
  'reconciliation.runs': 'entries differences',
  'referrals.visits': 'visits',
  'payouts.batches': 'number',
  'payouts.requests': 'number attempt',
  'proofs.links': 'position',
  'proofs.progress': 'closed through newest',
  'proofs.roots': 'first last',
  'reactions.totals': 'total',
  'reactions.waiting': 'id',
  'reports.decisions': 'refund_people',
  'live.menu_items': 'position',
  'live.poll_options': 'position',
  'live.streams': 'duration most_viewers min_minutes seen_ms',
  'live.profiles': 'min_minutes',
  'live.requests': 'min_minutes',
  'live.meters': 'served_ms engine_ms',
  'live.flows': 'flowed_ms',
  'live.ticks': 'number served_ms',
  'requests.requests': 'days',
  'search.keywords': 'searchers',
  'shop.orders': 'number quantity',
  'shop.products': 'stock',
  'gifts.gifts': 'number',
  'subscriptions.periods': 'number',
  'offers.promotions': 'max_uses used',
  'subscriptions.subscriptions': 'cycles anchored_months',
  'uploads.unfinished': 'bytes',
  'wallet.accounts': 'id',
  'wallet.pending_credits': 'account',
  'wallet.transfers': 'payer payee number',
  'works.files': 'position',
  'works.works': 'likes',
}

const named = (lists: Readonly<Record<string, string>>) =>
  Object.entries(lists).flatMap(([of, columns]) => columns.split(' ').map((column) => `${of}.${column}`))
const moneyColumns = named(Object.fromEntries(Object.entries(money).map(([of, { columns }]) => [of, columns])))

/** Whole and decimal numbers of our own tables; small ones are places, percents and basis points. */
async function numbers(): Promise<string[]> {
  const rows = await db.many<{ name: string }>(sql`
    select format('%s.%s.%s', c.table_schema, c.table_name, c.column_name) as name
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where t.table_type = 'BASE TABLE' and c.data_type in ('bigint', 'integer', 'numeric', 'money', 'double precision', 'real')
      and coalesce(c.domain_name, '') <> 'basis_points'
      and c.table_schema not in ('information_schema', 'pg_catalog', 'graphile_worker', 'public', 'platform')`)
  return rows.map(({ name }) => name).toSorted()
}

/** Tables with money of which not every row says a currency. A difference may have no amount, and then no currency either. */
async function silent(): Promise<string[]> {
  const rows = await db.many<{ name: string }>(sql`
    select format('%s.%s', table_schema, table_name) as name from information_schema.columns
    where column_name = 'currency' and data_type = 'text' and column_default is null
      and (is_nullable = 'NO' or (table_schema, table_name) = ('reconciliation', 'differences'))`)
  const saying = new Set(rows.map(({ name }) => name))
  return Object.entries(money).flatMap(([its, { of = its }]) => (saying.has(of) ? [] : [its]))
}

test('whoever adds a column of numbers says what they are of', async () => {
  expect(await numbers()).toEqual([...moneyColumns, ...named(tokens), ...named(counts)].toSorted())
})

test('every amount of money says its currency, and none takes one for granted', async () => {
  expect(await silent()).toEqual([])
})

test('a column of money without a currency is found', async () => {
  await asOwner(db, sql`alter table shop.products add column postage bigint`)
  expect(await numbers()).toContain('shop.products.postage')
  await asOwner(db, sql`alter table packages.packages drop column currency`)
  expect(await silent()).toEqual(['packages.packages'])
})

test('every sum among the site’s settings is one that is asked for again with the currency, or tokens', () => {
  const inTokens = ['minimumTipPrice', 'maximumTipPrice', 'minimumItemPrice', 'maximumItemPrice']
  const amounts = Object.keys(table).filter((key) => /Price|Amount|Fee|Limit|Cost/.test(key))
  expect(amounts.toSorted()).toEqual([...sumsOf, ...inTokens].toSorted())
  const decimals = Object.entries(table)
    .filter(([, { kind }]) => kind === 'decimal')
    .map(([key]) => key)
  expect(decimals.filter((key) => !amounts.includes(key)).toSorted()).toEqual([
    'captchaScore',
    'commission',
    'tokenConversionRate',
    'volume',
  ])
})
