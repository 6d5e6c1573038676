// So much in a second, saved up to a second's: what one viewer asks of a process that serves all.
export class Allowance {
  readonly #perSecond: number
  #left: number
  #at: number | undefined

  constructor(perSecond: number) {
    this.#perSecond = perSecond
    this.#left = perSecond
  }

  /** @returns how much of what is asked for there is now */
  take(wanted: number, now: number): number {
    this.#left = Math.min(this.#perSecond, this.#left + ((now - (this.#at ?? now)) / 1000) * this.#perSecond)
    this.#at = now
    const taken = Math.min(wanted, Math.floor(this.#left))
    this.#left -= taken
    return taken
  }
}
