// What was written and not kept by the server yet, of all conversations of one account: no React in it. A line goes out under a name of its own
// (`clientId`), again and again under the same one until somebody answers, so that it is there once; those of one conversation go one after
// another, in the order in which they were written. Only a no of the server ends it, and then its writer decides.
import type { Api } from '#contract/client.ts'
import type { Answered, Message } from '#contract/talk/messaging.ts'
import { isFinal, waitAfter } from '#web/talk/messaging/retrying.ts'

/** Files that are there already, and what they cost the other one. */
export interface Enclosed {
  fileIds: readonly string[]
  inside: { photos: number; videos: number; audios: number }
  /** Tokens. */
  price?: number | undefined
  previewId?: string | undefined
  /** The request that they deliver: its price is what was quoted. */
  requestId?: string | undefined
}

export interface Unsent {
  clientId: string
  conversationId: string
  text: string
  enclosed?: Enclosed | undefined
  /** What it answers. */
  replyTo?: Answered | undefined
  /** Tokens that its writer was told it costs. */
  expectedPrice?: number | undefined
  /** When it was written. */
  at: string
  /** The server's no. */
  refused?: { code: string; sentence: string; price?: number | undefined } | undefined
}

export interface Doors {
  send: Api['messaging']['send']
  /** The server has it. Told before the line goes, so that it never stands nowhere. */
  onKept: (message: Message) => void
  onRefused: (line: Unsent) => void
  /** What was left by an earlier page. */
  stored: readonly unknown[]
  /** Line by line, so that two tabs do not write over each other's. */
  store: (clientId: string, line: Unsent | undefined) => void
}

export class Outbox {
  readonly #doors: Doors
  readonly #listeners = new Set<() => void>()
  readonly #sending = new Set<string>()
  /** Who waits for the next try, and what ends the waiting. */
  readonly #resting = new Map<string, () => void>()
  #lines: readonly Unsent[]

  constructor(doors: Doors) {
    this.#doors = doors
    this.#lines = doors.stored.filter(isUnsent).toSorted((a, b) => a.at.localeCompare(b.at))
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  readonly lines = (): readonly Unsent[] => this.#lines

  write(line: Omit<Unsent, 'refused'>): void {
    this.#put(line)
    void this.#go(line.conversationId)
  }

  /** Once more, as its writer wishes; `expectedPrice` where they agreed to another one. What it answered and is gone is answered no more. */
  again(clientId: string, expectedPrice?: number): void {
    const line = this.#lines.find((each) => each.clientId === clientId)
    if (!line?.refused) return
    const { refused, replyTo, ...rest } = line
    const answers = replyTo && refused.code !== 'reply_not_there' ? { replyTo } : {}
    this.#put({ ...rest, ...answers, ...(expectedPrice !== undefined && { expectedPrice }) })
    void this.#go(line.conversationId)
  }

  /** Its writer gave it up, or it is there already. */
  drop(clientId: string): void {
    if (!this.#lines.some((each) => each.clientId === clientId)) return
    this.#doors.store(clientId, undefined)
    this.#change(this.#lines.filter((each) => each.clientId !== clientId))
  }

  /** The way may be free again: whoever waits goes now. */
  wake(): void {
    for (const goOn of this.#resting.values()) goOn()
    for (const id of new Set(this.#lines.map(({ conversationId }) => conversationId))) void this.#go(id)
  }

  async #go(conversationId: string): Promise<void> {
    if (this.#sending.has(conversationId)) return
    this.#sending.add(conversationId)
    let tries = 0
    for (;;) {
      const line = this.#lines.find((each) => each.conversationId === conversationId && !each.refused)
      if (!line) break
      const outcome = await this.#send(line)
      if (outcome === 'unheard') await this.#rest(conversationId, tries++)
      else tries = 0
    }
    this.#sending.delete(conversationId)
  }

  async #send(line: Unsent): Promise<'kept' | 'refused' | 'unheard'> {
    const { conversationId, text, clientId, expectedPrice, enclosed, replyTo } = line
    try {
      this.#doors.onKept(
        await this.#doors.send({
          id: conversationId,
          text,
          clientId,
          ...(expectedPrice !== undefined && { expectedPrice }),
          ...(enclosed && asSent(enclosed)),
          ...(replyTo && { replyTo: replyTo._id }),
        }),
      )
      this.drop(clientId)
      return 'kept'
    } catch (error) {
      if (!isFinal(error)) return 'unheard'
      const { price } = error.details
      const refused = { ...line, refused: { code: error.code, sentence: error.message, ...(typeof price === 'number' && { price }) } }
      this.#put(refused)
      this.#doors.onRefused(refused)
      return 'refused'
    }
  }

  #rest(conversationId: string, tries: number): Promise<void> {
    return new Promise((done) => {
      const goOn = () => {
        clearTimeout(timer)
        this.#resting.delete(conversationId)
        done()
      }
      const timer = setTimeout(goOn, waitAfter(tries))
      this.#resting.set(conversationId, goOn)
    })
  }

  #put(line: Unsent): void {
    this.#doors.store(line.clientId, line)
    const isThere = this.#lines.some((each) => each.clientId === line.clientId)
    this.#change(isThere ? this.#lines.map((each) => (each.clientId === line.clientId ? line : each)) : [...this.#lines, line])
  }

  #change(lines: readonly Unsent[]): void {
    this.#lines = lines
    for (const listener of this.#listeners) listener()
  }
}

function asSent({ fileIds, price, previewId, requestId }: Enclosed) {
  return {
    fileIds: [...fileIds],
    ...(price !== undefined && { isSale: 'ppv' as const, price }),
    ...(previewId !== undefined && { previewId }),
    ...(requestId !== undefined && { requestId }),
  }
}

function isUnsent(stored: unknown): stored is Unsent {
  const { clientId, conversationId, text, at } = (stored ?? {}) as Partial<Record<keyof Unsent, unknown>>
  return [clientId, conversationId, text, at].every((part) => typeof part === 'string')
}
