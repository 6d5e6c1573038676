// The text that is signed of a minute: the server makes it, and so does the browser of whoever reads a receipt.
import type { Tick } from '#contract/stage/metering.ts'

/** What is signed of a minute, line by line. Whoever has a receipt makes it anew and holds digest and signature against it. @param before digest of the minute before; empty for the first */
export const tickText = (
  meterId: string,
  { number, amount, servedMs, at, transferId }: Pick<Tick, 'number' | 'amount' | 'servedMs' | 'at' | 'transferId'>,
  before: string,
): string => [meterId, number, Math.round(amount * 100), servedMs, at, transferId, before].join('\n')
