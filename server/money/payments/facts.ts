// What is known of a payment's money: whether it was collected, each refund and each dispute of it under its gateway's own name, and what of
// it is gone. Nothing here reads or writes: what the ledger must be follows from this alone, whatever came first.

export interface Refund {
  /** The gateway's name for it. */
  ref: string
  amount: number
  /** The payer's bank would not have it, so the site has the money again. */
  failedAt: Date | null
}

export interface Dispute {
  ref: string
  amount: number
  openedAt: Date
  /** Decided for the site, or for the payer: one of the two, or neither while it is open. */
  wonAt: Date | null
  lostAt: Date | null
  /** How often it was open or lost again after it had been decided otherwise. */
  reopened: number
  /** Called lost by staff, who did not wait for the bank. */
  letGo: boolean
  /** Since when this is known of it, by our clock. */
  statedAt: Date
}

export interface Known {
  paidAt: Date | null
  /** What a gateway says went back in all: some name no refund. */
  soFar: number
  refunds: readonly Refund[]
  disputes: readonly Dispute[]
}

export const nothing: Known = { paidAt: null, soFar: 0, refunds: [], disputes: [] }

/** What is said of a refund again changes nothing, except that it failed. */
export function withRefund(known: Known, said: Refund): Known {
  const { refunds } = known
  const before = refunds.find(({ ref }) => ref === said.ref)
  const now = before ? { ...before, failedAt: before.failedAt ?? said.failedAt } : said
  return { ...known, refunds: [...refunds.filter((each) => each !== before), now] }
}

/** Said before the dispute itself, its decision stands for both; of two that contradict one another the one for the site. */
export function withDispute(known: Known, said: Dispute): Known {
  return withThis(known, said, (before) => {
    if (said.wonAt && !before.wonAt) return { ...before, wonAt: said.wonAt, lostAt: null, letGo: false, statedAt: said.statedAt }
    if (said.lostAt && (isOpen(before) || before.letGo)) return { ...before, lostAt: said.lostAt, letGo: false, statedAt: said.statedAt }
    return before
  })
}

/** As its provider says that it stands now, whatever was said of it before. What staff let go stays so until it is decided. */
export function withDisputeNow(known: Known, now: Dispute): Known {
  return withThis(known, now, (before) => {
    if (standOf(before) === standOf(now)) return before.letGo ? { ...before, letGo: false } : before
    if (before.letGo && isOpen(now)) return before
    const { wonAt, lostAt, statedAt } = now
    const isAgain = before.wonAt !== null || (before.lostAt !== null && isOpen(now))
    return { ...before, wonAt, lostAt, letGo: false, reopened: before.reopened + (isAgain ? 1 : 0), statedAt }
  })
}

function withThis(known: Known, dispute: Dispute, change: (before: Dispute) => Dispute): Known {
  const before = known.disputes.find(({ ref }) => ref === dispute.ref)
  return { ...known, disputes: [...known.disputes.filter((each) => each !== before), before ? change(before) : dispute] }
}

/** It was decided, and something else is said of it: late, or because it was opened again. Only its provider knows which. */
export function isDoubtful(known: Known, said: Dispute): boolean {
  const before = known.disputes.find(({ ref }) => ref === said.ref)
  return before !== undefined && !isOpen(before) && !before.letGo && standOf(before) !== standOf(said)
}

const standOf = ({ wonAt, lostAt }: Dispute) => (wonAt ? 'won' : lostAt ? 'lost' : 'open')

export const isOpen = ({ wonAt, lostAt }: Dispute): boolean => !wonAt && !lostAt

const sum = (of: readonly { amount: number }[]) => of.reduce((total, { amount }) => total + amount, 0)

/** What went back by refunds. Those that failed are in what a gateway said in all, and not in what stands. */
export function refundedOf({ soFar, refunds }: Known, amount: number): number {
  const failed = refunds.filter(({ failedAt }) => failedAt)
  const standing = refunds.filter(({ failedAt }) => !failedAt)
  return Math.min(amount, Math.max(0, soFar - sum(failed), sum(standing)))
}

/** Of what was paid, what is with the payer again, or with a bank that has not decided. */
export function goneOf(known: Known, amount: number): number {
  return Math.min(amount, refundedOf(known, amount) + sum(known.disputes.filter(({ wonAt }) => !wonAt)))
}

/** Tokens go with their money in proportion. What stays is rounded down to 0.01 token, as what is bought: of 1/3 gone of 1.00, 0.66 stay. */
export function tokensGone(gone: number, { amount, tokens }: { amount: number; tokens: number }): number {
  return tokens - Number((BigInt(tokens) * BigInt(amount - gone)) / BigInt(amount))
}

/**
 * What is new in `after` one step after the other, as it happens in life, whatever was said first: disputed, decided, refunded, and refunds
 * that failed. Each step is what was known by then.
 */
export function story(before: Known, after: Known): { disputed: Known; decided: Known; refunded: Known; failed: Known } {
  const isNew = (of: readonly { ref: string }[]) => {
    const refs = new Set(of.map(({ ref }) => ref))
    return ({ ref }: { ref: string }) => !refs.has(ref)
  }
  const made = after.refunds.filter(isNew(before.refunds)).map((each) => ({ ...each, failedAt: null }))
  const opened = openedBetween(before, after)
  const wasOpen = (each: Dispute) => before.disputes.find(({ ref }) => ref === each.ref) ?? each
  const disputes = after.disputes.map((each) => (opened.includes(each) ? { ...each, wonAt: null, lostAt: null } : wasOpen(each)))
  const disputed = { ...before, disputes }
  const decided = { ...disputed, disputes: after.disputes }
  return { disputed, decided, refunded: { ...decided, soFar: after.soFar, refunds: [...before.refunds, ...made] }, failed: after }
}

/** Disputes that are new, or were opened again. */
export function openedBetween(before: Known, after: Known): Dispute[] {
  return after.disputes.filter(({ ref, reopened }) => !before.disputes.some((each) => each.ref === ref && each.reopened === reopened))
}

/** As it stands beside the payment: the first dispute, and how they ended once none is open. */
export function summaryOf({ disputes }: Known): { disputedAt: Date | null; disputeWonAt: Date | null; disputeLostAt: Date | null } {
  const latest = (of: (Date | null)[]) => of.reduce((one, other) => (one && other ? (one > other ? one : other) : (one ?? other)), null)
  const disputedAt = disputes.reduce<Date | null>((first, { openedAt }) => (first && first < openedAt ? first : openedAt), null)
  const lost = disputes.filter(({ lostAt }) => lostAt)
  if (disputes.some(isOpen)) return { disputedAt, disputeWonAt: null, disputeLostAt: null }
  if (lost.length > 0) return { disputedAt, disputeWonAt: null, disputeLostAt: latest(lost.map(({ lostAt }) => lostAt)) }
  return { disputedAt, disputeWonAt: latest(disputes.map(({ wonAt }) => wonAt)), disputeLostAt: null }
}
