// What a browser does with one of altcha's puzzles.
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { Challenge } from '#server/platform/captchas/altcha.ts'

export async function solved(challenge: Challenge): Promise<string> {
  const solution = await solveChallenge({ challenge, deriveKey })
  return payload({ challenge, solution })
}

export const payload = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64')
