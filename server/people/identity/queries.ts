import { empty, listed, sql, type Db, type Sql, type Tx } from '#server/platform/db/db.ts'

export type DocumentKind = 'idVerification' | 'documentVerification' | 'release' | 'w9'
export type State = 'pending' | 'approved' | 'rejected'

export interface Application {
  accountId: string
  legalName: string
  birthDate: string
  country: string
  phone: string
  agreementVersion: string
  state: State
  reason: string | null
  submittedAt: Date
  decidedAt: Date | null
  decidedBy: string | null
}

const application = sql`
  account_id as "accountId", legal_name as "legalName", birth_date as "birthDate", country, phone, agreement_version as "agreementVersion", state, reason,
  submitted_at as "submittedAt", decided_at as "decidedAt", decided_by as "decidedBy"`

export async function insert(
  tx: Tx,
  row: Pick<Application, 'accountId' | 'legalName' | 'birthDate' | 'country' | 'phone' | 'agreementVersion'>,
): Promise<void> {
  await tx.run(sql`
    insert into identity.applications (account_id, legal_name, birth_date, country, phone, agreement_version, submitted_at)
    values (${row.accountId}, ${row.legalName}, ${row.birthDate}, ${row.country}, ${row.phone}, ${row.agreementVersion}, ${tx.now})`)
}

export function byId(db: Db, accountId: string): Promise<Application | undefined> {
  return db.maybe<Application>(sql`select ${application} from identity.applications where account_id = ${accountId}`)
}

/** The same, for whoever is about to decide. */
export function lock(tx: Tx, accountId: string): Promise<Application | undefined> {
  return tx.maybe<Application>(sql`select ${application} from identity.applications where account_id = ${accountId} for update`)
}

export function byIds(db: Db, ids: readonly string[]): Promise<Application[]> {
  return db.many<Application>(sql`select ${application} from identity.applications where account_id = any(${ids}::uuid[])`)
}

export interface Filter {
  state?: State | undefined
  /** Only these accounts. */
  among?: Sql | undefined
  limit: number
  offset: number
}

/** The longest waiting first, as a queue; then what was decided, newest first. */
export function search(db: Db, { state, among, limit, offset }: Filter): Promise<{ rows: Application[]; total: number }> {
  return listed<Application>(
    db,
    { limit, offset },
    (total, window) => sql`
    select ${application}, ${total} from identity.applications
    where (${state ?? null}::text is null or state = ${state ?? null}) ${among ? sql`and account_id in (${among})` : empty}
    order by state = 'pending' desc, case when state = 'pending' then submitted_at end, decided_at desc, account_id
    ${window}`,
  )
}

/** True when it waited until now. */
export async function decide(
  tx: Tx,
  accountId: string,
  decision: { state: 'approved' | 'rejected'; reason: string | null; by: string },
): Promise<boolean> {
  const { state, reason, by } = decision
  return (
    (await tx.run(sql`
      update identity.applications set state = ${state}, reason = ${reason}, decided_at = ${tx.now}, decided_by = ${by}
      where account_id = ${accountId} and state = 'pending'`)) > 0
  )
}

/** What was decided is open again, because a paper of theirs is new. False when it waited already, or nobody applied. */
export async function reopen(tx: Tx, accountId: string): Promise<boolean> {
  return (
    (await tx.run(sql`
      update identity.applications set state = 'pending', reason = null, decided_at = null, decided_by = null, submitted_at = ${tx.now}
      where account_id = ${accountId} and state <> 'pending'`)) > 0
  )
}

/** A second application in place of the first. */
export async function replace(
  tx: Tx,
  row: Pick<Application, 'accountId' | 'legalName' | 'birthDate' | 'country' | 'phone' | 'agreementVersion'>,
): Promise<void> {
  await tx.run(sql`
    update identity.applications set legal_name = ${row.legalName}, birth_date = ${row.birthDate}, country = ${row.country}, phone = ${row.phone},
      agreement_version = ${row.agreementVersion} where account_id = ${row.accountId}`)
}

export async function countPending(db: Db): Promise<number> {
  return (await db.one<{ count: number }>(sql`select count(*) as count from identity.applications where state = 'pending'`)).count
}

/** Since when the first of them has waited. */
export async function oldestPending(db: Db): Promise<Date | null> {
  return (await db.one<{ at: Date | null }>(sql`select min(submitted_at) as at from identity.applications where state = 'pending'`)).at
}

export interface Document {
  id: string
  accountId: string
  kind: DocumentKind
  storageKey: string
  mediaType: string
  bytes: number
  sha256: string
  createdAt: Date
}

const document = sql`id, account_id as "accountId", kind, storage_key as "storageKey", media_type as "mediaType", bytes, sha256, created_at as "createdAt"`

export function documentsOf(db: Db, ids: readonly string[]): Promise<Document[]> {
  return db.many<Document>(sql`
    select ${document} from identity.documents where account_id = any(${ids}::uuid[]) and replaced_at is null order by created_at, id`)
}

/** Also one that was replaced since: staff may have to compare. */
export function documentById(db: Db, id: string): Promise<Document | undefined> {
  return db.maybe<Document>(sql`select ${document} from identity.documents where id = ${id}`)
}

export async function seen(tx: Tx, documentId: string, viewerId: string): Promise<void> {
  await tx.run(sql`
    insert into identity.document_views (document_id, viewer_id, viewed_at) values (${documentId}, ${viewerId}, ${tx.now}) on conflict do nothing`)
}

export async function seenBy(db: Db, viewerId: string, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db.many<{ id: string }>(sql`
    select document_id as id from identity.document_views where viewer_id = ${viewerId} and document_id = any(${ids}::uuid[])`)
  return new Set(rows.map(({ id }) => id))
}

export async function replaceDocument(tx: Tx, row: Omit<Document, 'id' | 'createdAt'>): Promise<string> {
  // Two that arrive together take turns on the application.
  await tx.maybe(sql`select account_id from identity.applications where account_id = ${row.accountId} for update`)
  await tx.run(sql`
    update identity.documents set replaced_at = ${tx.now} where account_id = ${row.accountId} and kind = ${row.kind} and replaced_at is null`)
  const { id } = await tx.one<{ id: string }>(sql`
    insert into identity.documents (account_id, kind, storage_key, media_type, bytes, sha256, created_at)
    values (${row.accountId}, ${row.kind}, ${row.storageKey}, ${row.mediaType}, ${row.bytes}, ${row.sha256}, ${tx.now}) returning id`)
  return id
}

/** Where all of them lie, those that were replaced since as well. */
export async function storedKeys(db: Db): Promise<string[]> {
  const rows = await db.many<{ key: string }>(sql`select storage_key as key from identity.documents`)
  return rows.map(({ key }) => key)
}
