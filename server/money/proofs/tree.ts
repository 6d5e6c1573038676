// A Merkle tree over a day's leaves: its root, and the path that leads from one leaf to it. A node without a neighbour goes up as it is.
import { nodeOf } from '#server/money/proofs/link.ts'

/** A neighbour on the way up, and the side on which it stands. */
export interface Step {
  side: 'left' | 'right'
  hash: Uint8Array
}

/** Of one leaf or more. */
export function rootOf(leaves: readonly Uint8Array[]): Uint8Array {
  let level = leaves
  while (level.length > 1) level = parentsOf(level)
  const [root] = level
  if (!root) throw new Error('a tree has a leaf')
  return root
}

export function pathTo(leaves: readonly Uint8Array[], place: number): Step[] {
  const path: Step[] = []
  let level = leaves
  for (let at = place; level.length > 1; at >>= 1) {
    const neighbour = level[at ^ 1]
    if (neighbour) path.push({ side: at % 2 === 0 ? 'right' : 'left', hash: neighbour })
    level = parentsOf(level)
  }
  return path
}

export function climbed(leaf: Uint8Array, path: readonly Step[]): Uint8Array {
  return path.reduce((below, { side, hash }) => (side === 'left' ? nodeOf(hash, below) : nodeOf(below, hash)), leaf)
}

function parentsOf(level: readonly Uint8Array[]): Uint8Array[] {
  const parents: Uint8Array[] = []
  for (let at = 0; at < level.length; at += 2) {
    const [left, right] = [level[at], level[at + 1]]
    if (left) parents.push(right ? nodeOf(left, right) : left)
  }
  return parents
}
