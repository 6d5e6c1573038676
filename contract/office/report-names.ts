// The names of reports, for the contract and for pages that draw a choice of them.
export const reportTargets = [
  'feed',
  'video',
  'gallery',
  'product',
  'message',
  'request',
  'stream',
  'performer',
  'user',
  'comment',
] as const
export type ReportTarget = (typeof reportTargets)[number]

/** The gravest first, as the sheet lists them. */
export const reportReasons = [
  'minor',
  'depicted',
  'non_consensual',
  'illegal',
  'threat',
  'impersonation',
  'copyright',
  'scam',
  'not_as_agreed',
  'other',
] as const
export type ReportReason = (typeof reportReasons)[number]

/** What was made for oneself is not what was agreed: that is said of a request alone, and of a request nothing else. What is wrong in a message is said of the message. */
export const reasonsFor = (target: ReportTarget): readonly ReportReason[] =>
  reportReasons.filter((reason) => (reason === 'not_as_agreed') === (target === 'request'))

/** Looked at within 48 hours (COMPLIANCE.md 12); the others within seven working days (COMPLIANCE.md 5). */
export const urgentReasons: readonly ReportReason[] = ['minor', 'depicted', 'non_consensual', 'illegal']

/** Somebody speaks for themselves there and answers for it: good faith, a signature, and where they are reached. */
export const signedReasons: readonly ReportReason[] = ['depicted', 'copyright']

/** Whoever is afraid to be known may say this without a word about themselves. */
export const namelessReasons: readonly ReportReason[] = ['minor']

export const caseStates = ['open', 'closed'] as const
export type CaseState = (typeof caseStates)[number]

/** `refunded`: what was paid for a request went back. `acted`: something else was done about it, which its reason says. */
export const decisions = ['removed', 'refunded', 'kept', 'acted'] as const
export type DecisionName = (typeof decisions)[number]

/** What a decision says to people: of a request nobody asked that it be taken away. */
export const outcomeOf = (target: ReportTarget, what: DecisionName): DecisionName | 'unrefunded' =>
  target === 'request' && what === 'kept' ? 'unrefunded' : what

/**
 * What the office can take away by a press. An account is not: there is nothing yet that closes one; nor a request, of which
 * the line or the delivery is a message.
 */
export const isRemovable = (target: ReportTarget): boolean => target !== 'performer' && target !== 'user' && target !== 'request'
