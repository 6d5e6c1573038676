// A captcha that stands on a page: how far it is, and the token that it holds.
import { Refused } from '#contract/client.ts'
import type { Told, Widget } from '#web/site/captcha/widget.ts'

/** Working by itself, waiting for its reader, through, or unable to. */
type State = 'works' | 'asks' | 'through' | 'fails'

/** What a captcha that stands on the page can be asked for. */
export interface Held {
  /** Once it is known; undefined where none can be had. @throws Refused where its reader has something to do first */
  token: () => Promise<string | undefined>
  renew: () => void
}

export class Standing {
  #state: State = 'works'
  #token: string | undefined
  #widget: Widget | undefined
  #open: ((told: Told) => Promise<Widget>) | undefined
  readonly #listeners = new Set<() => void>()

  readonly state = (): State => this.#state

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Puts it in its place. @returns what takes it away again */
  begin(open: (told: Told) => Promise<Widget>): () => void {
    this.#open = open
    void this.#start()
    return () => {
      this.#open = undefined
      this.#widget?.end()
      this.#widget = undefined
    }
  }

  async #start(): Promise<void> {
    const open = this.#open
    if (!open) return
    const isWanted = () => this.#open === open
    const told: Told = {
      asks: () => isWanted() && this.#become('asks'),
      gives: (token) => isWanted() && this.#become('through', token),
      takesBack: () => isWanted() && this.#become('works'),
      fails: () => isWanted() && this.#become('fails'),
    }
    try {
      const widget = await open(told)
      if (!isWanted()) return widget.end()
      this.#widget = widget
      // One that gives its token when the form is sent has nothing to do until then.
      if (widget.giveNow && this.#state === 'works') this.#become('through')
    } catch {
      told.fails()
    }
  }

  #become(state: State, token?: string): void {
    this.#state = state
    this.#token = token
    for (const listener of this.#listeners) listener()
  }

  #settled(): Promise<void> {
    if (this.#state !== 'works') return Promise.resolve()
    return new Promise((done) => {
      const stop = this.subscribe(() => {
        if (this.#state === 'works') return
        stop()
        done()
      })
    })
  }

  /** Once it is known; undefined where none can be had: the server says what comes of that. @throws Refused {sentence} where its reader has something to do first */
  async token(sentence: string): Promise<string | undefined> {
    await this.#settled()
    if (this.#widget?.giveNow && this.#state === 'through') {
      this.#become('works')
      this.#widget.giveNow()
      await this.#settled()
    }
    if (this.#state === 'asks') throw new Refused(422, { code: 'captcha_required', message: sentence })
    return this.#token
  }

  /** The token was used. */
  renew(): void {
    if (this.#state === 'fails') return this.again()
    this.#become('works')
    this.#widget?.renew()
    if (this.#widget?.giveNow) this.#become('through')
  }

  /** After it failed. */
  again(): void {
    this.#become('works')
    this.#widget?.end()
    this.#widget = undefined
    void this.#start()
  }
}
