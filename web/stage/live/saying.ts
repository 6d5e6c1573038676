// What somebody says in a room and the server has not answered yet. A line keeps its name (`clientId`) until it is known whether it is there, so that
// trying again after a lost answer says it once. What was refused stays, with its reason, until its writer tries again or gives it up.
import type { RoomLine } from '#contract/talk/rooms.ts'
import { isNo } from '#web/app/act.ts'

export interface Unsaid {
  clientId: string
  text: string
  /** The newest line that was known as it was said. */
  after: number
  state: 'going' | 'refused' | 'unsure'
  /** Why it is not there; of one whose answer was lost there is nothing to tell. */
  why?: string | undefined
}

interface Doors {
  send: (text: string, clientId: string) => Promise<RoomLine>
  /** It is there. */
  onThere: (line: RoomLine) => void
  /** The server's sentence of its no. */
  sentence: (error: unknown) => string
  onRefused: (error: unknown) => void
  /** Nobody knows whether it is there: the room is asked. */
  onUnsure: () => void
}

export class Saying {
  #doors: Doors | undefined
  readonly #listeners = new Set<() => void>()
  #lines: readonly Unsaid[] = []

  /** Before anything is said, and again when the page has others. */
  through(doors: Doors): void {
    this.#doors = doors
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  readonly lines = (): readonly Unsaid[] => this.#lines

  say(text: string, after: number): Promise<void> {
    const line: Unsaid = { clientId: crypto.randomUUID(), text, after, state: 'going' }
    this.#put([...this.#lines, line])
    return this.#go(line)
  }

  /** Once more, under the same name. */
  again(clientId: string): Promise<void> {
    const line = this.#lines.find((each) => each.clientId === clientId)
    if (!line || line.state === 'going') return Promise.resolve()
    const going: Unsaid = { ...line, state: 'going', why: undefined }
    this.#change(going)
    return this.#go(going)
  }

  drop(clientId: string): void {
    this.#put(this.#lines.filter((each) => each.clientId !== clientId))
  }

  /** What the room has now: a line that is there was said, whatever became of its answer. */
  heard(room: readonly RoomLine[], me: string): void {
    const left = this.#lines.filter((line) => line.state !== 'unsure' || !isThere(line, room, me))
    if (left.length < this.#lines.length) this.#put(left)
  }

  async #go(line: Unsaid): Promise<void> {
    const { clientId, text } = line
    const doors = this.#doors
    if (!doors) return
    try {
      const there = await doors.send(text, clientId)
      // First there, then not waiting: it never stands nowhere.
      doors.onThere(there)
      this.drop(clientId)
    } catch (error) {
      if (isNo(error)) {
        this.#change({ ...line, state: 'refused', why: doors.sentence(error) })
        doors.onRefused(error)
      } else {
        this.#change({ ...line, state: 'unsure' })
        doors.onUnsure()
      }
    }
  }

  #change(line: Unsaid): void {
    this.#put(this.#lines.map((each) => (each.clientId === line.clientId ? line : each)))
  }

  #put(lines: readonly Unsaid[]): void {
    this.#lines = lines
    for (const listener of this.#listeners) listener()
  }
}

/** A push tells everybody the same, so it tells nobody their own names: there it is known by its words. */
export function isThere({ clientId, text, after }: Unsaid, room: readonly RoomLine[], me: string): boolean {
  return room.some(
    (line) =>
      line.clientId === clientId ||
      (line.clientId === undefined && line.sender?._id === me && line.number > after && (line.isDeleted || line.text === text)),
  )
}
