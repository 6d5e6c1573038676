// What a transfer looks like as a link of the chain. Everything is made of the texts that PostgreSQL writes for its columns, so that a
// live database, a dump of it and a program of somebody else's come to the same hashes (docs/adr/0006 tells how, step by step).
import { createHash } from 'node:crypto'

/** A transfer as PostgreSQL writes it, with the accounts on both sides. `null` is SQL's. */
export interface Written {
  id: string
  sign: string
  payer: string
  payee: string
  amount: string
  commission: string
  kind: string
  reference: string | null
  key: string | null
  title: string
  detail: string
  paidBy: string | null
  balanceAfter: string | null
  reverses: string | null
  /** Microseconds since 1970. */
  at: string
  payerKind: string
  payerOwner: string | null
  payeeKind: string
  payeeOwner: string | null
}

/** What a line of a statement shows to the one who was paid. */
export function shownOf({ id, sign, amount, commission, kind, reverses, at, payeeKind, payeeOwner }: Written): (string | null)[] {
  return [id, sign, amount, commission, kind, reverses, at, payeeKind, payeeOwner]
}

/** What it does not show: bound by the same hash, under a salt. */
function keptOf(written: Written): (string | null)[] {
  const { payer, payee, payerKind, payerOwner, reference, key, title, detail, paidBy, balanceAfter } = written
  return [payer, payee, payerKind, payerOwner, reference, key, title, detail, paidBy, balanceAfter]
}

const sha256 = (...parts: Uint8Array[]): Buffer => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}

/** Each text with its length in bytes before it, so that no two lists are written alike; null has none. */
function written(fields: readonly (string | null)[]): Buffer {
  return Buffer.from(fields.map((field) => (field === null ? '-;' : `${Buffer.byteLength(field)}:${field};`)).join(''))
}

export const hashOfKept = (transfer: Written, salt: Uint8Array) => sha256(salt, written(keptOf(transfer)))

const leafMark = Buffer.of(0)
const nodeMark = Buffer.of(1)

export function leafOf(transfer: Written, salt: Uint8Array): Buffer {
  return sha256(leafMark, sha256(written(shownOf(transfer))), hashOfKept(transfer, salt))
}

/** The chain starts from nothing. */
export const start = Buffer.alloc(32)

export const chained = (before: Uint8Array, leaf: Uint8Array): Buffer => sha256(before, leaf)

/** Marks keep a node from passing as a leaf (RFC 6962, section 2.1). */
export const nodeOf = (left: Uint8Array, right: Uint8Array): Buffer => sha256(nodeMark, left, right)

export interface Day {
  day: string
  first: string
  last: string
  root: Uint8Array
  head: Uint8Array
}

/** What people keep of a day: it stands for all days before it, too. */
export function digestOf({ day, first, last, root, head }: Day, before: Uint8Array): Buffer {
  return sha256(before, written([day, first, last]), root, head)
}
