// The end of an account: what is personal goes, a slice at a time. Each step is a transaction of its own and does nothing the second time, so that a job which
// was killed begins from the start and comes to the same end. What stays, and why, stands in docs/adr/0028.
import * as feeds from '#server/catalogue/feeds/feeds.ts'
import * as galleries from '#server/catalogue/galleries/galleries.ts'
import * as shop from '#server/catalogue/shop/shop.ts'
import * as videos from '#server/catalogue/videos/videos.ts'
import * as works from '#server/catalogue/works/works.ts'
import * as files from '#server/media/files/files.ts'
import * as destinations from '#server/money/destinations/destinations.ts'
import * as gifts from '#server/money/gifts/gifts.ts'
import * as merchants from '#server/money/merchants/merchants.ts'
import { tiers } from '#server/money/offers/offers.ts'
import * as payments from '#server/money/payments/payments.ts'
import * as refills from '#server/money/refills/refills.ts'
import * as subscriptions from '#server/money/subscriptions/subscriptions.ts'
import { parted } from '#server/office/closing/closing.ts'
import * as queries from '#server/office/closing/queries.ts'
import { standingOf } from '#server/office/closing/stops.ts'
import * as reports from '#server/office/reports/reports.ts'
import * as accounts from '#server/people/accounts/accounts.ts'
import * as addresses from '#server/people/addresses/addresses.ts'
import * as age from '#server/people/age/age.ts'
import * as blocks from '#server/people/blocks/blocks.ts'
import * as follows from '#server/people/follows/follows.ts'
import * as profiles from '#server/people/profiles/profiles.ts'
import { record } from '#server/platform/audit/audit.ts'
import type { Database, Tx } from '#server/platform/db/db.ts'
import * as finding from '#server/platform/finding/finding.ts'
import { runIsolated, throwAll } from '#server/platform/jobs/isolated.ts'
import { forgetLetters } from '#server/platform/mail/mail.ts'
import * as contact from '#server/site/contact/contact.ts'
import * as live from '#server/stage/live/live.ts'
import * as automations from '#server/talk/automations/automations.ts'
import * as campaigns from '#server/talk/campaigns/campaigns.ts'
import * as messaging from '#server/talk/messaging/messaging.ts'
import * as notifications from '#server/talk/notifications/notifications.ts'
import * as replies from '#server/talk/replies/replies.ts'
import * as requests from '#server/talk/requests/requests.ts'
import * as belongings from '#server/windows/belongings/belongings.ts'
import * as referrals from '#server/windows/referrals/referrals.ts'

const remindDays = 5

/** Tells once more whose end is near. */
export async function remind(db: Database): Promise<void> {
  const near = await queries.toRemind(db, new Date(db.now.getTime() + remindDays * 86_400_000))
  throwAll(
    await runIsolated(near, ({ id, accountId }) =>
      db.transaction(async (tx) => {
        if ((await queries.setReminded(tx, id)) > 0) await accounts.tell(tx, accountId, 'closing_soon')
      }),
    ),
  )
}

/** What subscribers paid for and do not get goes back, each in a transaction of its own; their letters say so. */
export async function endSubscribers(db: Database, accountId: string): Promise<void> {
  const ids = await subscriptions.runningOf(db, 'performer', accountId)
  throwAll(
    await runIsolated(ids, (id) =>
      db.transaction(async (tx) => void (await subscriptions.cancel(tx, { accountId, role: 'performer' }, id))),
    ),
  )
}

/** Makes final what is due. Tells how many became so. */
export async function eraseDue(db: Database): Promise<number> {
  let erased = 0
  const wrong = await runIsolated(await queries.due(db), async (id) => {
    if (await eraseOne(db, id)) erased++
  })
  if (erased > 0) await db.transaction((tx) => finding.forgetWords(tx))
  throwAll(wrong)
  return erased
}

