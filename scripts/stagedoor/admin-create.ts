import { parseArgs } from 'node:util'
import { readConfig } from '#server/platform/config/config.ts'
import { connect } from '#server/platform/db/db.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { startEmbedded } from '#server/platform/db/embedded.ts'
import { Refusal } from '#server/platform/refusals/refusal.ts'
import { say } from '#server/platform/words/words.ts'
import * as accounts from '#server/people/accounts/accounts.ts'

export const about =
  'admin create --email you@example.com --username you --name "Your name"   makes a staff account; the password is read from standard input'

/** The first admin of a site with its own database; on the embedded one, stop the server first. */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { email: { type: 'string' }, username: { type: 'string' }, name: { type: 'string' } } })
  const { email, username } = values
  if (!email || !username) throw new Error(`Tell at least --email and --username: ${about}`)
  const password = await readPassword()
  if (password.length < 8) throw new Error('The password must have at least 8 characters.')

  const config = readConfig(process.env)
  const embedded = config.databaseUrl ? undefined : await startEmbedded(config.dataDir)
  const url = config.databaseUrl ?? embedded!.url
  try {
    await migrate(url)
    const db = connect({ connection: { connectionString: url } })
    try {
      await db.transaction((tx) => accounts.createStaff(tx, { name: values.name ?? username, username, email, password }))
      console.log(`${username} can sign in now and finds the office at /admin.`)
    } finally {
      await db.close()
    }
  } catch (error) {
    if (error instanceof Refusal) throw new Error(say('en-US', `refusals.${error.code}`, error.details), { cause: error })
    throw error
  } finally {
    await embedded?.stop()
  }
}

/** Not an argument: arguments are seen by everyone who lists processes, and stay in the shell's history. */
async function readPassword(): Promise<string> {
  if (process.stdin.isTTY) process.stderr.write('Password for the new staff account (it is shown while you type): ')
  const chunks: Buffer[] = []
  for await (const chunk of process.stdin) {
    chunks.push(chunk as Buffer)
    if (process.stdin.isTTY && Buffer.concat(chunks).includes(0x0a)) break
  }
  return Buffer.concat(chunks).toString('utf8').split('\n')[0]?.trim() ?? ''
}
