// A small cast for the tests of what is published and sold: performers, fans with tokens, pictures. All of them are invented adults.
import { randomUUID } from 'node:crypto'
import type { Feed } from '#contract/catalogue/feeds.ts'
import * as access from '#server/catalogue/access/access.ts'
import * as feeds from '#server/catalogue/feeds/feeds.ts'
import type { Question } from '#server/media/files/files.ts'
import * as settings from '#server/site/settings/settings.ts'
import * as images from '#server/media/images/images.ts'
import { noise, ownPlace, received } from '#server/media/images/testing.ts'
import { deposit } from '#server/money/wallet/wallet.ts'
import { movableClock } from '#server/platform/clock/clock.ts'
import { sql, type Database, type Tx } from '#server/platform/db/db.ts'
import type { Member, Viewer } from '#server/platform/http/viewer.ts'

/** A house of one's own with a clock that can be moved, and somebody of its staff; `close` takes it all away. */
export async function openHouse() {
  const clock = movableClock()
  const { db, close: leave } = await ownPlace(clock)
  const staff = await member(db, 'staff')
  const close = () => {
    settings.forget()
    return leave()
  }
  return { db, clock, staff, close }
}

/** For a new test: a creator and a fan who can pay, where what is published shows at once. */
export async function newCast(db: Database): Promise<{ creator: Member; fan: Member }> {
  await review(db, 'after')
  return { creator: await member(db, 'performer'), fan: await member(db, 'user', { balance: 100_000 }) }
}

export async function member(
  db: Database,
  role: Member['role'],
  { balance = 0, isAdult = true }: { balance?: number; isAdult?: boolean } = {},
): Promise<Member> {
  const accountId = randomUUID()
  const username = `p${accountId.replaceAll('-', '').slice(0, 20)}`
  await db.transaction(async (tx) => {
    await tx.run(sql`
      insert into accounts.accounts (id, role, name, username, email, birth_date, created_at)
      values (${accountId}, ${role}, ${`Person ${username.slice(0, 5)}`}, ${username}, ${`${username}@stagedoor.example`},
        ${isAdult ? '1990-01-01' : null}, ${tx.now})`)
    if (role === 'performer')
      await tx.run(
        sql`insert into profiles.performers (account_id, currency, approved_at, priced_at) values (${accountId}, 'USD', ${tx.now}, ${tx.now})`,
      )
    if (balance > 0) await deposit(tx, { to: accountId, amount: balance, kind: 'top_up', key: `payment:${randomUUID()}`, title: 'Top-up' })
  })
  return { kind: 'member', accountId, sessionId: randomUUID(), role, username, isAdult }
}

/** A finished picture of this performer's; `thumbnail` is a public preview. */
export async function picture(db: Database, owner: Member, purpose: 'photo' | 'thumbnail' = 'photo'): Promise<string> {
  const { id } = await images.receive(db, await received(await noise(90, 60).jpeg().toBuffer()), { purpose, ownerId: owner.accountId })
  return id
}

/** Footage or sound of this performer's as it stands when all was derived from it: eight seconds. */
export async function clip(
  db: Database,
  owner: Member,
  purpose: 'video' | 'audio' | 'teaser',
  status: 'finished' | 'processing' | 'error' = 'finished',
): Promise<string> {
  const id = randomUUID()
  const isSeen = purpose !== 'audio'
  const part = (mediaType: string) => ({ key: `clips/${id}`, mediaType, width: 64, height: 36, bytes: 900 })
  const renditions = isSeen ? { poster: part('image/jpeg'), teaser: part('video/mp4'), teaserposter: part('image/jpeg') } : {}
  const facts = purpose === 'video' ? { teaser: { durationMs: 5000 } } : {}
  await db.transaction((tx) =>
    tx.run(sql`
      insert into files.files (id, owner_id, purpose, status, progress, media_type, bytes, sha256, width, height, duration_ms, renditions, facts, blur, created_at)
      values (${id}, ${owner.accountId}, ${purpose}, ${status}, ${status === 'finished' ? 100 : 40}, ${isSeen ? 'video/mp4' : 'audio/mpeg'}, 9000, ${id},
        ${isSeen ? 64 : null}, ${isSeen ? 36 : null}, 8000, ${JSON.stringify(renditions)}, ${JSON.stringify(facts)}, ${isSeen ? 'data:image/webp;base64,AAAA' : null}, ${tx.now})`),
  )
  return id
}

export async function follow(db: Database, fan: Member, performer: Member): Promise<void> {
  await db.transaction((tx) =>
    tx.run(
      sql`insert into follows.follows (fan_id, performer_id, created_at) values (${fan.accountId}, ${performer.accountId}, ${tx.now})`,
    ),
  )
}

export async function block(db: Database, blocker: Member, blocked: Member): Promise<void> {
  await db.transaction((tx) =>
    tx.run(
      sql`insert into blocks.users (blocker_id, blocked_id, created_at) values (${blocker.accountId}, ${blocked.accountId}, ${tx.now})`,
    ),
  )
}

/** A running monthly subscription until then. */
export async function subscribe(db: Database, fan: Member, performer: Member, until: Date): Promise<void> {
  await db.transaction((tx) =>
    tx.run(sql`
      insert into subscriptions.subscriptions (fan_id, performer_id, type, renews_as, status, gateway, price, currency, started_at, anchored_at, expires_at)
      values (${fan.accountId}, ${performer.accountId}, 'monthly', 'monthly', 'cancelled', 'wallet', 495, 'USD', ${tx.now}, ${tx.now}, ${until})`),
  )
}

/** Decides on review before or after publication, for this database. */
export async function review(db: Database, when: 'before' | 'after'): Promise<void> {
  await db.transaction((tx) => settings.save(tx, { reviewDefault: when }, undefined))
  settings.forget()
}

/** Somebody unlocks a work. */
export const buying = (db: Database, buyer: Member, workId: string, expected?: number) =>
  db.transaction((tx) => access.buy(tx, buyer, undefined, workId, expected))

/** What media is told when this viewer asks for the bytes of a file. */
export const serving = (db: Database, viewer: Viewer, file: Question['file'], rendition = 'large') =>
  access.mayServe(db, { viewer, country: undefined, file, rendition })

/** What a creator does with posts and a fan with what they sell, where and by whom the test has it at that moment. */
export function postHands(now: () => { db: Database; creator: Member; fan: Member }) {
  const write = <T>(work: (tx: Tx) => Promise<T>) => now().db.transaction(work)
  const me = () => now().creator
  return {
    publish: (draft: feeds.Draft & { type?: feeds.FeedType } = {}, by = me()) =>
      write((tx) => feeds.publish(tx, by.accountId, { type: draft.media ? 'photo' : 'text', text: 'Tonight, the lanterns.', ...draft })),
    edit: (id: string, draft: feeds.Draft, by = me()) => write((tx) => feeds.edit(tx, by.accountId, id, draft)),
    see: (viewer: Viewer, id: string, country?: string): Promise<Feed> => feeds.showOne(now().db, { viewer, country }, id),
    buy: (id: string, { by = now().fan, expected }: { by?: Member; expected?: number } = {}) => buying(now().db, by, id, expected),
    photo: () => picture(now().db, me()),
    asks: (viewer: Viewer, fileId: string, purpose: Question['file']['purpose'] = 'photo') =>
      serving(now().db, viewer, { id: fileId, ownerId: me().accountId, purpose }),
  }
}
