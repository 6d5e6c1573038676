// Long work that is done in batches takes no more than half of what it could: between two it rests as long as the last one took, so that whoever asks
// for something meanwhile waits for no more than one. And after a while the others of its kind have their turn.
import { setTimeout as rest } from 'node:timers/promises'

const turnMs = 5000

/** A batch after the other for a turn. @param batch false where nothing is left @returns whether something is left, for another job */
export async function takeTurn(batch: () => Promise<boolean>): Promise<boolean> {
  const begun = performance.now()
  for (;;) {
    const before = performance.now()
    if (!(await batch())) return false
    const now = performance.now()
    if (now - begun > turnMs) return true
    await rest(now - before)
  }
}
