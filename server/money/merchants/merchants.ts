/**
 * Performers' own accounts at gateways (calls.md section 11): subscriptions to them are paid there.
 * Promises: what they wrote is sealed with a key that is not in the database and never read back; the address for its webhooks outlives the
 * site's key.
 * Leaves to others: selling by them, and reading what comes to those addresses (payments).
 */
import { formats } from '#server/platform/http/formats.ts'
import { digestOf, hookPurpose, pathOf, secretBy } from '#server/money/merchants/hooks.ts'
import * as queries from '#server/money/merchants/queries.ts'
import { record } from '#server/platform/audit/audit.ts'
import { derived, secretFor } from '#server/platform/config/keys.ts'
import type { Db, Tx } from '#server/platform/db/db.ts'
import type { SealedColumn } from '#server/platform/keys/resealing.ts'
import { refuse } from '#server/platform/refusals/refusal.ts'
import { sealText, unsealText } from '#server/platform/storage/sealed-text.ts'

export { forget } from '#server/money/merchants/queries.ts'
export { digestOf, secretOf } from '#server/money/merchants/hooks.ts'

export interface Account {
  subAccountNumber: string
  flexformId: string
  salt: string
}

const purpose = 'gateway-accounts'
const about = (performerId: string, gateway: string) => `gateway-account:${performerId}:${gateway}`

function opened(performerId: string, { gateway, sealed }: queries.Row): Account | undefined {
  const text = sealed === null ? undefined : unsealText(secretFor(purpose), about(performerId, gateway), sealed)
  return text === undefined ? undefined : (JSON.parse(text) as Account)
}

const named = async (db: Db, performerId: string, name: string) =>
  (await queries.all(db, performerId)).find(({ gateway, sealed }) => gateway === name && sealed !== null)

/** Undefined when there is none, or it is off. @throws gateway_unavailable where it cannot be read any more: nobody else is paid instead */
export async function find(db: Db, performerId: string, gateway: string): Promise<Account | undefined> {
  const kept = await named(db, performerId, gateway)
  return kept?.isActive ? (opened(performerId, kept) ?? refuse('gateway_unavailable')) : undefined
}

/** What may be shown of it: whether it is on, how its number ends, and that it cannot be read any more. */
export interface Shown {
  gateway: string
  isActive: boolean
  ending: string | null
  needsAgain: boolean
}

export async function shownOf(db: Db, performerId: string): Promise<Shown[]> {
  return (await queries.all(db, performerId)).map((row) => shown(performerId, row))
}

function shown(performerId: string, row: queries.Row): Shown {
  const { gateway, isActive, ending, sealed } = row
  return { gateway, isActive, ending, needsAgain: sealed !== null && opened(performerId, row) === undefined }
}

/** The path that its owner gives to the gateway: the only thing made of what they wrote that they read again. */
export async function hookOf(db: Db, performerId: string, gateway: string): Promise<string | undefined> {
  const kept = gateway === 'ccbill' ? await named(db, performerId, gateway) : undefined
  const own = kept && opened(performerId, kept)
  return own && pathOf(performerId, own.subAccountNumber)
}

/** Without `given` only switches it on or off. */
export async function keep(
  tx: Tx,
  performerId: string,
  gateway: string,
  { isActive, given }: { isActive: boolean; given: Account | undefined },
): Promise<Shown> {
  await record(tx, {
    actorId: performerId,
    action: 'payments.own_account_changed',
    subject: { kind: 'account', id: performerId },
    detail: { gateway, isActive, isNew: given !== undefined },
  })
  if (given) await noteHook(tx, performerId, given, secretFor(hookPurpose))
  const sealed = given ? sealText(secretFor(purpose), about(performerId, gateway), JSON.stringify(given)) : null
  const ending = given?.subAccountNumber.slice(-2) ?? null
  return shown(performerId, await queries.keep(tx, performerId, { gateway, isActive, sealed, ending }))
}

async function noteHook(tx: Tx, performerId: string, { subAccountNumber: number }: Account, key: Buffer): Promise<void> {
  await queries.noteHook(tx, performerId, digestOf(performerId, number, secretBy(key, performerId, number)))
}

/**
 * What the addresses that this performer was given for a gateway's webhooks are known by. They outlive the site's key: what goes on at the
 * gateway is told to the address of then.
 */
export async function hooksOf(db: Db, performerId: unknown): Promise<readonly Buffer[]> {
  const isId = typeof performerId === 'string' && formats.uuid(performerId)
  return isId ? queries.hooksOf(db, performerId) : []
}

/** For a change of the site's key: what the old one opens is sealed anew, and the addresses of then stay known. */
export const sealed: SealedColumn = {
  what: 'an account at a gateway',
  purpose,
  table: 'merchants.own_accounts',
  column: 'sealed',
  about: "'gateway-account:' || performer_id || ':' || gateway",
  async opened(tx, from, { performer_id: performerId, gateway }, text) {
    if (gateway === 'ccbill') await noteHook(tx, String(performerId), JSON.parse(text) as Account, derived(from, hookPurpose))
  },
}
