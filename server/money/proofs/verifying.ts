// Checks the whole ledger against its chain, from nothing but what is written: every transfer is what was linked, every link follows from
// the one before, every day has the root that was published, and every balance is the sum of its entries.
import { chained, digestOf, leafOf, start, type Written } from '#server/money/proofs/link.ts'
import { rootOf } from '#server/money/proofs/tree.ts'
import type { Books, Link, Root, Texts } from '#server/money/proofs/books.ts'

export interface Finding {
  what: string
  id: string
}

export interface Verdict {
  transfers: number
  links: number
  /** Transfers that wait for their link, which takes minutes. */
  waiting: number
  days: number
  /** The newest day's, to compare with one that was kept. */
  digest: string | undefined
  findings: Finding[]
}

interface Account {
  kind: string
  owner: string | null
  /** What its row says, less what its entries sum to. Zero in the end. */
  off: bigint
}

export interface When {
  /** The last time that sealing was due. Unknown for a dump, where the transfers that wait tell of each other. */
  sealedAt?: Date | undefined
}

/**
 * @param kept digests that somebody wrote down on earlier days: each must be one of the chain's. Without one, nobody can tell a chain
 * that was made anew as a whole from the first.
 */
export async function verify(books: Books, kept: readonly string[] = [], { sealedAt }: When = {}): Promise<Verdict> {
  const findings: Finding[] = []
  const accounts = await accountsIn(books)
  const links = await linksIn(books, findings)
  const roots = await rootsIn(books, links, findings)
  const { transfers, waiting } = await checkTransfers(books, { accounts, links, findings })
  checkWaiting(waiting, sealedAt, findings)
  for (const [id, { off }] of accounts) if (off !== 0n) findings.push({ what: `an account differs from its entries by ${off}`, id })
  const digests = new Set(roots.map(({ digest }) => digest.toString('hex')))
  for (const digest of kept)
    if (!digests.has(digest.toLowerCase())) findings.push({ what: 'a digest that was kept is not of this chain', id: digest })
  return {
    transfers,
    links: links.length,
    waiting: waiting.length,
    days: roots.length,
    digest: roots.at(-1)?.digest.toString('hex'),
    findings,
  }
}

async function accountsIn(books: Books): Promise<Map<string, Account>> {
  const accounts = new Map<string, Account>()
  for await (const { id, owner_id: owner, kind, balance } of books.rows('wallet.accounts'))
    accounts.set(text(id), { kind: text(kind), owner, off: BigInt(text(balance)) })
  for await (const { account, amount } of books.rows('wallet.pending_credits')) add(accounts, text(account), BigInt(text(amount)))
  return accounts
}

const add = (accounts: ReadonlyMap<string, Account>, id: string, amount: bigint) => {
  const account = accounts.get(id)
  if (account) account.off += amount
}

async function linksIn(books: Books, findings: Finding[]): Promise<Link[]> {
  const links: Link[] = []
  for await (const row of books.rows('proofs.links'))
    links.push({
      position: Number(row.position),
      transfer: text(row.transfer),
      day: text(row.day),
      salt: bytes(row.salt),
      leaf: bytes(row.leaf),
      hash: bytes(row.hash),
    })
  links.sort((one, other) => one.position - other.position)
  let before: Link | undefined
  for (const link of links) {
    if (link.position !== (before?.position ?? 0) + 1)
      findings.push({ what: `the chain has a gap before link ${link.position}`, id: link.transfer })
    else if (!chained(before?.hash ?? start, link.leaf).equals(link.hash))
      findings.push({ what: `link ${link.position} does not follow from the one before`, id: link.transfer })
    if (before && link.day < before.day)
      findings.push({ what: `link ${link.position} is of a day before its forerunner's`, id: link.transfer })
    before = link
  }
  return links
}

async function rootsIn(books: Books, links: readonly Link[], findings: Finding[]): Promise<Root[]> {
  const roots: Root[] = []
  for await (const { day, first, last, root, head, digest } of books.rows('proofs.roots'))
    roots.push({ day: text(day), first: text(first), last: text(last), root: bytes(root), head: bytes(head), digest: bytes(digest) })
  roots.sort((one, other) => (one.day < other.day ? -1 : 1))
  const newest = roots.at(-1)?.day ?? ''
  const days = Map.groupBy(
    links.filter(({ day }) => day <= newest),
    ({ day }) => day,
  )
  let before: Buffer = start
  for (const root of roots) {
    const of = days.get(root.day) ?? []
    days.delete(root.day)
    const isWhole = of.length > 0 && String(of[0]?.position) === root.first && String(of.at(-1)?.position) === root.last
    if (!isWhole || !root.root.equals(rootOf(of.map(({ leaf }) => leaf))) || !root.head.equals(of.at(-1)?.hash ?? start))
      findings.push({ what: 'a day’s root is not that of its links', id: root.day })
    if (!root.digest.equals(digestOf(root, before)))
      findings.push({ what: 'a day’s digest does not follow from the day before', id: root.day })
    before = root.digest
  }
  for (const day of days.keys()) findings.push({ what: 'a day before the newest root has links and no root', id: day })
  return roots
}

