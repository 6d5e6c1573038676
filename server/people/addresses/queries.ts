import { sql, type Db, type Tx } from '#server/platform/db/db.ts'

export interface Row {
  id: string
  country: string
  sealed: Buffer
  createdAt: Date
  updatedAt: Date
}

interface Written {
  id: string
  ownerId: string
  country: string
  sealed: Buffer
}

const columns = sql`id, country, sealed, created_at as "createdAt", updated_at as "updatedAt"`

/** Whoever adds to a book waits for whoever adds to the same: two at once count each other. */
export async function lockBook(tx: Tx, ownerId: string): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`addresses:${ownerId}`}, 0))`)
}

export async function count(db: Db, ownerId: string): Promise<number> {
  return (await db.one<{ n: number }>(sql`select count(*) as n from addresses.addresses where owner_id = ${ownerId}`)).n
}

/** Known before the row is written: its text is sealed together with it. */
export async function newId(db: Db): Promise<string> {
  return (await db.one<{ id: string }>(sql`select uuidv7() as id`)).id
}

export async function insert(tx: Tx, { id, ownerId, country, sealed }: Written): Promise<void> {
  await tx.run(sql`
    insert into addresses.addresses (id, owner_id, country, sealed, created_at, updated_at)
    values (${id}, ${ownerId}, ${country}, ${sealed}, ${tx.now}, ${tx.now})`)
}

export async function update(tx: Tx, { id, ownerId, country, sealed }: Written): Promise<boolean> {
  const updated = await tx.run(sql`
    update addresses.addresses set country = ${country}, sealed = ${sealed}, updated_at = ${tx.now} where id = ${id} and owner_id = ${ownerId}`)
  return updated === 1
}

export async function remove(tx: Tx, ownerId: string, id: string): Promise<boolean> {
  return (await tx.run(sql`delete from addresses.addresses where id = ${id} and owner_id = ${ownerId}`)) === 1
}

export async function ofOwner(
  db: Db,
  ownerId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: Row[]; total: number }> {
  const rows = await db.many<Row>(sql`
    select ${columns} from addresses.addresses where owner_id = ${ownerId} order by created_at desc, id desc limit ${limit} offset ${offset}`)
  return { rows, total: await count(db, ownerId) }
}

export function byId(db: Db, ownerId: string, id: string): Promise<Row | undefined> {
  return db.maybe(sql`select ${columns} from addresses.addresses where id = ${id} and owner_id = ${ownerId}`)
}

export async function removeAll(tx: Tx, ownerId: string): Promise<void> {
  await tx.run(sql`delete from addresses.addresses where owner_id = ${ownerId}`)
}
