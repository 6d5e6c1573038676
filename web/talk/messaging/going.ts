// Who moves the lines of a conversation: one at a time.
const drawnMs = 150

/**
 * Somebody goes somewhere among the lines, and there once more when what came with it is drawn and measured: earlier lines may come in at the same moment.
 * Whoever goes elsewhere meanwhile, also with a finger, a wheel or a key, is not brought back.
 */
export class Going {
  #timer: ReturnType<typeof setTimeout> | undefined

  /** @param arrived once it is drawn */
  to(move: () => void, arrived?: () => void): void {
    this.end()
    move()
    this.#timer = setTimeout(() => {
      move()
      arrived?.()
    }, drawnMs)
  }

  readonly end = (): void => clearTimeout(this.#timer)
}
