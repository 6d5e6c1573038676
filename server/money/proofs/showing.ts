// Days and proofs as they travel.
import type { LedgerDay, LineProof } from '#contract/money/proofs.ts'
import type { Root } from '#server/money/proofs/books.ts'
import type { Proof } from '#server/money/proofs/proofs.ts'

export function shownDay({ day, first, last, root, head, digest }: Root): LedgerDay {
  return { day, first, last, root: root.toString('hex'), head: head.toString('hex'), digest: digest.toString('hex') }
}

export function shownProof({ shown, kept, day, path }: Proof): LineProof {
  return { shown, kept: kept.toString('hex'), day, path: path.map(({ side, hash }) => ({ side, hash: Buffer.from(hash).toString('hex') })) }
}
