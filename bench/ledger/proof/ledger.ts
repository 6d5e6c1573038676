// Holds the clients' list against the ledger.
import { sql, type Database } from '#server/platform/db/db.ts'
import type { Asked } from './proof.ts'
import { commissionOf, commissionOfPart } from './operations.ts'
import { disagreements } from '#server/money/wallet/agreement.ts'

interface Transfer {
  id: string
  sign: number
  payer: string
  payee: string
  amount: number
  commission: number
  reverses: string | null
}

export interface Ledger {
  transfers: Transfer[]
  /** By owner and kind, such as `<id> wallet`; the site's own accounts by their kind alone. */
  balances: Map<string, number>
  disagreements: { what: string; id: string }[]
}

export async function readLedger(db: Database): Promise<Ledger> {
  const transfers = await db.many<Transfer>(sql`
    select t.id, t.sign, coalesce(payer.owner_id || ' ' || payer.kind, payer.kind) as payer,
      coalesce(payee.owner_id || ' ' || payee.kind, payee.kind) as payee, t.amount, t.commission, t.reverses
    from wallet.transfers t join wallet.accounts payer on payer.id = t.payer join wallet.accounts payee on payee.id = t.payee`)
  const balances = await db.many<{ account: string; balance: number }>(sql`
    select coalesce(owner_id || ' ' || kind, kind) as account, balance from wallet.balances`)
  return {
    transfers,
    balances: new Map(balances.map(({ account, balance }) => [account, balance])),
    disagreements: await disagreements(db),
  }
}

/** Every way in which the two differ, as sentences. Empty is the proof. */
export function compare(asked: ReadonlyMap<string, Asked>, ledger: Ledger): string[] {
  const found = ledger.disagreements.map(({ what, id }) => `${what}: ${id}`)
  const { expected, contradictions } = whatClientsWereTold(asked)
  found.push(...contradictions)
  const written = new Map(ledger.transfers.map((transfer) => [transfer.id, transfer]))
  for (const [id, transfer] of expected) {
    const is = written.get(id)
    if (!is) found.push(`acknowledged and lost: ${id}`)
    else if (describe(is) !== describe(transfer)) found.push(`${id} was acknowledged as ${describe(transfer)} and is ${describe(is)}`)
  }
  for (const id of written.keys()) if (!expected.has(id)) found.push(`happened without being acknowledged, or twice: ${id}`)
  const own = balancesOf(expected.values())
  for (const account of new Set([...own.keys(), ...ledger.balances.keys()])) {
    const [told, is] = [own.get(account) ?? 0, ledger.balances.get(account) ?? 0]
    if (told !== is) found.push(`${account} should have ${told} and has ${is}`)
  }
  return found
}

function describe({ sign, payer, payee, amount, commission, reverses }: Transfer): string {
  return `${sign} ${payer} → ${payee} ${amount} (${commission}) ${reverses ?? ''}`
}

/** The transfers that must exist if every acknowledgement was true. */
function whatClientsWereTold(asked: ReadonlyMap<string, Asked>) {
  const expected = new Map<string, Transfer>()
  const contradictions: string[] = []
  const work = new Map<string, string>()
  const sales = [...asked.values()].filter(({ operation, told }) => told && operation.kind !== 'refund')
  const refunds = [...asked.values()].filter(({ operation, told }) => told && operation.kind === 'refund')
  for (const { operation, told } of sales) {
    if (!told || operation.kind === 'refund' || operation.kind === 'fold') continue
    const transfer = {
      id: told.transferId,
      ...partiesOf(operation),
      sign: 1,
      amount: operation.amount,
      commission: operation.kind === 'top_up' ? 0 : commissionOf(operation.amount),
      reverses: null,
    }
    // Two questions may have one answer only when both were for the same work of the same fan.
    const what = operation.kind === 'unlock' ? operation.work : operation.key
    if (expected.has(transfer.id) && work.get(transfer.id) !== what) contradictions.push(`${transfer.id} answered two different questions`)
    work.set(transfer.id, what)
    expected.set(transfer.id, transfer)
  }
  // Parts first: who asked for the whole after a part was given back got the rest of it.
  const isPart = ({ operation }: Asked) => Number(operation.kind === 'refund' && operation.part !== undefined)
  const first = new Map<string, Transfer>()
  for (const { operation, told } of refunds.toSorted((one, other) => isPart(other) - isPart(one))) {
    if (!told || operation.kind !== 'refund') continue
    const original = expected.get(operation.transferId)
    if (!original) {
      contradictions.push(`${operation.transferId} was given back and never acknowledged`)
      continue
    }
    const { payer, payee } = original
    const part = first.get(original.id)
    const isRest = part !== undefined && part.id !== told.transferId
    if (isRest && part.amount + told.amount !== original.amount) contradictions.push(`${original.id} was given back twice`)
    const back = {
      id: told.transferId,
      sign: -1,
      payer,
      payee,
      amount: told.amount,
      commission: isRest ? original.commission - part.commission : commissionOfPart(told.amount, original.amount),
      reverses: isRest ? part.id : original.id,
    }
    if (!isRest) first.set(original.id, back)
    expected.set(back.id, back)
  }
  return { expected, contradictions }
}

function partiesOf(operation: Extract<Asked['operation'], { fan: string }>): { payer: string; payee: string } {
  if (operation.kind === 'top_up') return { payer: 'gateway', payee: `${operation.fan} wallet` }
  const payee = `${operation.creator} earnings`
  return operation.kind === 'card' ? { payer: 'gateway', payee } : { payer: `${operation.fan} wallet`, payee }
}

function balancesOf(transfers: Iterable<Transfer>): Map<string, number> {
  const balances = new Map<string, number>()
  const add = (account: string, amount: number) => balances.set(account, (balances.get(account) ?? 0) + amount)
  for (const { sign, payer, payee, amount, commission } of transfers) {
    add(payer, -sign * amount)
    add(payee, sign * (amount - commission))
    add('commission', sign * commission)
  }
  return balances
}