async function checkTransfers(
  books: Books,
  { accounts, links, findings }: { accounts: ReadonlyMap<string, Account>; links: readonly Link[]; findings: Finding[] },
): Promise<{ transfers: number; waiting: Written[] }> {
  const missed = new Map(links.map((link) => [link.transfer, link]))
  const through = await linkedThrough(books)
  const reversals = new Map<string, string>()
  const reversed = new Map<string, string>()
  let transfers = 0
  const waiting: Written[] = []
  for await (const row of books.rows('wallet.transfers')) {
    transfers++
    const transfer = writtenIn(row, accounts)
    const link = missed.get(transfer.id)
    if (!link && row.number && BigInt(row.number) <= through) findings.push({ what: 'a transfer was never linked', id: transfer.id })
    else if (!link) waiting.push(transfer)
    else if (!leafOf(transfer, link.salt).equals(link.leaf)) findings.push({ what: 'a transfer is not what was linked', id: transfer.id })
    missed.delete(transfer.id)
    if (transfer.reverses) reversals.set(transfer.reverses, transfer.id)
    if (row.reversed_by) reversed.set(transfer.id, row.reversed_by)
    take(accounts, transfer, findings)
  }
  for (const { transfer } of missed.values()) findings.push({ what: 'a transfer that was linked is gone', id: transfer })
  for (const [id, by] of reversals) if (reversed.get(id) !== by) findings.push({ what: 'a transfer does not say what reversed it', id })
  for (const id of reversed.keys()) if (!reversals.has(id)) findings.push({ what: 'a transfer says that it was reversed and was not', id })
  return { transfers, waiting }
}

const hour = 3_600_000_000n

/** Links are made every few minutes: whatever waits for longer shows that the chain stands still. */
function checkWaiting(waiting: readonly Written[], sealedAt: Date | undefined, findings: Finding[]): void {
  let last = sealedAt ? BigInt(sealedAt.getTime()) * 1000n : 0n
  for (const { at } of waiting) if (BigInt(at) > last) last = BigInt(at)
  for (const { id, at } of waiting)
    if (BigInt(at) < last - hour) findings.push({ what: 'a transfer waits for its link for more than an hour', id })
}

async function linkedThrough(books: Books): Promise<bigint> {
  let most = 0n
  for await (const { through } of books.rows('proofs.progress')) most = BigInt(text(through))
  return most
}

/** Takes the entries of a transfer out of what its accounts have. */
function take(accounts: ReadonlyMap<string, Account>, { id, sign, payer, payee, amount, commission }: Written, findings: Finding[]): void {
  if (!accounts.has(payer) || !accounts.has(payee)) findings.push({ what: 'a transfer is not between two accounts', id })
  const [whole, part, way] = [BigInt(amount), BigInt(commission), BigInt(sign)]
  add(accounts, payer, whole * way)
  add(accounts, payee, -(whole - part) * way)
  add(accounts, commissionAccount, -part * way)
}

const commissionAccount = '2'

function writtenIn(row: Texts<'wallet.transfers'>, accounts: ReadonlyMap<string, Account>): Written {
  const [payer, payee] = [text(row.payer), text(row.payee)]
  const [from, to] = [accounts.get(payer), accounts.get(payee)]
  return {
    id: text(row.id),
    sign: text(row.sign),
    payer,
    payee,
    amount: text(row.amount),
    commission: text(row.commission),
    kind: text(row.kind),
    reference: row.reference,
    key: row.key,
    title: text(row.title),
    detail: text(row.detail),
    paidBy: row.paid_by,
    balanceAfter: row.balance_after,
    reverses: row.reverses,
    at: microseconds(text(row.created_at)),
    payerKind: from?.kind ?? '',
    payerOwner: from?.owner ?? null,
    payeeKind: to?.kind ?? '',
    payeeOwner: to?.owner ?? null,
  }
}

/** Of a timestamp as PostgreSQL writes it: 2026-11-22 03:17:08.123456+00, in whatever zone the session was. */
function microseconds(timestamp: string): string {
  const [, day, time, fraction = '', hours = '00', minutes = '00'] =
    /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?([+-]\d\d)(?::(\d\d))?$/.exec(timestamp) ?? []
  if (!day) throw new Error(`not a time that PostgreSQL writes: ${timestamp}`)
  const wholeMs = Date.parse(`${day}T${time}${hours}:${minutes}`)
  return String(BigInt(wholeMs) * 1000n + BigInt(fraction.padEnd(6, '0')))
}

const text = (value: string | null): string => value ?? ''
const bytes = (hex: string | null): Buffer => Buffer.from(text(hex).replace(/^\\x/, ''), 'hex')
