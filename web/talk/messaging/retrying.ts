import { Refused } from '#contract/client.ts'

const firstMs = 1000
const mostMs = 30_000

/** How long to wait after so many tries in a row that nobody answered. A little chance, so that a whole house does not knock at once. */
export function waitAfter(tries: number): number {
  return Math.min(mostMs, firstMs * 2 ** Math.min(tries, 10)) * (0.8 + Math.random() * 0.4)
}

/** Whether the server meant it: everything else (no network, too many, not well, signed out meanwhile) may go better later. */
export function isFinal(error: unknown): error is Refused {
  return error instanceof Refused && error.status >= 400 && error.status < 500 && ![401, 408, 425, 429].includes(error.status)
}
