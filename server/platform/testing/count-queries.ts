// How many questions some work asks the database, wherever it asks them: in transactions and outside.
import pg from 'pg'
import { vi } from 'vitest'

/** The settings are read anew once a second, whoever asks: when that is, is no matter of the work. */
const isSettings = ([question]: readonly unknown[]) => (JSON.stringify(question) ?? '').includes('settings.settings')

export async function countQueries(work: () => Promise<unknown>): Promise<number> {
  const counting = vi.spyOn(pg.Client.prototype, 'query')
  try {
    await work()
    return counting.mock.calls.filter((call) => !isSettings(call)).length
  } finally {
    counting.mockRestore()
  }
}
