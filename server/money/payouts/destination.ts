// Where a payout goes: a sealed copy of the moment of asking, so that a later change does not lead its money elsewhere. It opens for its own
// request only.
import type { BankDetails } from '#contract/money/destinations.ts'
import * as destinations from '#server/money/destinations/destinations.ts'
import * as queries from '#server/money/payouts/queries.ts'
import type { Request } from '#server/money/payouts/queries.ts'
import * as identity from '#server/people/identity/identity.ts'
import type { Db, Tx } from '#server/platform/db/db.ts'
import type { SealedColumn } from '#server/platform/keys/resealing.ts'
import { refuse } from '#server/platform/refusals/refusal.ts'

type Of<Field extends keyof Request> = Pick<Request, 'id' | Field>

export function sealFor(id: string, bank: BankDetails, account: string | undefined): Pick<Request, 'sealedBank' | 'sealedAccount'> {
  return {
    sealedBank: destinations.seal(aboutBank(id), JSON.stringify(bank)),
    sealedAccount: account === undefined ? null : destinations.seal(aboutAccount(id), account),
  }
}

/** Undefined where it cannot be read any more: such a request is rejected, and asked for anew. */
export function bankOf({ id, sealedBank }: Of<'sealedBank'>): BankDetails | undefined {
  return destinations.readBank(destinations.unseal(aboutBank(id), sealedBank))
}

/** For whoever pays. @throws bank_unreadable */
export function readableBank(request: Of<'sealedBank'>): BankDetails {
  return bankOf(request) ?? refuse('bank_unreadable')
}

/** No account for what goes to a bank or by a provider. */
export function accountOf({ id, sealedAccount }: Of<'sealedAccount'>): { account?: string } | 'unreadable' {
  if (sealedAccount === null) return {}
  const account = destinations.unseal(aboutAccount(id), sealedAccount)
  return account === undefined ? 'unreadable' : { account }
}

/** It came back from there. */
export async function doubt(tx: Tx, request: Request): Promise<void> {
  const { performerId, accountType: method } = request
  if (method === 'banking') return destinations.doubtBank(tx, performerId, bankOf(request))
  const sent = accountOf(request)
  await destinations.doubtAccount(tx, performerId, method, (account) => sent === 'unreadable' || account === sent.account)
}

/**
 * Without those that would go where a payout came back from: while its owner has not looked, and, of what was asked for before it came
 * back, also after they put it right. Such a request still says the old account, so it is rejected and asked for anew. Nor those that cannot
 * be read any more.
 */
export async function withoutDoubted(db: Db, requests: readonly Request[]): Promise<Request[]> {
  const performerIds = [...new Set(requests.map(({ performerId }) => performerId))]
  const banks = await destinations.banksOf(db, performerIds)
  const back = Map.groupBy(await queries.returnedToBank(db, performerIds), ({ performerId }) => performerId)
  return requests.filter((request) => {
    const { performerId, accountType, createdAt } = request
    const now = banks.get(performerId)
    if (accountType !== 'banking' || !now) return true
    const sent = bankOf(request)
    if (!sent) return false
    if (destinations.isSameBank(now.details, sent)) return now.doubtedAt === null
    return !back.get(performerId)?.some((each) => each.endedAt > createdAt && destinations.isSameBank(bankOf(each), sent))
  })
}

/** @throws bank_unreadable, bank_unconfirmed */
export async function refuseDoubted(db: Db, request: Request): Promise<void> {
  const { performerId, accountType: method } = request
  if (method === 'banking') readableBank(request)
  if (accountOf(request) === 'unreadable') refuse('bank_unreadable')
  const stays = await withoutDoubted(db, [request])
  if (stays.length === 0 || (await destinations.isAccountDoubted(db, performerId, method))) refuse('bank_unconfirmed')
}

/** Asked again before staff agree: papers may have been decided anew since. @throws not_verified, bank_unreadable, payee_name_differs */
export async function refuseOthersAccount(db: Db, request: Request): Promise<void> {
  const papers = await identity.find(db, request.performerId)
  if (papers?.state !== 'approved') return refuse('not_verified')
  if (!destinations.isSameName(readableBank(request), papers.legalName)) refuse('payee_name_differs')
}

/** For a change of the site's key. */
export const sealed: SealedColumn[] = [
  { what: 'the bank of a payout', purpose: 'payouts', table: 'payouts.requests', column: 'sealed_bank', about: "'payout:' || id" },
  {
    what: 'the account of a payout',
    purpose: 'payouts',
    table: 'payouts.requests',
    column: 'sealed_account',
    about: "'payout-account:' || id",
  },
]

const aboutBank = (id: string) => `payout:${id}`
const aboutAccount = (id: string) => `payout-account:${id}`