/** False where it was taken back or held meanwhile, or something stands open again: it is looked at again the next time. */
async function eraseOne(db: Database, id: string): Promise<boolean> {
  const account = await db.transaction((tx) => begin(tx, id))
  if (!account) return false
  for (const step of stepsFor(account)) await step(db)
  await db.transaction(async (tx) => {
    await accounts.erase(tx, account)
    await queries.finish(tx, id)
    await record(tx, { action: 'closing.erased', subject: { kind: 'account', id: account.id } })
  })
  return true
}

/** From here on there is no way back: nobody reads their letters or signs in by what is about to go. */
async function begin(tx: Tx, id: string): Promise<accounts.Account | undefined> {
  const found = await queries.lock(tx, id)
  if (!found || found.heldAt || found.finalAt > tx.now) return undefined
  const account = await accounts.lock(tx, found.accountId)
  if (!account) return undefined
  if (found.begunAt) return account
  if (account.state !== 'closing') return undefined
  // A bank disputed, somebody reported, money is on its way: what decides about that needs to know who they are.
  if ((await standingOf(tx, account)).stops.length > 0) return undefined
  if ((await reports.openAbout(tx, account.id)) > 0) return undefined
  // The account behind this sign-in is closing, too: its own end comes first, or nobody would erase it.
  const held = await accounts.heldBy(tx, account.id)
  if (held?.state === 'closing') return undefined
  await queries.begin(tx, id)
  if (held && held.state !== 'closed') await queries.beginBehind(tx, id, held.id)
  await accounts.setState(tx, account.id, 'closed')
  return account
}

type Step = (db: Database) => Promise<unknown>

function stepsFor({ id, role, email, holderId }: accounts.Account): Step[] {
  const inTx =
    (...parts: ((tx: Tx, accountId: string) => Promise<unknown>)[]): Step =>
    (db) =>
      db.transaction(async (tx) => {
        for (const part of parts) await part(tx, id)
      })
  return [
    // Closing cancelled what ran then; what had begun in that moment must charge nobody who is gone. Before cards are forgotten.
    inTx((tx) => subscriptions.cancelAllOf(tx, { accountId: id, role })),
    inTx(addresses.forgetAll, age.forget, follows.forgetAll, blocks.forgetAll, profiles.blank),
    inTx(payments.forgetCards, refills.forgetOf, gifts.forgetWords),
    inTx(shop.forgetBuyer, requests.blankNotes, live.forget),
    inTx(messaging.forgetFiles),
    inTx(notifications.forgetReader, referrals.forget, belongings.forget),
    ...(role === 'performer'
      ? [
          (db: Database) => endSubscribers(db, id),
          inTx(
            destinations.forget,
            merchants.forget,
            tiers.blank,
            automations.forgetRules,
            replies.forgetAll,
            campaigns.blank,
            videos.greetNoMore,
          ),
          (db: Database) => blankWorks(db, id),
        ]
      : []),
    (db) => files.forgetOf(db, id),
    // An account that stands behind another's sign-in has that one's address, who is still there.
    ...(holderId === null
      ? [
          inTx(async (tx) => {
            for (const address of [email, ...(await accounts.formerAddresses(tx, id))]) {
              await forgetLetters(tx, address)
              await contact.forgetSender(tx, address)
            }
          }),
        ]
      : []),
  ]
}

const atOnce = 100

/** What somebody bought stays theirs, and is sold to nobody else. */
async function blankWorks(db: Database, creatorId: string): Promise<void> {
  const { sold, others } = await parted(db, creatorId)
  for (let from = 0; from < others.length; from += atOnce) {
    const ids = others.slice(from, from + atOnce)
    await db.transaction(async (tx) => {
      for (const kind of [feeds, galleries, videos, shop, live]) await kind.blank(tx, ids)
      await messaging.rooms.blank(tx, ids)
      await works.blank(tx, ids)
    })
  }
  for (const id of sold) await db.transaction((tx) => works.expire(tx, id))
}
