import { parseArgs } from 'node:util'
import { withOwnDatabase } from './database.ts'
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

  try {
    await withOwnDatabase((db) =>
      db.transaction((tx) => accounts.createStaff(tx, { name: values.name ?? username, username, email, password })),
    )
  } catch (error) {
    if (error instanceof Refusal) throw new Error(say('en-US', `refusals.${error.code}`, error.details), { cause: error })
    throw error
  }
  console.log(`${username} can sign in now and finds the office at /admin.`)
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
