// Readers for the tests of how bytes leave.
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'

/** A reader who takes a little and then waits, as a player does that has enough for now. @param cookie their session's */
export async function slowly(url: string, cookie: string): Promise<{ answer: IncomingMessage; ended: Promise<'whole' | 'cut'> }> {
  const [answer] = (await once(get(url, { headers: { cookie } }), 'response')) as [IncomingMessage]
  answer.pause()
  const ended = new Promise<'whole' | 'cut'>((resolve) => {
    answer.once('end', () => resolve('whole'))
    for (const event of ['aborted', 'error'] as const) answer.once(event, () => resolve('cut'))
  })
  return { answer, ended }
}
