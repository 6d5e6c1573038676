// A performer's own account at a gateway (calls.md section 11): written and never read back, sealed with a key that is not in the database.
import { secretFor } from '#server/platform/config/keys.ts'
import { sql, type Db, type Tx } from '#server/platform/db/db.ts'
import { record } from '#server/platform/audit/audit.ts'
import { hookOf, siteUrl } from '#server/money/payments/gateways/ccbill-account.ts'
import { sealText, unsealText } from '#server/platform/storage/sealed-text.ts'

export interface OwnAccount {
  subAccountNumber: string
  flexformId: string
  salt: string
}

const sealKey = () => secretFor('gateway-accounts')
const about = (performerId: string, gateway: string) => `gateway-account:${performerId}:${gateway}`

/** Undefined when there is none, or it is off. */
export async function ownAccountOf(db: Db, performerId: string, gateway: string): Promise<OwnAccount | undefined> {
  const kept = await db.maybe<{ sealed: Buffer }>(sql`
    select sealed from payments.own_accounts where performer_id = ${performerId} and gateway = ${gateway} and is_active and sealed is not null`)
  return kept && (JSON.parse(unsealText(sealKey(), about(performerId, gateway), kept.sealed)) as OwnAccount)
}

/** What may be shown of it: whether it is on, and how its number ends. */
export interface OwnAccountShown {
  gateway: string
  isActive: boolean
  ending: string | null
}

const shown = sql`gateway, is_active as "isActive", ending`

export function ownAccountsShown(db: Db, performerId: string): Promise<OwnAccountShown[]> {
  return db.many(sql`select ${shown} from payments.own_accounts where performer_id = ${performerId} order by gateway`)
}

/** The address that its owner gives to the gateway: the only thing made of what they wrote that they read again. */
export async function hookOfOwn(db: Db, performerId: string, gateway: string): Promise<string | undefined> {
  const kept = await db.maybe<{ sealed: Buffer }>(sql`
    select sealed from payments.own_accounts where performer_id = ${performerId} and gateway = ${gateway} and sealed is not null`)
  if (!kept || gateway !== 'ccbill' || siteUrl() === '') return undefined
  const { subAccountNumber } = JSON.parse(unsealText(sealKey(), about(performerId, gateway), kept.sealed)) as OwnAccount
  return hookOf(performerId, subAccountNumber)
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
  return tx.one<OwnAccountShown>(sql`
    insert into payments.own_accounts as own (performer_id, gateway, is_active, sealed, ending, changed_at)
    values (${performerId}, ${gateway}, ${isActive}, ${sealed}, ${ending}, ${tx.now})
    on conflict (performer_id, gateway) do update set is_active = excluded.is_active, changed_at = excluded.changed_at,
      sealed = coalesce(excluded.sealed, own.sealed), ending = coalesce(excluded.ending, own.ending)
    returning ${shown}`)
}
