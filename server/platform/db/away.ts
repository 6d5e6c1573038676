// When PostgreSQL does not answer: it is restarted, was cut off in the middle of a statement, takes nobody more, or has no room to write.
// Nothing is wrong with what was asked then, and asking again later is right.

export class DatabaseAway extends Error {
  override name = 'DatabaseAway'
  /** PostgreSQL's or the operating system's, where there was one. */
  readonly code: string | undefined
  /** It fell silent when it was told to commit: the transaction is whole or not there at all, and nobody here knows which. */
  readonly mayBeDone: boolean

  constructor(cause: Error & { code?: string }, mayBeDone: boolean) {
    super(`the database is away: ${cause.message}`, { cause })
    this.code = cause.code
    this.mayBeDone = mayBeDone
  }
}

/** Whoever tidies up after a transaction that failed must leave what it may have written down. */
export function mayBeDone(error: unknown): boolean {
  return error instanceof DatabaseAway && error.mayBeDone
}

/** SQL states: lost connections, servers that stop or start, no resources, failures of its system, a standby that may not be written to. */
const states = /^(08...|53...|57P0[1235]|58...|25006)$/
/** What the operating system says of a connection. */
const network = /^(ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENETDOWN|ENOTFOUND|EAI_AGAIN)$/
/** What the driver says of one, without a code. */
const words =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Query read timeout)/

/** @param error whatever a question to the database ended with */
export function asAway(error: unknown, isCommitting = false): unknown {
  if (!(error instanceof Error) || error instanceof DatabaseAway) return error
  const { code, syscall } = error as NodeJS.ErrnoException
  const isAway =
    code === undefined ? words.test(error.message) : states.test(code) || network.test(code) || (code === 'ENOENT' && syscall === 'connect')
  return isAway ? new DatabaseAway(error, isCommitting) : error
}
