// Lists of what may not come in. Ours lies in the database: what staff removed, and what was imported. An outside one is asked over
// HTTP, with fingerprints only and never with a picture.
import * as queries from '#server/media/fingerprints/queries.ts'
import type { Print } from '#server/media/fingerprints/prints.ts'
import type { Db } from '#server/platform/db/db.ts'

export interface Hit {
  /** Which of the asked prints. */
  variant: string
  /** Bits that differ, of 256. */
  distance: number
  /** The row of our own list; absent for an outside one. */
  blockedId?: string
  source: string
}

export interface HashList {
  readonly name: string
  /** The prints among these that are on the list. Rejects when it cannot be asked: then nothing is published, and it is asked again. */
  matches(db: Db, prints: readonly Print[]): Promise<Hit[]>
}

/**
 * How many of 256 bits may differ. Measured on drawn pictures, against what is kept of each: re-encoded at quality 30 at most 17, a sixth
 * of the size 23 (95 of 100: 14), a cut of 5 % on any side, corner or all round 14, a cut in between 22 to 26 (95 of 100: 22), the mirror
 * image 3. Of 19,900 pairs of unlike pictures the nearest are 28 apart, one in a thousand less than 44, half of them more than 105.
 * Changed colours may escape: 10 at half of them, up to 96. fingerprints.test.ts holds the order of these figures.
 */
const mostDistance = 22

/** An outside list cannot be asked. */
export class ListAway extends Error {}

const ownList: HashList = {
  name: 'blocked',
  async matches(db, prints) {
    const exact = prints.filter(({ kind }) => kind === 'exact')
    const block = prints.filter(({ kind }) => kind === 'block')
    const [same, near] = [await queries.exactMatches(db, exact), block.length > 0 ? await queries.nearMatches(db, block, mostDistance) : []]
    return [...same, ...near]
  },
}

export interface Service {
  name: string
  url: string
  timeoutMs?: number
}

/**
 * An outside service. It is sent `POST {"prints": [{"kind": "exact" | "block", "hash": "<64 hexadecimal digits>"}]}` and answers
 * `{"matches": [{"hash": "…", "distance": 0}]}` with those that are on its list.
 */
export function outsideList({ name, url, timeoutMs = 10_000 }: Service): HashList {
  return {
    name,
    async matches(_db, prints) {
      const matches = await asked(prints).catch((error: unknown) => {
        throw new ListAway(`the hash list ${name} ${(error as Error).message}`, { cause: error })
      })
      const byHash = new Map(prints.map((print) => [print.hex, print]))
      return matches.flatMap(({ hash, distance }) => {
        const print = byHash.get(hash)
        return print ? [{ variant: print.variant, distance: Math.min(256, Math.max(0, Math.round(distance ?? 0))), source: name }] : []
      })
    },
  }

  async function asked(prints: readonly Print[]): Promise<{ hash: string; distance?: number }[]> {
    const answer = await fetch(url, {
      method: 'POST',
      redirect: 'error',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ prints: prints.map(({ kind, hex }) => ({ kind, hash: hex })) }),
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (!answer.ok) throw new Error(`answered ${answer.status}`)
    const { matches } = (await answer.json()) as { matches?: { hash: string; distance?: number }[] }
    if (!Array.isArray(matches)) throw new Error('answered without matches')
    return matches
  }
}

let lists: readonly HashList[] = [ownList]

/** Wired once at start: the lists that are asked beside our own. */
export function useHashLists(others: readonly HashList[]): void {
  lists = [ownList, ...others]
}

export async function hits(db: Db, prints: readonly Print[]): Promise<Hit[]> {
  const found = await Promise.all(lists.map((list) => list.matches(db, prints)))
  return found.flat()
}
