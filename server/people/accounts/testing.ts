// People for the tests of slices: invented adults with a name of their own.
import { randomBytes, randomUUID } from 'node:crypto'
import { systemClock, type Clock } from '#server/platform/clock/clock.ts'
import { useSecret } from '#server/platform/config/keys.ts'
import { connect, type Database } from '#server/platform/db/db.ts'
import { createJobs, migrateJobs, type Jobs } from '#server/platform/jobs/jobs.ts'
import { cloneDatabase } from '#server/platform/testing/clone.ts'
import { create, openSession, type NewAccount } from '#server/people/accounts/accounts.ts'
import { work } from '#server/people/accounts/jobs.ts'
import { hashPassword } from '#server/people/accounts/passwords.ts'
import * as queries from '#server/people/accounts/queries.ts'

export const password = 'a good long password'
// Codes of letters are made with the site's key; a test that needs a certain one sets its own.
useSecret(randomBytes(32))
let hashed: Promise<string> | undefined

/** A database of one's own in which letters can be written: they are delivered by a job. */
export async function ownDatabase(clock: Clock = systemClock): Promise<Database> {
  const { host, user, database } = await cloneDatabase()
  const db = connect({ connection: { host, user, database }, clock })
  await migrateJobs(db)
  return db
}

export interface Somebody {
  id: string
  username: string
  email: string
}

export async function somebody(
  db: Database,
  { birthDate = '1990-05-17', ...more }: Partial<Omit<NewAccount, 'birthDate'>> & { birthDate?: string | null } = {},
): Promise<Somebody> {
  const username = more.username ?? `p${randomUUID().replaceAll('-', '').slice(0, 20)}`
  const email = more.email ?? `${username}@stagedoor.example`
  hashed ??= hashPassword(password)
  const passwordHash = await hashed
  const { id } = await db.transaction((tx) =>
    create(tx, { role: 'user', name: 'Somebody', birthDate: birthDate ?? undefined, passwordHash, ...more, username, email }),
  )
  return { id, username, email }
}

/** The token of a fresh session. */
export async function tokenFor(db: Database, accountId: string): Promise<string> {
  return (await db.transaction((tx) => openSession(tx, accountId))).token
}

export const accountOf = queries.byId

/** Letters are asked for and written as at work, and sent nowhere; what goes wrong with one fails the test. */
export function letterJobs(db: Database): Jobs {
  const jobs = createJobs(db, (error) => {
    throw error
  })
  jobs.handle('mail.deliver', async () => {})
  work(jobs, db)
  return jobs
}
