// The passwords that guessers try first: a kept list of some fifty thousand. Compared by SHA-256, because with HASH_PW_CLIENT that is all
// the server sees of a password.
import { createHash } from 'node:crypto'
import { dictionary } from '@zxcvbn-ts/language-common'

/** The contract takes nothing shorter. */
const shortest = 8
let digests: Set<string> | undefined

/** Whether this is the SHA-256, in hexadecimal digits, of a password that many people have: as listed, capitalised, or in capitals. */
export function isCommon(digest: string): boolean {
  digests ??= new Set(
    dictionary['passwords-common']
      .filter(({ length }) => length >= shortest)
      .flatMap(spellings)
      .map(sha256),
  )
  return digests.has(digest)
}

const spellings = (word: string): string[] => [word, `${word.charAt(0).toUpperCase()}${word.slice(1)}`, word.toUpperCase()]

export const sha256 = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex')
