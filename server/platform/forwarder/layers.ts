// Which layer a viewer gets. Down at once when the way to him does not carry what he gets; up only by a trial, because a viewer's own estimate
// never says more than half as much again as he is sent: it grows with a new layer, some hundredths a second, and a trial lasts while it does.
// Whoever failed a trial waits longer for the next.

const calmMs = 5000
const trialMs = 5000
const longestWaitMs = 120_000
/** In the first moments a browser's estimate is still a guess. */
const settlingMs = 3000
/** An estimate that did not grow for so long has found its end, and one that falls by so much, too. */
const growingMs = 3000
const fallen = 0.85
/** Of a layer's rate, which is never the same for two seconds: what shows that the way carries it, and what shows later that it does not any more. */
const [carries, tooNarrow] = [0.9, 0.8]
/** After a step down, reports still tell of what was on its way. */
const clearingMs = 2000
const tooMuchLoss = 0.1
const littleLoss = 0.02

export class LayerChoice {
  #layer: number
  #since: number
  #waitMs = calmMs
  #trialSince: number | undefined
  #downAt = -Infinity
  readonly #from: number
  /** While it was never seen that the way carries this layer: the highest estimate, and when it came. */
  #growing: { highest: number; at: number } | undefined

  constructor(layer: number, now: number) {
    this.#layer = layer
    this.#since = now
    this.#from = now
    this.#growing = { highest: 0, at: now }
  }

  get layer(): number {
    return this.#layer
  }

  /** @param rates bits a second of each layer, the smallest first; @param estimate the viewer's, in bits a second; @param loss 0 to 1 */
  judge({ now, rates, estimate, loss }: { now: number; rates: readonly number[]; estimate: number | undefined; loss: number }): number {
    this.#layer = Math.min(this.#layer, Math.max(0, rates.length - 1))
    const rate = rates[this.#layer] ?? 0
    if (rate === 0) return this.#leave(now, rates)
    const isShort = estimate !== undefined && this.#isShort(now, estimate, rate) && now - this.#from >= settlingMs
    // What was lost of the layer before is no news of this one.
    const isLossy = loss > tooMuchLoss && now - this.#downAt >= clearingMs
    if ((isShort || isLossy) && this.#layer > 0) return this.#down(now, rates, estimate, isShort)
    const isOpen = this.#growing !== undefined && estimate !== undefined
    if (this.#trialSince !== undefined && now - this.#trialSince >= trialMs && !isOpen) {
      this.#trialSince = undefined
      this.#waitMs = calmMs
      this.#since = now
    }
    const isCalm = loss <= littleLoss && !isOpen
    if (!isCalm) this.#since = now
    const next = rates[this.#layer + 1]
    if (this.#trialSince === undefined && next !== undefined && next > 0 && now - this.#since >= this.#waitMs) {
      this.#layer += 1
      this.#trialSince = now
      this.#growing = { highest: estimate ?? 0, at: now }
    }
    return this.#layer
  }

  #isShort(now: number, estimate: number, rate: number): boolean {
    const growing = this.#growing
    if (estimate >= rate * carries) this.#growing = undefined
    else if (!growing) return estimate < rate * tooNarrow
    else if (estimate > growing.highest) this.#growing = { highest: estimate, at: now }
    else return estimate < growing.highest * fallen || now - growing.at >= growingMs
    return false
  }

  /** A browser whose own way is narrow stops sending its best layers: who had them gets the best that still comes. */
  #leave(now: number, rates: readonly number[]): number {
    const coming = rates.findLastIndex((rate, index) => index < this.#layer && rate > 0)
    if (coming === -1) return this.#layer
    this.#trialSince = undefined
    this.#since = now
    this.#layer = coming
    return coming
  }

  #down(now: number, rates: readonly number[], estimate: number | undefined, isShort: boolean): number {
    this.#downAt = now
    if (this.#trialSince !== undefined) this.#waitMs = Math.min(longestWaitMs, this.#waitMs * 2)
    this.#growing = undefined
    this.#trialSince = undefined
    this.#since = now
    const fits = rates.findLastIndex((rate, index) => index < this.#layer && rate <= (estimate ?? Infinity) * 0.9)
    this.#layer = isShort ? Math.max(0, fits) : this.#layer - 1
    return this.#layer
  }
}
