/**
 * Address books: where somebody's orders are sent to (calls.md section 7).
 * Promises: ten at most; everything that tells where somebody lives is sealed with a key that is not in the database; nobody reads or
 * changes another's, and learns no more than that it is not there.
 * Leaves to others: which address an order took and how long its seller sees it (shop keeps a sealed copy of its own).
 */
import type { PostalAddress } from '#contract/people/addresses.ts'
import * as queries from '#server/people/addresses/queries.ts'
import { secretFor } from '#server/platform/config/keys.ts'
import type { Db, Tx } from '#server/platform/db/db.ts'
import type { SealedColumn } from '#server/platform/keys/resealing.ts'
import { refuse, refuseField } from '#server/platform/refusals/refusal.ts'
import { sealText, unsealText } from '#server/platform/storage/sealed-text.ts'
import { isCountry } from '#server/site/reference/reference.ts'
import { cleanText, requireText } from '#server/site/terms/terms.ts'

export type { PostalAddress } from '#contract/people/addresses.ts'

export interface Address {
  id: string
  country: string
  /** Undefined where it was sealed with a key that the site no longer has: it has to be given again. */
  postal: PostalAddress | undefined
  createdAt: Date
  updatedAt: Date
}

/** How many one person may keep. */
const most = 10

/** @throws too_many_addresses {limit}, unknown_country; invalid for what is blank */
export async function create(tx: Tx, ownerId: string, given: PostalAddress): Promise<string> {
  const postal = clean(given)
  await queries.lockBook(tx, ownerId)
  if ((await queries.count(tx, ownerId)) >= most) refuse('too_many_addresses', { limit: most })
  const id = await queries.newId(tx)
  await queries.insert(tx, { id, ownerId, country: postal.country, sealed: seal(aboutAddress(id), postal) })
  return id
}

/** All of it anew. @throws not_found for another's, unknown_country; invalid for what is blank */
export async function update(tx: Tx, ownerId: string, id: string, given: PostalAddress): Promise<void> {
  const postal = clean(given)
  if (!(await queries.update(tx, { id, ownerId, country: postal.country, sealed: seal(aboutAddress(id), postal) }))) refuse('not_found')
}

/** Orders keep the copy they took. @throws not_found for another's */
export async function remove(tx: Tx, ownerId: string, id: string): Promise<void> {
  if (!(await queries.remove(tx, ownerId, id))) refuse('not_found')
}

/** One's own, newest first. */
export async function list(
  db: Db,
  ownerId: string,
  paging: { limit: number; offset: number },
): Promise<{ rows: Address[]; total: number }> {
  const { rows, total } = await queries.ofOwner(db, ownerId, paging)
  return { rows: rows.map(opened), total }
}

/** One of one's own. */
export async function find(db: Db, ownerId: string, id: string): Promise<Address | undefined> {
  const row = await queries.byId(db, ownerId, id)
  return row && opened(row)
}

/** A sealed copy for something that was sent, such as `order:<id>`; it opens for the same only. */
export function seal(about: string, postal: PostalAddress): Buffer {
  return sealText(secretFor('addresses'), about, JSON.stringify(postal))
}

/** Undefined where it cannot be read any more. */
export function unseal(about: string, sealed: Buffer): PostalAddress | undefined {
  const text = unsealText(secretFor('addresses'), about, sealed)
  return text === undefined ? undefined : (JSON.parse(text) as PostalAddress)
}

/** For a change of the site's key. */
export const sealed: SealedColumn[] = [sealedColumn('a postal address', 'addresses.addresses', 'sealed', 'address')]

/** A column of copies that `seal` made about `<of>:<id>`. */
export function sealedColumn(what: string, table: string, column: string, of: string): SealedColumn {
  return { what, purpose: 'addresses', table, column, about: `'${of}:' || id` }
}

const aboutAddress = (id: string) => `address:${id}`

function opened({ id, country, sealed, createdAt, updatedAt }: queries.Row): Address {
  return { id, country, postal: unseal(aboutAddress(id), sealed), createdAt, updatedAt }
}

/** What is sent empty is left out, so that a label has no blank lines. */
function clean(given: PostalAddress): PostalAddress {
  if (!isCountry(given.country)) refuseField('country', 'unknown_country')
  const { name, country, city, streetAddress, zipCode, ...optional } = given
  const filled = Object.entries(optional).flatMap(([field, text]) => {
    const tidy = oneLine(text ?? '')
    return tidy === '' ? [] : [[field, tidy] as const]
  })
  return {
    ...Object.fromEntries(filled),
    name: required('name', name),
    country,
    city: required('city', city),
    streetAddress: required('streetAddress', streetAddress),
    zipCode: required('zipCode', zipCode),
  }
}

const required = (field: string, text: string) => requireText(field, oneLine(text))
const oneLine = (text: string) => cleanText(text).replaceAll(/\s+/g, ' ').trim()

/** Their owner is gone. */
export const forgetAll = (tx: Tx, ownerId: string): Promise<void> => queries.removeAll(tx, ownerId)
