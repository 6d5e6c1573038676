// A performer's own account at a gateway (calls.md section 11): written and never read back, sealed with a key that is not in the database.
import { derived, secretFor } from '#server/platform/config/keys.ts'
import { sql, type Db, type Tx } from '#server/platform/db/db.ts'
import { record } from '#server/platform/audit/audit.ts'
import { hookDigest, hookOf, hookPurpose, hookSecret, siteUrl } from '#server/money/payments/gateways/ccbill-account.ts'
import type { SealedColumn } from '#server/platform/keys/resealing.ts'
import { refuse } from '#server/platform/refusals/refusal.ts'
import { sealText, unsealText } from '#server/platform/storage/sealed-text.ts'

export interface OwnAccount {
  subAccountNumber: string
  flexformId: string
  salt: string
}

const purposeOfSeals = 'gateway-accounts'
const sealKey = () => secretFor(purposeOfSeals)
const about = (performerId: string, gateway: string) => `gateway-account:${performerId}:${gateway}`

/** Undefined when there is none, or it is off. @throws gateway_unavailable where it cannot be read any more: nobody else is paid instead */
export async function ownAccountOf(db: Db, performerId: string, gateway: string): Promise<OwnAccount | undefined> {
  const kept = await db.maybe<{ sealed: Buffer }>(sql`
    select sealed from payments.own_accounts where performer_id = ${performerId} and gateway = ${gateway} and is_active and sealed is not null`)
  return kept && (opened(performerId, gateway, kept.sealed) ?? refuse('gateway_unavailable'))
}

function opened(performerId: string, gateway: string, sealed: Buffer): OwnAccount | undefined {
  const text = unsealText(sealKey(), about(performerId, gateway), sealed)
  return text === undefined ? undefined : (JSON.parse(text) as OwnAccount)
}

/** What may be shown of it: whether it is on, how its number ends, and that it cannot be read any more. */
export interface OwnAccountShown {
  gateway: string
  isActive: boolean
  ending: string | null
  needsAgain: boolean
}

interface Row {
  gateway: string
  isActive: boolean
  ending: string | null
  sealed: Buffer | null
}
const columns = sql`gateway, is_active as "isActive", ending, sealed`

export async function ownAccountsShown(db: Db, performerId: string): Promise<OwnAccountShown[]> {
  const rows = await db.many<Row>(sql`select ${columns} from payments.own_accounts where performer_id = ${performerId} order by gateway`)
  return rows.map((row) => shown(performerId, row))
}

function shown(performerId: string, { sealed, ...row }: Row): OwnAccountShown {
  return { ...row, needsAgain: sealed !== null && opened(performerId, row.gateway, sealed) === undefined }
}

/** The address that its owner gives to the gateway: the only thing made of what they wrote that they read again. */
export async function hookOfOwn(db: Db, performerId: string, gateway: string): Promise<string | undefined> {
  const kept = await db.maybe<{ sealed: Buffer }>(sql`
    select sealed from payments.own_accounts where performer_id = ${performerId} and gateway = ${gateway} and sealed is not null`)
  if (!kept || gateway !== 'ccbill' || siteUrl() === '') return undefined
  const own = opened(performerId, gateway, kept.sealed)
  return own && hookOf(performerId, own.subAccountNumber)
}

/** Without `given` only switches it on or off. */
export async function keepOwnAccount(
  tx: Tx,
  performerId: string,
  gateway: string,
  { isActive, given }: { isActive: boolean; given: OwnAccount | undefined },
): Promise<OwnAccountShown> {
  const sealed = given ? sealText(sealKey(), about(performerId, gateway), JSON.stringify(given)) : null
  const ending = given?.subAccountNumber.slice(-2) ?? null
  await record(tx, {
    actorId: performerId,
    action: 'payments.own_account_changed',
    subject: { kind: 'account', id: performerId },
    detail: { gateway, isActive, isNew: given !== undefined },
  })
  if (given) await noteHook(tx, performerId, given.subAccountNumber, secretFor(hookPurpose))
  const kept = await tx.one<Row>(sql`
    insert into payments.own_accounts as own (performer_id, gateway, is_active, sealed, ending, changed_at)
    values (${performerId}, ${gateway}, ${isActive}, ${sealed}, ${ending}, ${tx.now})
    on conflict (performer_id, gateway) do update set is_active = excluded.is_active, changed_at = excluded.changed_at,
      sealed = coalesce(excluded.sealed, own.sealed), ending = coalesce(excluded.ending, own.ending)
    returning ${columns}`)
  return shown(performerId, kept)
}

async function noteHook(tx: Tx, performerId: string, subAccount: string, key: Buffer): Promise<void> {
  const digest = hookDigest(performerId, subAccount, hookSecret(key, performerId, subAccount))
  await tx.run(sql`
    insert into payments.own_hooks (performer_id, digest, noted_at) values (${performerId}, ${digest}, ${tx.now}) on conflict do nothing`)
}

/**
 * What the addresses that this performer was given for a gateway's webhooks are known by. They outlive the site's key: what goes on at the
 * gateway is told to the address of then.
 */
export async function hooksOf(db: Db, performerId: unknown): Promise<readonly Buffer[]> {
  if (typeof performerId !== 'string' || !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(performerId)) return []
  const rows = await db.many<{ digest: Buffer }>(sql`select digest from payments.own_hooks where performer_id = ${performerId}`)
  return rows.map(({ digest }) => digest)
}

/** For a change of the site's key: what the old one opens is sealed anew, and the addresses of then stay known. */
export const sealed: SealedColumn[] = [
  {
    what: 'an account at a gateway',
    purpose: purposeOfSeals,
    table: 'payments.own_accounts',
    column: 'sealed',
    about: "'gateway-account:' || performer_id || ':' || gateway",
    async opened(tx, from, { performer_id: performerId, gateway }, text) {
      if (gateway === 'ccbill')
        await noteHook(tx, String(performerId), (JSON.parse(text) as OwnAccount).subAccountNumber, derived(from, hookPurpose))
    },
  },
]
