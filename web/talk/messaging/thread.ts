// What was said in one conversation, as far as this tab has heard: no React in it. Each change of a conversation has the next number
// (docs/adr/0013), so it knows up to which it has heard, and asks for what came after whenever somebody tells of a higher one, or may have
// missed to: a push, a reconnect, a return to the tab. Nothing leans on the order of pushes, nor on which tab said what.
import type { Api } from '#contract/client.ts'
import { quotedText } from '#contract/talk/limits.ts'
import type { Answered, Message } from '#contract/talk/messaging.ts'
import { isFinal, waitAfter } from '#web/talk/messaging/retrying.ts'

export interface Said {
  /** In the order in which they were written, from the earliest that was brought. */
  messages: readonly Message[]
  hasEarlier: boolean
  earlier: 'still' | 'coming' | 'failed'
  /** Up to which number the reader, and the other one, has read. */
  readTo: number
  seenTo: number
}

export type FirstPage = Awaited<ReturnType<Api['messaging']['messages']>>

interface Wire {
  messaging: Pick<Api['messaging'], 'messages' | 'changes' | 'readAll'>
}

export const pageSize = 25

export class Thread {
  readonly id: string
  readonly #ownId: string
  readonly #api: Wire
  readonly #listeners = new Set<() => void>()
  #said: Said
  /** Everything up to this change was heard. */
  #heard: number
  /** A higher one was told of. */
  #told: number
  #isAsking = false
  #asksAgain = false
  #tries = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  #isReading = false
  #earlier: Promise<void> | undefined

  constructor({ id, ownId, api, first }: { id: string; ownId: string; api: Wire; first: FirstPage }) {
    this.id = id
    this.#ownId = ownId
    this.#api = api
    this.#heard = first.change
    this.#told = first.change
    this.#said = {
      messages: first.data,
      hasEarlier: first.total > first.data.length,
      earlier: 'still',
      readTo: first.readTo,
      seenTo: first.seenTo,
    }
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  readonly said = (): Said => this.#said

  /** Up to which change it has heard of everything. */
  heard(): number {
    return this.#heard
  }

  /** Somebody told of a change. */
  hearOf(change: number): void {
    if (change <= this.#heard) return
    this.#told = Math.max(this.#told, change)
    void this.catchUp()
  }

  /** Asks for all that came after what was heard; one question at a time. */
  async catchUp(): Promise<void> {
    if (this.#isAsking) {
      this.#asksAgain = true
      return
    }
    this.#isAsking = true
    clearTimeout(this.#timer)
    try {
      for (;;) {
        this.#asksAgain = false
        const before = this.#heard
        const news = await this.#api.messaging.changes({ id: this.id, after: before })
        this.#heard = Math.max(this.#heard, news.change)
        this.#put(news.messages, news)
        this.#tries = 0
        // What was told of and is not there, although that was all: whoever asks again for nothing would never end.
        if (news.isAll && this.#heard === before) this.#told = before
        if (news.isAll && this.#heard >= this.#told && !this.#asksAgain) break
      }
    } catch (error) {
      // What is no longer one's own to read is not asked for again.
      if (!isFinal(error)) this.#timer = setTimeout(() => void this.catchUp(), waitAfter(this.#tries++))
    } finally {
      this.#isAsking = false
    }
  }

  /** Messages as an answer brought them: one's own that was just kept, or as it was edited. */
  take(...messages: Message[]): void {
    this.#put(messages)
  }

  /** The page before the earliest; whoever asks meanwhile waits for the same one. */
  bringEarlier(): Promise<void> {
    this.#earlier ??= this.#bringEarlier().finally(() => {
      this.#earlier = undefined
    })
    return this.#earlier
  }

  /** Earlier pages until the message with this number stands there: what is deleted does not come. */
  async bringTo(number: number): Promise<'there' | 'gone' | 'failed'> {
    for (;;) {
      const { messages, hasEarlier } = this.#said
      if (messages.some((message) => message.number === number && !message.isDeleted)) return 'there'
      if (!hasEarlier || (messages[0]?.number ?? 0) <= number) return 'gone'
      await this.bringEarlier()
      if (this.#said.earlier === 'failed') return 'failed'
    }
  }

  async #bringEarlier(): Promise<void> {
    const before = this.#said.messages[0]?.number
    if (before === undefined || !this.#said.hasEarlier) return
    this.#change({ earlier: 'coming' })
    try {
      const page = await this.#api.messaging.messages({ id: this.id, limit: pageSize, offset: 0, before })
      const known = new Set(this.#said.messages.map(({ _id }) => _id))
      this.#change({
        messages: [...page.data.filter(({ _id }) => !known.has(_id)), ...this.#said.messages],
        hasEarlier: page.data.length === pageSize,
        earlier: 'still',
      })
    } catch {
      this.#change({ earlier: 'failed' })
    }
  }

  /**
   * The reader has the end before their eyes. True when that was news.
   * @param isMarked they had marked it as unread: looking at it takes the mark away, also where nothing is new
   */
  async read(isMarked = false): Promise<boolean> {
    const theirs = this.#said.messages.filter(({ senderId }) => senderId !== this.#ownId)
    const newest = Math.max(0, ...theirs.map(({ number, arrived = number }) => arrived))
    if ((newest <= this.#said.readTo && !isMarked) || this.#isReading) return false
    this.#isReading = true
    try {
      const { readTo } = await this.#api.messaging.readAll({ id: this.id, to: newest })
      this.#change({ readTo: Math.max(this.#said.readTo, readTo) })
      return true
    } catch {
      // They are still unread then, and are marked with the next that comes or the next look.
      return false
    } finally {
      this.#isReading = false
    }
  }

  #put(news: readonly Message[], marks: { readTo: number; seenTo: number } = this.#said): void {
    const { messages, hasEarlier } = this.#said
    const byId = new Map(messages.map((message) => [message._id, message]))
    const earliest = messages[0]?.number ?? 0
    for (const message of news) {
      for (const answer of answersTo(message, byId.values())) byId.set(answer._id, answer)
      const before = byId.get(message._id)
      // Of what stands before the earliest that was brought, its page will tell.
      if (!before && hasEarlier && message.number < earliest) continue
      if (before && before.change > message.change) continue
      if (message.isDeleted && message.senderId === this.#ownId) byId.delete(message._id)
      else byId.set(message._id, message)
    }
    this.#change({
      messages: [...byId.values()].toSorted((a, b) => a.number - b.number),
      readTo: Math.max(this.#said.readTo, marks.readTo),
      seenTo: Math.max(this.#said.seenTo, marks.seenTo),
    })
  }

  #change(part: Partial<Said>): void {
    this.#said = { ...this.#said, ...part }
    for (const listener of this.#listeners) listener()
  }
}

/** Those whose quote of this message says something else by now: an answer is no other message because what it answers was edited or deleted. */
function answersTo(message: Message, messages: Iterable<Message>): Message[] {
  const quote = quoteOf(message)
  return [...messages].flatMap(({ replyTo, ...answer }) =>
    replyTo?._id === quote._id && (replyTo.text !== quote.text || replyTo.isDeleted !== quote.isDeleted)
      ? [{ ...answer, replyTo: quote }]
      : [],
  )
}

/** A message as it stands above an answer to it. */
export function quoteOf({ _id, number, senderId, type, text, isDeleted, isRemoved }: Message): Answered {
  return { _id, number, senderId, type, text: quotedText(text), isDeleted, ...(isRemoved && { isRemoved }) }
}
