// Which layer a viewer gets. Down at once when the way to him does not carry what he gets; up only by a trial, because a viewer's own estimate
// never says more than a little above what he is sent, and whoever failed a trial waits longer for the next.

const calmMs = 5000
const trialMs = 5000
const longestWaitMs = 120_000
/** In the first moments a browser's estimate is still a guess. */
const settlingMs = 3000
const tooMuchLoss = 0.1
const littleLoss = 0.02

export class LayerChoice {
  #layer: number
  #since: number
  #waitMs = calmMs
  #trialSince: number | undefined
  readonly #from: number

  constructor(layer: number, now: number) {
    this.#layer = layer
    this.#since = now
    this.#from = now
  }

  get layer(): number {
    return this.#layer
  }

  /** @param rates bits a second of each layer, the smallest first; @param estimate the viewer's, in bits a second; @param loss 0 to 1 */
  judge({ now, rates, estimate, loss }: { now: number; rates: readonly number[]; estimate: number | undefined; loss: number }): number {
    this.#layer = Math.min(this.#layer, Math.max(0, rates.length - 1))
    const rate = rates[this.#layer] ?? 0
    if (rate === 0) return this.#leave(now, rates)
    const isShort = estimate !== undefined && now - this.#from >= settlingMs && estimate < rate * 0.9
    if ((isShort || loss > tooMuchLoss) && this.#layer > 0) return this.#down(now, rates, estimate, isShort)
    if (this.#trialSince !== undefined && now - this.#trialSince >= trialMs) {
      this.#trialSince = undefined
      this.#waitMs = calmMs
      this.#since = now
    }
    const isCalm = loss <= littleLoss && !isShort
    if (!isCalm) this.#since = now
    const next = rates[this.#layer + 1]
    if (this.#trialSince === undefined && next !== undefined && next > 0 && now - this.#since >= this.#waitMs) {
      this.#layer += 1
      this.#trialSince = now
    }
    return this.#layer
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
    if (this.#trialSince !== undefined) this.#waitMs = Math.min(longestWaitMs, this.#waitMs * 2)
    this.#trialSince = undefined
    this.#since = now
    const fits = rates.findLastIndex((rate, index) => index < this.#layer && rate <= (estimate ?? Infinity) * 0.9)
    this.#layer = isShort ? Math.max(0, fits) : this.#layer - 1
    return this.#layer
  }
}
