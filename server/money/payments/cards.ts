// Kept cards: whose they are, which is asked first, what uses them. What a gateway knows of a card stays there; here is its name for it.
import type { Database, Db, Tx } from '#server/platform/db/db.ts'
import { addJob } from '#server/platform/jobs/jobs.ts'
import { Refusal, refuse } from '#server/platform/refusals/refusal.ts'
import * as queries from '#server/money/payments/cards-queries.ts'
import type { Card } from '#server/money/payments/cards-queries.ts'
import { gatewayInUse, gatewayNamed } from '#server/money/payments/gateways/installed.ts'
import { usesOfCard } from '#server/money/payments/purposes.ts'
import { setCard } from '#server/money/payments/queries.ts'
import type { CardFacts, CardForm } from '#server/money/payments/gateways/gateway.ts'

/** One of somebody's own cards, locked. @throws not_found for anyone else's */
async function ownCard(tx: Tx, accountId: string, id: string): Promise<Card> {
  const card = await queries.lock(tx, id)
  return card?.accountId === accountId ? card : refuse('not_found')
}

/** One that can be asked now. @throws not_found, card_unusable */
export async function usableCard(tx: Tx, accountId: string, id: string): Promise<Card> {
  const card = await ownCard(tx, accountId, id)
  return (await isUsable(tx, card)) ? card : refuse('card_unusable')
}

/** Of the gateway that is in use, and not over: a card counts to the end of its month, everywhere on earth. */
export async function isUsable(db: Db, { gateway, expYear, expMonth }: Card): Promise<boolean> {
  const isOver = db.now.getTime() > Date.UTC(expYear, expMonth, 2)
  return !isOver && gatewayNamed(gateway).chargeCard !== undefined && (await isInUse(db, gateway))
}

async function isInUse(db: Db, name: string): Promise<boolean> {
  try {
    return (await gatewayInUse(db)).name === name
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}

/** What the gateway in use needs to keep a card without a payment. @throws gateway_unavailable */
export async function cardForm(db: Database, accountId: string): Promise<{ provider: string; form: CardForm | undefined }> {
  const gateway = await gatewayInUse(db)
  return { provider: gateway.name, form: await gateway.cards?.setup(db, accountId) }
}

/**
 * Keeps a card that the provider's own form turned into a token. Never a card number.
 * @throws gateway_unavailable, cards_not_kept, card_refused, card_kept_already
 */
export async function addCard(
  db: Database,
  accountId: string,
  { gateway: name, token, holderName }: { gateway: string; token: string; holderName: string },
): Promise<Card> {
  const gateway = gatewayNamed(name)
  if (!(await isInUse(db, name))) refuse('gateway_unavailable')
  if (!gateway.cards) return refuse('cards_not_kept')
  const facts = await gateway.cards.attach(db, accountId, token)
  return db.transaction(async (tx) => {
    await queries.lockAll(tx, accountId)
    return (await queries.insert(tx, { ...facts, accountId, gateway: name, holderName })) ?? refuse('card_kept_already')
  })
}

/** Its owner is asked by this one first. @throws not_found */
export async function makeDefault(tx: Tx, accountId: string, id: string): Promise<void> {
  await queries.lockAll(tx, accountId)
  await queries.setDefault(tx, await ownCard(tx, accountId, id))
}

/**
 * Forgets a card, here and at its gateway. @param isSure also when something is going to be paid by it
 * @throws not_found, card_in_use {uses}
 */
export async function removeCard(tx: Tx, accountId: string, id: string, isSure: boolean): Promise<void> {
  await queries.lockAll(tx, accountId)
  const card = await ownCard(tx, accountId, id)
  const uses = isSure ? [] : await usesOfCard(tx, id)
  if (uses.length > 0) refuse('card_in_use', { uses: uses.join(', '), count: uses.length })
  await queries.remove(tx, card)
  await gatewayNamed(card.gateway).cards?.detach(tx, card.ref)
}

export const learnJob = 'payments.cards.learn'
export interface Learn {
  accountId: string
  gateway: string
  ref: string
  transactionId: string
}

/** The payer wished that the card of this payment is kept. Where its event did not say more than a name, a job asks. */
export async function keepCard(tx: Tx, at: Omit<Learn, 'ref'>, card: CardFacts | { ref: string }): Promise<void> {
  if (!('last4' in card)) return addJob(tx, learnJob, { ...at, ref: card.ref })
  const { accountId, gateway, transactionId } = at
  await queries.lockAll(tx, accountId)
  const kept = (await queries.insert(tx, { ...card, accountId, gateway, holderName: '' })) ?? (await queries.byRef(tx, gateway, card.ref))
  // A card that another account keeps is not handed over by an event.
  if (kept?.accountId === accountId) await setCard(tx, transactionId, kept.id)
}

export async function learnCard(db: Database, { ref, ...at }: Learn): Promise<void> {
  const facts = await gatewayNamed(at.gateway).cards?.facts(db, ref)
  if (facts) await db.transaction((tx) => keepCard(tx, at, facts))
}

/** Their owner is gone: each is forgotten here and at its gateway. */
export async function forgetCards(tx: Tx, accountId: string): Promise<void> {
  for (const { id } of await queries.ofAccount(tx, accountId)) await removeCard(tx, accountId, id, true)
  await queries.forgetOwner(tx, accountId)
}
