// A foreign key is asked by whenever its parent goes, and often by people: "all of this performer's tiers". Without an index that begins with it,
// each of these reads the whole table. Those here are never asked by, and their parents stay.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect, sql, type Database } from '#server/platform/db/db.ts'
import { asOwner, cloneDatabase } from '#server/platform/testing/clone.ts'

let db: Database
beforeAll(async () => {
  db = connect({ connection: await cloneDatabase() })
})
afterAll(() => db.close())

/** By child and its columns: why nobody asks by them alone. */
const unasked: Readonly<Record<string, string>> = {
  'accounts.sessions (account_id)': 'asked for those that are not revoked, which sessions_of_account has',
  'accounts.sessions (actor_id)': 'who acts for somebody is read with the session',
  'automations.said (fan_id)': 'asked by performer and fan together, which is where the primary key begins',
  'closing.closings (held_by)': 'who holds it is read with the closing',
  'comments.comments (deleted_by)': 'who took it down is read with the comment',
  'copies.lookups (asked_by)': 'who asked is read with the look-up',
  'copies.lookups (performer_id)': 'what it is about is read with the look-up',
  'copies.lookups (work_id)': 'what it is about is read with the look-up',
  'coupons.coupons (created_by)': 'who made it is read with the coupon',
  'coupons.uses (account_id)': 'asked by coupon and member together, which coupon_once_a_member has',
  'earnings.covers (through_id)': 'how far a payout reached is read with the cover',
  'feeds.poll_options (creator_id)': 'asked by their own ids, or by work; whose they are is compared',
  'feeds.votes (account_id)': 'asked by work and voter together, which is the primary key',
  'fingerprints.matches (blocked_id)': 'asked by whose file it is',
  'gifts.gifts (performer_id)': 'asked by giver and by recipient',
  'identity.applications (decided_by)': 'who decided is read with the application',
  'identity.documents (account_id)': 'asked for those that were not replaced, which documents_of_account has',
  'messaging.conversations (fan_id)': 'asked for those in which something was said, which inbox_of_fan has',
  'messaging.conversations (performer_id)': 'asked for private ones, which one_conversation_for_two and inbox_of_performer have',
  'messaging.messages (deleted_by)': 'who deleted it is read with the message',
  'messaging.messages (sender_id)': 'asked by conversation, or by what its sender called it, which sent_once has',
  'messaging.reads (reader_id)': 'asked by conversation, which is where the primary key begins',
  'messaging.room_people (account_id)': 'asked by room, which is where the primary key begins',
  'messaging.room_people (muted_by)': 'who muted them is read with the room',
  'messaging.rooms (pinned_message_id)': 'what is pinned is read with the room',
  'offers.promotion_uses (fan_id)': 'asked by promotions and fan together, which is the primary key',
  'offers.promotion_uses (transaction_id)': 'what was paid is read with the use',
  'payments.cards (account_id)': 'asked for those that are kept, which cards_of_account has',
  'reconciliation.differences (closed_by)': 'who closed it is read with the difference',
  'reconciliation.differences (transaction_id)': 'differences are listed by when they were found',
  'notifications.notices (actor_id)': 'who did it is read with the notice',
  'notifications.spreads (creator_id)': 'whose work it is is read with the spread',
  'payments.gateway_events (transaction_id)': 'asked by gateway and event alone, to hear each once',
  'payments.sandbox_checkouts (rebills)': 'of the sandbox: asked by reference',
  'payouts.batches (made_by)': 'who made it is read with the batch',
  'payouts.steps (by_id)': 'who did it is read with the step',
  'refills.refills (package_id)': 'what is bought is read with the refill',
  'live.goals (stream_id)': 'asked for the one that stands, which one_goal_a_stream has',

  'live.menu_items (performer_id)': 'asked for those that stand, which menu_of_performer has',
  'live.reminders (account_id)': 'asked by stream; whose they are is read with it',
  'live.tips (fan_id)': 'asked by stream; who gave is read with it',
  'live.tips (menu_item_id)': 'what it was for is read with the tip',
  'live.invitations (guest_id)': 'asked by stream and guest together, which is where the primary key begins',
  'live.consents (guest_id)': 'asked by stream; who agreed is read with it',
  'live.whereabouts (account_id)': 'asked by stream and person together, with which what is noted once begins',
  'live.votes (account_id)': 'asked by poll and person together, which is the primary key',
  'live.streams (ended_by)': 'who ended it is read with the stream',
  'requests.requests (ended_by)': 'who ended it is read with the request',
  'reports.cases (assigned_to)': 'among open cases, which are few',
  'reports.decisions (decided_by)': 'who decided is read with the decision',
  'shop.download_links (work_id)': 'asked by account and work together, which download_links_of_account has',
  'shop.order_steps (by_id)': 'who did it is read with the step',
  'subscriptions.periods (giver_id)': 'who gave it is read with the period',
  'subscriptions.periods (promotion_id)': 'uses are counted by promotion_uses',
  'wallet.accounts (kind, is_personal, has_floor)': 'the kinds are a handful of the schema’s own',
  'wallet.holds (held_by)': 'who froze it is read with the hold',
  'wallet.holds (let_go_by)': 'who let it go is read with the hold',
  'wallet.holds (owner_id)': 'asked for the one that stands, which one_hold_at_a_time has',
  'works.works (creator_id)': 'asked for those that are not deleted, which works_of_creator and works_shown have',
  'works.works (decided_by)': 'who decided is read with the work',
  'works.works (fit_for_all_by)': 'who marked it stands in the audit log',
  'works.works (kind)': 'asked for those on show, which works_by_kind has; a kind never goes',
}

