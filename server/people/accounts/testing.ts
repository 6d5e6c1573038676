// People for the tests of slices: invented adults with a name of their own.
import { randomUUID } from 'node:crypto'
import type { Database } from '#server/platform/db/db.ts'
import { create, openSession } from '#server/people/accounts/accounts.ts'
import { hashDigest } from '#server/people/accounts/passwords.ts'
import * as queries from '#server/people/accounts/queries.ts'

export const password = 'a good long password'
let hashed: Promise<string> | undefined

export interface Somebody {
  id: string
  username: string
  email: string
}

export async function somebody(
  db: Database,
  { role = 'user', birthDate = '1990-05-17', ...more }: Partial<Parameters<typeof create>[1]> = {},
): Promise<Somebody> {
  const username = more.username ?? `p${randomUUID().replaceAll('-', '').slice(0, 20)}`
  const email = more.email ?? `${username}@stagedoor.example`
  hashed ??= import('node:crypto').then(({ createHash }) => hashDigest(createHash('sha256').update(password).digest('hex')))
  const passwordHash = await hashed
  const { id } = await db.transaction((tx) => create(tx, { role, name: 'Somebody', birthDate, passwordHash, ...more, username, email }))
  return { id, username, email }
}

/** The token of a fresh session. */
export async function tokenFor(db: Database, accountId: string): Promise<string> {
  return (await db.transaction((tx) => openSession(tx, accountId))).token
}

export const accountOf = queries.byId
