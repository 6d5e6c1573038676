/**
 * The demo town: fills an empty embedded database with people, posts and a history that make sense together, all through the
 * product's own doors, at the instants at which things are told to have happened.
 * Promises: it is built in one transaction, so that a build that was interrupted leaves an empty house and not half a town.
 * Leaves to others: when to build it (server/main.ts) and every rule: what a door refuses here stops the start.
 */
import type { App } from '#server/app.ts'
import * as accounts from '#server/people/accounts/accounts.ts'
import type { Db } from '#server/platform/db/db.ts'
import { reconcileAll } from '#server/money/reconciliation/reconciliation.ts'
import * as proofs from '#server/money/proofs/proofs.ts'
import { keepWaiting } from '#server/platform/mail/mail.ts'
import * as settings from '#server/site/settings/settings.ts'
import { engage } from '#database/town/build/cast.ts'
import { readUntil } from '#server/talk/notifications/notifications.ts'
import * as leftovers from '#database/town/build/leftovers.ts'
import { inside } from '#database/town/build/one-transaction.ts'
import { prepare } from '#database/town/build/papers.ts'
import { record } from '#database/town/build/evenings.ts'
import { shoot } from '#database/town/build/footage.ts'
import { offer } from '#database/town/build/offers.ts'
import { setUpCameras } from '#database/town/build/shows.ts'
import { announce } from '#database/town/build/streams.ts'
import { stock } from '#database/town/build/shop.ts'
import { hang } from '#database/town/build/pictures.ts'
import { tell } from '#database/town/build/story.ts'

/** True while nobody has an account: an operator's own site is never filled with strangers. */
export async function townIsWanted(db: Db): Promise<boolean> {
  return !(await accounts.isAnybodyThere(db))
}

export interface Plan {
  /** Everyone's. */
  password: string
  /** Pictures in fewer pixels, for tests: 1 is as people see them. */
  pictureScale?: number
  say?: (line: string) => void
}

/** Before the house opens: nothing may listen yet. Resolves when everything is there and heard. */
export async function buildTown({ db, outbox }: Pick<App, 'db' | 'outbox'>, plan: Plan): Promise<void> {
  const { password, pictureScale: scale = 1, say = console.log } = plan
  if (await leftovers.sweep()) say('The last build of the demo town was interrupted: what it left is cleared away, and it begins anew.')
  await db.transaction((tx) => settings.save(tx, { reviewDefault: 'after', paymentGateway: 'sandbox' }, undefined))
  const passwordHash = await accounts.hashPassword(password)
  const papers = await prepare(scale)
  const { cameras, takeDown } = setUpCameras()
  const building = db.transaction(async (tx) => {
    const cast = await engage(tx, passwordHash, papers)
    const filesOf = await hang({ db: inside(tx, db), cast, scale, say })
    const fileOf = await shoot({ db: inside(tx, db), cast, scale, say })
    const soundOf = await record({ db: inside(tx, db), cast })
    const shop = await stock({ db: inside(tx, db), cast, scale })
    say('  telling what happened in the last sixty days')
    await tell(tx, cast, filesOf, fileOf, soundOf, shop, db, { cast, cameras, db, shows: new Map(), scale })
    await offer(tx, cast)
    await announce(tx, cast)
    await keepWaiting(tx)
  })
  await building.finally(takeDown)
  await leftovers.forget()
  // The gateway's books are held against the site's, as every night: what a lost report had not told is received now.
  await reconcileAll(db)
  await outbox.drain()
  // What was said when the facts were heard is part of the told history too.
  // What is older than since yesterday evening was looked at; the rest is news.
  await db.transaction((tx) => readUntil(tx, new Date(tx.now.getTime() - 20 * 3_600_000)))
  await db.transaction(keepWaiting)
  // Its sixty days are closed one after the other, as they would have been.
  await proofs.seal(db)
}
