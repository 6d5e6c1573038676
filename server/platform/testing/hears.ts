// What some work asks the database: its statements, and how many trips there and back wait for one another.
import { subscribe, unsubscribe } from 'node:diagnostics_channel'

export interface Heard {
  statements: string[]
  /** What is asked before anything else is answered goes in one trip. */
  trips: number
}

/** Read anew once a second, whoever asks: when that is, is no matter of the work. */
const isRemembered = (text: string) => /settings\.settings|translations\.messages/.test(text)

export async function hears(work: () => Promise<unknown>): Promise<Heard> {
  const statements: string[] = []
  let [trips, answered] = [0, 0]
  const hear = (message: unknown) => {
    const { text, answer } = message as { text: string; answer: Promise<unknown> }
    if (isRemembered(text)) return
    const trip = answered + 1
    statements.push(text)
    trips = Math.max(trips, trip)
    const end = () => void (answered = Math.max(answered, trip))
    answer.then(end, end)
  }
  subscribe('stagedoor:asked', hear)
  try {
    await work()
  } finally {
    unsubscribe('stagedoor:asked', hear)
  }
  return { statements, trips }
}