/** The keys that no index begins with, or only one of some of the rows: a condition that there is a key at all leaves none out. */
const keys = sql`
  select format('%s (%s)', k.conrelid::regclass, names.list) as key, k.confrelid::regclass::text as parent
  from pg_constraint k
  cross join lateral (
    select string_agg(a.attname, ', ' order by c.place) as list, array_agg(a.attname) as each
    from unnest(k.conkey) with ordinality as c (number, place) join pg_attribute a on a.attrelid = k.conrelid and a.attnum = c.number) names
  where k.contype = 'f' and k.connamespace <> coalesce(to_regnamespace('graphile_worker'), 0) and not exists (
    select from pg_index i
    where i.indrelid = k.conrelid and i.indkey[0] = any(k.conkey)
      and (i.indpred is null or pg_get_expr(i.indpred, i.indrelid) in (select format('(%I IS NOT NULL)', name) from unnest(names.each) as name)))
  order by 1`

test('every foreign key has an index that begins with it, or nobody asks by it', async () => {
  const found = await db.many<{ key: string }>(keys)
  expect(found.map(({ key }) => key)).toEqual(Object.keys(unasked).toSorted())
})

test('none of those has a parent that is ever deleted: each of them would be looked for then', async () => {
  const root = join(import.meta.dirname, '..')
  const sources = globSync(['server/**/*.ts', 'database/*.sql'], { cwd: root }).filter((name) => !name.endsWith('.test.ts'))
  const deleted = new Set(sources.flatMap((name) => deletedIn(readFileSync(join(root, name), 'utf8'))))
  expect(deleted.size).toBeGreaterThan(20)
  const found = await db.many<{ key: string; parent: string }>(keys)
  expect(found.filter(({ parent }) => deleted.has(parent))).toEqual([])
})

const deletedIn = (source: string) => [...source.matchAll(/\bdelete from (?:only )?(\w+\.\w+)/gi)].map(([, table = '']) => table)

test('a key without an index, and one with an index of some rows only, are found', async () => {
  await asOwner(
    db,
    sql`create table settings.planted (whole uuid references accounts.accounts (id), partly uuid references accounts.accounts (id))`,
  )
  await asOwner(db, sql`create index on settings.planted (partly) where whole is null`)
  const found = async () => (await db.many<{ key: string }>(keys)).map(({ key }) => key).filter((key) => key.startsWith('settings.planted'))
  expect(await found()).toEqual(['settings.planted (partly)', 'settings.planted (whole)'])
  await asOwner(db, sql`create index on settings.planted (whole) where whole is not null`)
  await asOwner(db, sql`create index on settings.planted (partly, whole)`)
  expect(await found()).toEqual([])
})
