// Passwords: kept as argon2id of their SHA-256. Whether the client or the server makes the SHA-256 is a switch
// (HASH_PW_CLIENT), and because the result is the same, turning it breaks nobody's password.
import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { Refusal, refuseField } from '#server/platform/refusals/refusal.ts'
import { isCommon, sha256 } from '#server/people/accounts/common-passwords.ts'
import { factsOfStart } from '#server/site/settings/settings.ts'

/** OWASP's floor for argon2id: 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** What a body's password field stands for: 64 hexadecimal digits. Refuses `invalid` for that field when its form is not the one asked for. */
export function digestOf(sent: string, field = 'password'): string {
  if (!factsOfStart().hashPwClient) return sha256(sent)
  const digest = /^sha256:([0-9a-f]{64})$/.exec(sent)?.[1]
  if (!digest) throw new Refusal('invalid', {}, [{ field, code: 'not_hashed' }])
  return digest
}

/** The hash of a password that somebody chooses now. Refuses `invalid` as digestOf does, and `password_common`. */
export function hashChosen(sent: string): Promise<string> {
  return hashDigest(uncommon(digestOf(sent)))
}

/** As hashChosen, for the command line, where the password is always plain. */
export function hashChosenPlain(plain: string): Promise<string> {
  return hashDigest(uncommon(sha256(plain)))
}

function uncommon(digest: string): string {
  return isCommon(digest) ? refuseField('password', 'password_common') : digest
}

/** For the demo town, whose password is not somebody's choice. */
export function hashPassword(plain: string): Promise<string> {
  return hashDigest(sha256(plain))
}

function hashDigest(digest: string): Promise<string> {
  return hash(digest, cost)
}

/** Takes as long for a missing hash as for a wrong password, so that nobody learns by the clock which names exist. */
export async function matches(passwordHash: string | null | undefined, digest: string): Promise<boolean> {
  nobodys ??= hash(randomBytes(32), cost)
  const isRight = await verify(passwordHash ?? (await nobodys), digest)
  return passwordHash ? isRight : false
}

let nobodys: Promise<string> | undefined
